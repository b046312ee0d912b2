// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SettingSources.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "CoreSetting.h"
#include "PropertyText.h"
#include "TeamSettings.h"
#include "UObject/UnrealType.h"
#include "VibeUESettings.h"
#include "Widgets/ChatSentence.h"

#define LOCTEXT_NAMESPACE "SettingSources"

namespace SettingSourcesPrivate
{
/** The longest value that is shown. */
static constexpr int32 LongestValue = 60;

/** What the page sets: the core's settings that were changed, and each other field that holds something. */
static TMap<FString, FString> FindPage(const UVibeUESettings& Settings, const TArray<FString>& CoreNames)
{
	TMap<FString, FString> Page = Settings.GetChangedCoreSettings();
	for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
	{
		const FString Name = Iterator->GetName();
		const FString Value = FPropertyText::Read(**Iterator, Settings).TrimStartAndEnd();
		if (CoreNames.Contains(Name) || Value.IsEmpty() || Value == TEXT("0") || Value == TEXT("false"))
		{
			continue;
		}
		if (Name == GET_MEMBER_NAME_CHECKED(UVibeUESettings, ApiKey).ToString())
		{
			// That there is one: the key itself is nobody's business.
			Page.Add(Name, TEXT("filled"));
		}
		else if (Settings.bSetTemperature || Name != GET_MEMBER_NAME_CHECKED(UVibeUESettings, Temperature).ToString())
		{
			Page.Add(Name, Value);
		}
	}
	return Page;
}
} // namespace SettingSourcesPrivate

FSettingSources FSettingSources::Read(const UVibeUESettings& Settings)
{
	FSettingSources Read;
	if (!VibeUE::IsCoreUsable())
	{
		return Read;
	}
	for (const FCoreSetting& Setting : FCoreSetting::FindAll())
	{
		Read.CoreNames.Add(Setting.GetName());
	}
	const rust::Vec<vibeue::NameValue> Page = VibeUE::ToCore(SettingSourcesPrivate::FindPage(Settings, Read.CoreNames));
	Read.Sources = vibeue::find_setting_sources(rust::Slice<const vibeue::NameValue>(Page.data(), Page.size()), VibeUE::ToCore(FTeamSettings::GetFile()));
	return Read;
}

TMap<FString, FString> FSettingSources::GetCoreSettings() const
{
	TMap<FString, FString> Values;
	for (const vibeue::SourcedValue& Value : Sources.values)
	{
		const FString Name = VibeUE::FromCore(Value.unreal_name);
		if (CoreNames.Contains(Name))
		{
			Values.Add(Name, VibeUE::FromCore(Value.value));
		}
	}
	return Values;
}

const vibeue::SourcedValue* FSettingSources::FindOutside(const FString& Property) const
{
	for (const vibeue::SourcedValue& Value : Sources.values)
	{
		const bool bIsOutside = Value.origin == vibeue::ValueOrigin::File || Value.origin == vibeue::ValueOrigin::Environment;
		if (bIsOutside && VibeUE::FromCore(Value.unreal_name) == Property)
		{
			return &Value;
		}
	}
	return nullptr;
}

void FSettingSources::ApplyServer(FVibeUEModelChoice& Model) const
{
	if (CoreNames.IsEmpty())
	{
		return;
	}
	const auto FindText = [this](const TCHAR* Property)
	{
		for (const vibeue::SourcedValue& Value : Sources.values)
		{
			if (VibeUE::FromCore(Value.unreal_name) == Property)
			{
				return VibeUE::FromCore(Value.value);
			}
		}
		return FString();
	};
	const bool bPageNamesServer = !Model.Provider.TrimStartAndEnd().IsEmpty() || !Model.BaseUrl.TrimStartAndEnd().IsEmpty();
	if (bPageNamesServer && (FindOutside(TEXT("Provider")) || FindOutside(TEXT("BaseUrl"))))
	{
		// The page has these for its own server, which is not the one that is asked.
		Model.Protocol.Empty();
		Model.ApiKey.Empty();
		Model.bKeyInCredentialStore = false;
		Model.Headers.Empty();
		Model.bAllowInsecure = false;
	}
	// The words of one source, and a key that is meant for that server: what is not among them is not in force.
	Model.Provider = FindText(TEXT("Provider"));
	Model.BaseUrl = FindText(TEXT("BaseUrl"));
	Model.ApiKeyVariable = FindText(TEXT("ApiKeyVariable"));
}

void FSettingSources::ApplyTo(FVibeUEModelChoice& Model) const
{
	const auto ApplyText = [this](const TCHAR* Property, FString& Field)
	{
		if (const vibeue::SourcedValue* Value = FindOutside(Property))
		{
			Field = VibeUE::FromCore(Value->value);
		}
	};
	const auto ApplyNumber = [this](const TCHAR* Property, int64& Field)
	{
		if (const vibeue::SourcedValue* Value = FindOutside(Property))
		{
			LexFromString(Field, *VibeUE::FromCore(Value->value));
		}
	};
	ApplyServer(Model);
	ApplyText(TEXT("Model"), Model.Model);
	ApplyText(TEXT("ReasoningEffort"), Model.ReasoningEffort);
	ApplyNumber(TEXT("ContextWindow"), Model.ContextWindow);
	ApplyNumber(TEXT("MaxOutputTokens"), Model.MaxOutputTokens);
	if (const vibeue::SourcedValue* Value = FindOutside(TEXT("Temperature")))
	{
		Model.bSetTemperature = true;
		LexFromString(Model.Temperature, *VibeUE::FromCore(Value->value));
	}
}

FText FSettingSources::DescribeProject()
{
	return LOCTEXT("Project", "Set by the project for everyone.");
}

FText FSettingSources::Show(const FString& Value)
{
	const FString Line = Value.Replace(TEXT("\n"), TEXT(", "));
	if (Line.Contains(TEXT("@")))
	{
		return LOCTEXT("Hidden", "Another value");
	}
	return FText::FromString(Line.Len() > SettingSourcesPrivate::LongestValue ? Line.Left(SettingSourcesPrivate::LongestValue - 1) + TEXT("\u2026") : Line);
}

FText FSettingSources::Describe(const FString& Property) const
{
	for (const vibeue::SourcedValue& Found : Sources.values)
	{
		if (VibeUE::FromCore(Found.unreal_name) != Property)
		{
			continue;
		}
		const FString Value = VibeUE::FromCore(Found.value);
		const FString Place = VibeUE::FromCore(Found.place);
		switch (Found.origin)
		{
		case vibeue::ValueOrigin::Environment:
			return Value == Place
				? FText::Format(LOCTEXT("KeyVariable", "The key comes from the environment variable {0}."), FText::FromString(Place))
				: FText::Format(LOCTEXT("Environment", "In effect: {0}, from the environment variable {1}."), Show(Value), FText::FromString(Place));
		case vibeue::ValueOrigin::File:
			return FText::Format(LOCTEXT("File", "In effect: {0}, from the settings file {1}."), Show(Value), FText::FromString(Place));
		case vibeue::ValueOrigin::Project:
			return DescribeProject();
		case vibeue::ValueOrigin::Personal:
			return LOCTEXT("Personal", "Set by you.");
		}
	}
	return FText::GetEmpty();
}

FText FSettingSources::DescribeAll() const
{
	bool bHasOutside = Sources.file_exists;
	for (const vibeue::SourcedValue& Value : Sources.values)
	{
		bHasOutside |= Value.origin == vibeue::ValueOrigin::Environment;
	}
	if (!bHasOutside)
	{
		return FText::GetEmpty();
	}
	const FText File = FText::FromString(VibeUE::FromCore(Sources.file));
	return Sources.file_exists
		? FText::Format(LOCTEXT("AllFile", "What you leave at its default comes from the environment (VIBEUE_\u2026), the project, or your settings file {0}, in this order."), File)
		: LOCTEXT("AllVariables", "What you leave at its default comes from the environment (VIBEUE_\u2026) or the project, in this order.");
}

TArray<TPair<FString, FText>> FSettingSources::GetProblems() const
{
	TArray<TPair<FString, FText>> Problems;
	const FVibeUEError File = VibeUE::FromCore(Sources.file_problem);
	if (File.Kind != EVibeUEFailure::None)
	{
		Problems.Emplace(FString(), FText::Format(LOCTEXT("BadFile", "The settings file is ignored: {0}."), FChatSentence::WithHint(File.Message, File.Hint)));
	}
	for (const vibeue::SettingProblem& Problem : Sources.problems)
	{
		Problems.Emplace(VibeUE::FromCore(Problem.unreal_name), FText::FromString(FCoreSentences::Say(VibeUE::FromCore(Problem.message)).ToString() + TEXT(".")));
	}
	return Problems;
}

#undef LOCTEXT_NAMESPACE
