// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUESettings.h"

#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "Bridge/SettingProblems.h"
#include "CoreGlobals.h"
#include "CoreSetting.h"
#include "HAL/FileManager.h"
#include "Misc/Paths.h"
#include "PropertyText.h"
#include "SettingSources.h"
#include "TeamSettings.h"
#include "UObject/UnrealType.h"
#include "VibeUELog.h"

#define LOCTEXT_NAMESPACE "VibeUESettings"

namespace VibeUESettingsPrivate
{
/**
 * The defaults of the properties that the core knows nothing of, by name. They are what the class itself says: the first object
 * that is made is the default one, and no file has a say in it yet.
 */
static const TMap<FName, FString>& OwnDefaults(const UVibeUESettings& First)
{
	static const TMap<FName, FString> Defaults = [&First]()
	{
		TMap<FName, FString> Read;
		for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
		{
			Read.Add(Iterator->GetFName(), FString());
		}
		for (const FCoreSetting& Setting : FCoreSetting::FindAll())
		{
			Read.Remove(FName(*Setting.GetName()));
		}
		for (TPair<FName, FString>& Pair : Read)
		{
			Pair.Value = FPropertyText::Read(*UVibeUESettings::StaticClass()->FindPropertyByName(Pair.Key), First);
		}
		return Read;
	}();
	return Defaults;
}
} // namespace VibeUESettingsPrivate

UVibeUESettings::UVibeUESettings()
{
	ResetToDefaults();
}

void UVibeUESettings::ResetToDefaults()
{
	for (const TPair<FName, FString>& Default : VibeUESettingsPrivate::OwnDefaults(*this))
	{
		FPropertyText::Write(*GetClass()->FindPropertyByName(Default.Key), *this, Default.Value);
	}
	// A map is more than one text; a list has no value in its declaration.
	Headers.Empty();
	AllowedConsoleCommands = {TEXT("stat"), TEXT("obj list"), TEXT("memreport"), TEXT("showflag.")};
	for (const FCoreSetting& Setting : FCoreSetting::FindAll())
	{
		Setting.Set(*this, Setting.GetDefault());
	}
}

void UVibeUESettings::ClampValues()
{
	for (const TPair<FName, FString>& Default : VibeUESettingsPrivate::OwnDefaults(*this))
	{
		const FProperty& Property = *GetClass()->FindPropertyByName(Default.Key);
		double Smallest = 0.0;
		double Largest = 0.0;
		// As the panel does, from the same words.
		if (LexTryParseString(Smallest, *Property.GetMetaData(TEXT("ClampMin"))) && LexTryParseString(Largest, *Property.GetMetaData(TEXT("ClampMax"))))
		{
			double Number = 0.0;
			LexFromString(Number, *Default.Value);
			FPropertyText::ClampNumber(Property, *this, Smallest, Largest, Number);
		}
	}
	for (const FCoreSetting& Setting : FCoreSetting::FindAll())
	{
		Setting.Clamp(*this);
	}
	if (AllowedConsoleCommands.Num() == 0)
	{
		// A list without entries leaves no line in the file, and the commands that come with the plugin would be allowed again.
		AllowedConsoleCommands.Add(FString());
	}
}

TMap<FString, FString> UVibeUESettings::GetCoreSettings() const
{
	TMap<FString, FString> Values;
	for (const FCoreSetting& Setting : FCoreSetting::FindAll())
	{
		Values.Add(Setting.GetName(), Setting.GetText(*this));
	}
	return Values;
}

TMap<FString, FString> UVibeUESettings::GetChangedCoreSettings() const
{
	const TMap<FString, FString> OfPreset = FCoreSetting::FindPreset(*this);
	TMap<FString, FString> Values;
	for (const FCoreSetting& Setting : FCoreSetting::FindAll())
	{
		const FString* Given = OfPreset.Find(Setting.GetName());
		if (!Setting.Is(*this, Given ? *Given : Setting.GetDefault()))
		{
			Values.Add(Setting.GetName(), Setting.GetText(*this));
		}
	}
	return Values;
}

TMap<FString, FString> UVibeUESettings::GetCoreSettingsInForce() const
{
	return FSettingSources::Read(*this).GetCoreSettings();
}

void UVibeUESettings::TakePreset()
{
	const TMap<FString, FString> OfPreset = FCoreSetting::FindPreset(*this);
	for (const FCoreSetting& Setting : FCoreSetting::FindAll())
	{
		if (const FString* Given = OfPreset.Find(Setting.GetName()))
		{
			Setting.Set(*this, *Given);
		}
	}
}

FVibeUEModelChoice UVibeUESettings::GetModelChoice() const
{
	FVibeUEModelChoice Choice;
	Choice.Provider = Provider;
	Choice.Protocol = Protocol;
	Choice.BaseUrl = BaseUrl;
	Choice.Model = Model;
	Choice.ApiKeyVariable = ApiKeyVariable;
	Choice.ApiKey = ApiKey;
	Choice.bKeyInCredentialStore = bKeyInCredentialStore;
	Choice.Headers = Headers;
	Choice.bAllowInsecure = bAllowInsecure;
	Choice.bSetTemperature = bSetTemperature;
	Choice.Temperature = Temperature;
	Choice.ReasoningEffort = ReasoningEffort;
	Choice.MaxOutputTokens = MaxOutputTokens;
	Choice.ContextWindow = ContextWindow;
	Choice.InputLimit = InputLimit;
	Choice.InputPrice = InputPrice;
	Choice.OutputPrice = OutputPrice;
	FSettingSources::Read(*this).ApplyTo(Choice);
	return Choice;
}

TArray<FString> UVibeUESettings::FindProblems() const
{
	if (!VibeUE::IsCoreUsable())
	{
		return {VibeUE::GetCoreProblem().Message};
	}
	TArray<FString> Sentences;
	for (const vibeue::SettingProblem& Problem : VibeUE::FindSettingProblems(GetChangedCoreSettings(), *this))
	{
		const FString Property = VibeUE::FromCore(Problem.unreal_name);
		// The core repeats no value of a connection or an agent.
		const FString Value = Problem.value.empty() ? FString() : FString::Printf(TEXT("\"%s\" "), *VibeUE::FromCore(Problem.value));
		Sentences.Add(FString::Printf(TEXT("%s: %s%s (%s)"), Property.IsEmpty() ? *VibeUE::FromCore(Problem.name) : *Property,
			*Value, *VibeUE::FromCore(Problem.message), *VibeUE::FromCore(Problem.fix)));
	}
	return Sentences;
}

TArray<FString> UVibeUESettings::GetProviderNames() const
{
	TArray<FString> Names;
	Names.Add(FString());
	if (!VibeUE::IsCoreUsable())
	{
		return Names;
	}
	for (const vibeue::PresetInfo& Known : vibeue::list_presets())
	{
		Names.Add(VibeUE::FromCore(Known.name));
	}
	return Names;
}

TArray<FString> UVibeUESettings::GetProtocolNames() const
{
	return {FString(), TEXT("openai"), TEXT("responses"), TEXT("anthropic"), TEXT("gemini"), TEXT("ollama")};
}

void UVibeUESettings::Save()
{
	ClampValues();
	FTeamSettings::Remember(*this);
	SaveConfig();
	// The engine says nothing when it cannot write the file.
	IFileManager& Files = IFileManager::Get();
	if (Files.IsReadOnly(*GEditorPerProjectIni) || Files.DirectoryExists(*GEditorPerProjectIni))
	{
		UE_LOG(LogVibeUE, Warning, TEXT("The settings apply until the editor closes, but could not be saved: '%s' cannot be written. Make it writable, or delete it."),
			*FPaths::ConvertRelativePathToFull(GEditorPerProjectIni));
	}
}

void UVibeUESettings::SaveAndNotify()
{
	Save();
	FPropertyChangedEvent Event(nullptr);
	OnSettingChanged().Broadcast(this, Event);
}

FName UVibeUESettings::GetContainerName() const
{
	return TEXT("Project");
}

FName UVibeUESettings::GetCategoryName() const
{
	return TEXT("Plugins");
}

void UVibeUESettings::PostInitProperties()
{
	Super::PostInitProperties();
	if (HasAnyFlags(RF_ClassDefaultObject))
	{
		// It alone is read from the files, and all others start as it is.
		FTeamSettings::Follow(*this);
	}
	// What the panel clamps, a file does not.
	ClampValues();
}

#if WITH_EDITOR
FText UVibeUESettings::GetSectionText() const
{
	return LOCTEXT("SectionText", "VibeUE");
}

void UVibeUESettings::PostEditChangeProperty(FPropertyChangedEvent& Event)
{
	if (Event.GetPropertyName() == GET_MEMBER_NAME_CHECKED(UVibeUESettings, Preset))
	{
		TakePreset();
	}
	ClampValues();
	// The panel saves them after this.
	FTeamSettings::Remember(*this);
	Super::PostEditChangeProperty(Event);
	for (const FString& Problem : FindProblems())
	{
		UE_LOG(LogVibeUE, Warning, TEXT("The settings cannot be used as they are: %s"), *Problem);
	}
}
#endif

#undef LOCTEXT_NAMESPACE
