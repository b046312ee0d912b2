// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SettingNotes.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreTexts.h"
#include "Bridge/CoreVersion.h"
#include "Bridge/SettingProblems.h"
#include "CoreSetting.h"
#include "SettingNames.h"
#include "SettingSources.h"
#include "TeamSettings.h"
#include "UObject/UnrealType.h"
#include "VibeUESettings.h"

#define LOCTEXT_NAMESPACE "SettingNotes"

namespace SettingNotesPrivate
{
/** Says why the value of a field is refused, and what to do. */
static FText DescribeRefusal(const vibeue::SettingProblem& Problem)
{
	const FText Field = FSettingNames::Find(VibeUE::FromCore(Problem.unreal_name));
	const FText Message = FCoreSentences::Say(VibeUE::FromCore(Problem.message));
	const FText Fix = FCoreSentences::Say(VibeUE::FromCore(Problem.fix));
	// The core repeats no value of a connection or an agent: it may be a key in the wrong field.
	return Problem.value.empty()
		? FText::Format(LOCTEXT("RefusedField", "{0}: {1}; {2}."), Field, Message, Fix)
		: FText::Format(LOCTEXT("Refused", "{0}: {1} {2}; {3}."), Field, FText::FromString(VibeUE::FromCore(Problem.value)), Message, Fix);
}
} // namespace SettingNotesPrivate

TSharedRef<FSettingNotes> FSettingNotes::Make()
{
	const TSharedRef<FSettingNotes> Made = MakeShared<FSettingNotes>();
	GetMutableDefault<UVibeUESettings>()->OnSettingChanged().AddSP(Made, &FSettingNotes::HandleSettingsChanged);
	Made->Refresh();
	return Made;
}

FText FSettingNotes::Get(FName Property) const
{
	return Notes.FindRef(Property);
}

FText FSettingNotes::GetOrigin(FName Property) const
{
	return Origins.FindRef(Property);
}

FText FSettingNotes::GetTeamValue(FName Property) const
{
	return TeamValues.FindRef(Property);
}

FText FSettingNotes::GetSources() const
{
	return Sources;
}

FText FSettingNotes::GetSourcesProblem() const
{
	return Notes.FindRef(NAME_None);
}

void FSettingNotes::HandleSettingsChanged(UObject*, FPropertyChangedEvent&)
{
	Refresh();
}

void FSettingNotes::Refresh()
{
	Notes.Empty();
	Origins.Empty();
	TeamValues.Empty();
	Sources = FText::GetEmpty();
	if (!VibeUE::IsCoreUsable())
	{
		return;
	}
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	const FSettingSources Found = FSettingSources::Read(*Settings);
	Sources = Found.DescribeAll();
	AddOrigins(Found, FTeamSettings::Read(*Settings));
	for (const TPair<FString, FText>& Problem : Found.GetProblems())
	{
		Add(Problem.Key, Problem.Value);
	}
	const TMap<FString, FString> InForce = Found.GetCoreSettings();
	for (const vibeue::SettingProblem& Problem : VibeUE::FindSettingProblems(InForce, *Settings))
	{
		Add(VibeUE::FromCore(Problem.unreal_name), SettingNotesPrivate::DescribeRefusal(Problem));
	}
	const rust::Vec<vibeue::NameValue> Values = VibeUE::ToCore(InForce);
	const rust::Slice<const vibeue::NameValue> Changed(Values.data(), Values.size());
	TMap<FString, FString> Followers;
	for (const vibeue::NameValue& Follower : vibeue::settings_that_follow(Changed))
	{
		Followers.Add(VibeUE::FromCore(Follower.name), VibeUE::FromCore(Follower.value));
	}
	for (const FCoreSetting& Setting : FCoreSetting::FindAll())
	{
		// What a preset gives is in its field already.
		const FString* Value = Followers.Find(Setting.GetName());
		if (Value && !Setting.Is(*Settings, *Value))
		{
			Add(Setting.GetName(), FText::Format(LOCTEXT("Follows", "{0}: {1} is used instead, to match your other settings."),
				FSettingNames::Find(Setting.GetName()), FText::FromString(*Value)));
		}
	}
	DescribePreset(*Settings);
}

void FSettingNotes::AddOrigins(const FSettingSources& Found, const FTeamSettings& Team)
{
	for (TFieldIterator<FProperty> Iterator(UVibeUESettings::StaticClass()); Iterator; ++Iterator)
	{
		const FString Name = Iterator->GetName();
		FText Origin = Found.Describe(Name);
		if (Origin.IsEmpty() && Team.IsTeams(Name))
		{
			Origin = FSettingSources::DescribeProject();
		}
		if (!Origin.IsEmpty())
		{
			Origins.Add(Iterator->GetFName(), Origin);
		}
		const FText Other = Team.FindOther(Name);
		if (!Other.IsEmpty())
		{
			TeamValues.Add(Iterator->GetFName(), Other);
		}
	}
}

void FSettingNotes::DescribePreset(const UVibeUESettings& Settings)
{
	const rust::Vec<vibeue::SettingsPreset> Presets = vibeue::list_setting_presets();
	const std::size_t Chosen = static_cast<std::size_t>(Settings.Preset);
	if (Chosen >= Presets.size())
	{
		return;
	}
	TArray<FString> Values;
	for (const vibeue::NameValue& Value : Presets[Chosen].values)
	{
		Values.Add(FSettingNames::Find(VibeUE::FromCore(Value.name)).ToString() + TEXT(" ") + VibeUE::FromCore(Value.value));
	}
	const vibeue::SettingsPreset& Preset = Presets[Chosen];
	const FString Key = TEXT("Preset_") + VibeUE::FromCore(Preset.name);
	Add(GET_MEMBER_NAME_CHECKED(UVibeUESettings, Preset).ToString(),
		FText::Format(LOCTEXT("Preset", "{0}: {1}\n{2}."), FCoreTexts::Find(Key + TEXT("_Title"), VibeUE::FromCore(Preset.title)),
			FCoreTexts::Find(Key + TEXT("_Meaning"), VibeUE::FromCore(Preset.meaning)), FText::FromString(FString::Join(Values, TEXT(", ")))));
}

void FSettingNotes::Add(const FString& Property, const FText& Note)
{
	FText& Whole = Notes.FindOrAdd(Property.IsEmpty() ? FName() : FName(*Property));
	Whole = Whole.IsEmpty() ? Note : FText::FromString(Whole.ToString() + TEXT("\n") + Note.ToString());
}

#undef LOCTEXT_NAMESPACE
