#include "Containers/Map.h"
#include "Layout/FlowDirection.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Process.h"
#include "StandIn/Host.h"

#include <mutex>

namespace
{
struct FTarget
{
	FString Folder;
	FString Name;
};

// A text in a catalogue: the translation counts for these very words only, as in an engine, which compares their hash.
struct FTranslation
{
	FString Source;
	FString Text;
};

struct FLocalization
{
	std::mutex Mutex;
	FString Culture = FString(TEXT("en"));
	TArray<FTarget> Targets;
	TMap<FString, FTranslation> Texts;
};

FLocalization& Localization()
{
	static auto* const Only = new FLocalization();
	return *Only;
}

FString Unquoted(const FString& Line)
{
	FString Text;
	const int32 Open = Line.Find(TEXT("\""), ESearchCase::CaseSensitive);
	for (int32 At = Open + 1; Open != INDEX_NONE && At < Line.Len() && Line[At] != TCHAR('"'); ++At)
	{
		TCHAR C = Line[At];
		if (C == TCHAR('\\') && At + 1 < Line.Len())
		{
			C = Line[++At];
			C = C == TCHAR('n') ? TCHAR('\n') : C == TCHAR('t') ? TCHAR('\t') : C == TCHAR('r') ? TCHAR('\r') : C;
		}
		Text.AppendChar(C);
	}
	return Text;
}

// Reads a catalogue as cargo xtask texts writes it, which has checked it already.
void ReadCatalogue(const FString& File, TMap<FString, FTranslation>& OutTexts)
{
	TArray<FString> Lines;
	if (!FFileHelper::LoadFileToStringArray(Lines, *File))
	{
		StandIn::RefuseNamed("there is no catalogue", *File, "translate the target into this language, or ask for another one");
	}
	FString Context;
	FTranslation Translation;
	FString* Field = nullptr;
	Lines.Add(FString());
	for (const FString& Line : Lines)
	{
		if (Line.IsEmpty())
		{
			if (!Context.IsEmpty() && !Translation.Text.IsEmpty())
			{
				OutTexts.Add(Context, Translation);
			}
			Context = FString();
			Translation = FTranslation();
			continue;
		}
		Field = Line.StartsWith(TEXT("msgctxt")) ? &Context
			: Line.StartsWith(TEXT("msgid"))	 ? &Translation.Source
			: Line.StartsWith(TEXT("msgstr"))	 ? &Translation.Text
												 : Field;
		if (Field && !Line.StartsWith(TEXT("#")))
		{
			*Field += Unquoted(Line);
		}
	}
}
} // namespace

void StandIn::AddLocalizationTarget(const FString& Folder, const FString& Name)
{
	Localization().Targets.Add(FTarget{Folder, Name});
}

static bool IsWrittenFromTheRight(const FString& Culture)
{
	return Culture == TEXT("ar") || Culture == TEXT("fa") || Culture == TEXT("he") || Culture == TEXT("ur");
}

EFlowDirection FLayoutLocalization::GetLocalizedLayoutDirection()
{
	return IsWrittenFromTheRight(StandIn::Culture()) ? EFlowDirection::RightToLeft : EFlowDirection::LeftToRight;
}

void StandIn::SetCulture(const TCHAR* Culture)
{
	TMap<FString, FTranslation> Texts;
	// Nothing here is translated into them; an engine shows the sources' texts then, in a layout from right to left.
	if (FString(Culture) != TEXT("en") && !IsWrittenFromTheRight(Culture))
	{
		for (const FTarget& Target : Localization().Targets)
		{
			ReadCatalogue(Target.Folder / Culture / (Target.Name + TEXT(".po")), Texts);
		}
	}
	const std::lock_guard<std::mutex> Lock(Localization().Mutex);
	Localization().Culture = FString(Culture);
	Localization().Texts = MoveTemp(Texts);
}

FString StandIn::Culture()
{
	const std::lock_guard<std::mutex> Lock(Localization().Mutex);
	return Localization().Culture;
}

FString StandIn::Translated(const FString& Id, const TCHAR* Source)
{
	const std::lock_guard<std::mutex> Lock(Localization().Mutex);
	const FTranslation* Translation = Localization().Texts.Find(Id);
	return Translation && Translation->Source.Equals(FString(Source), ESearchCase::CaseSensitive) ? Translation->Text : FString(Source);
}

// By the names and keys that an engine looks metadata up by: RemRemRemRe/RemSkills rem-ue-localization.
FText StandIn::DisplayName(const FString& Field, const FString& Written)
{
	return FText::FromString(Translated(TEXT("UObjectDisplayNames,") + Field, *Written));
}
FText StandIn::ToolTip(const FString& Field, const FString& Written)
{
	return FText::FromString(Translated(TEXT("UObjectToolTips,") + Field, *Written));
}
FText StandIn::CategoryName(const FString& Written)
{
	return FText::FromString(Translated(TEXT("UObjectCategory,") + Written, *Written));
}
