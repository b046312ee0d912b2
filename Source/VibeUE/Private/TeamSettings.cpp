// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "TeamSettings.h"

#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "CoreGlobals.h"
#include "CoreSetting.h"
#include "Misc/ConfigCacheIni.h"
#include "Misc/Paths.h"
#include "PropertyText.h"
#include "SettingSources.h"
#include "UObject/EnumProperty.h"
#include "UObject/UnrealType.h"
#include "VibeUESettings.h"

namespace TeamSettingsPrivate
{
/** What the settings hold of what a team may share. */
static rust::Vec<vibeue::PageField> MakePage(const UVibeUESettings& Settings)
{
	rust::Vec<vibeue::PageField> Page;
	const TMap<FString, FString> OfCore = Settings.GetCoreSettings();
	for (const rust::String& Shared : vibeue::shared_setting_names())
	{
		const FString Name = VibeUE::FromCore(Shared);
		const FProperty* Property = UVibeUESettings::StaticClass()->FindPropertyByName(FName(*Name));
		if (!Property)
		{
			continue;
		}
		vibeue::PageField Field{};
		Field.unreal_name = Shared;
		if (const TArray<FString>* List = FPropertyText::FindList(*Property, Settings))
		{
			Field.is_list = true;
			for (const FString& Text : *List)
			{
				Field.texts.push_back(VibeUE::ToCore(Text));
			}
		}
		else
		{
			// Of a choice the properties have the number.
			const FString* Word = CastField<FEnumProperty>(Property) ? OfCore.Find(Name) : nullptr;
			Field.texts.push_back(VibeUE::ToCore(Word ? *Word : FPropertyText::Read(*Property, Settings)));
		}
		Page.push_back(std::move(Field));
	}
	return Page;
}

static vibeue::TeamValues ReadFile(const UVibeUESettings& Settings)
{
	const rust::Vec<vibeue::PageField> Page = MakePage(Settings);
	return vibeue::read_team_values(VibeUE::ToCore(FTeamSettings::GetFile()), VibeUE::ToCore(Settings.SeenOfProject),
		rust::Slice<const vibeue::PageField>(Page.data(), Page.size()));
}

/** The texts of a value, as a list. */
static TArray<FString> GetTexts(const vibeue::PageField& Field)
{
	TArray<FString> Texts;
	for (const rust::String& Text : Field.texts)
	{
		Texts.Add(VibeUE::FromCore(Text));
	}
	return Texts;
}

static void Write(const vibeue::PageField& Field, UVibeUESettings& Settings)
{
	const FString Name = VibeUE::FromCore(Field.unreal_name);
	const TArray<FString> Texts = GetTexts(Field);
	const FProperty* Property = UVibeUESettings::StaticClass()->FindPropertyByName(FName(*Name));
	if (!Property)
	{
		return;
	}
	if (TArray<FString>* List = FPropertyText::FindList(*Property, Settings))
	{
		*List = Texts;
	}
	else if (Texts.Num() == 1 && !CastField<FEnumProperty>(Property))
	{
		FPropertyText::Write(*Property, Settings, Texts[0]);
	}
	else if (Texts.Num() == 1)
	{
		for (const FCoreSetting& Setting : FCoreSetting::FindAll())
		{
			if (Setting.GetName() == Name)
			{
				Setting.Set(Settings, Texts[0]);
			}
		}
	}
}

/**
 * Has the engine read the project's file again. It compares what it saves for the user with that file as it was read, and leaves
 * out what is the same: an own value that was the file's before would not be saved.
 */
static void ReadAgain()
{
	if (GConfig)
	{
		FString File;
		// What other classes have not written of the user's file yet would be lost.
		GConfig->Flush(false, GEditorPerProjectIni);
		FConfigCacheIni::LoadGlobalIniFile(File, TEXT("EditorPerProjectUserSettings"), nullptr, true);
	}
}
} // namespace TeamSettingsPrivate

FString FTeamSettings::GetFile()
{
	return FPaths::ConvertRelativePathToFull(FPaths::ProjectConfigDir() / TEXT("DefaultEditorPerProjectUserSettings.ini"));
}

FTeamSettings FTeamSettings::Read(const UVibeUESettings& Settings)
{
	FTeamSettings Team;
	if (!VibeUE::IsCoreUsable())
	{
		return Team;
	}
	const vibeue::TeamValues Found = TeamSettingsPrivate::ReadFile(Settings);
	for (const vibeue::PageField& Field : Found.values)
	{
		Team.Values.Add(VibeUE::FromCore(Field.unreal_name), FString::Join(TeamSettingsPrivate::GetTexts(Field), TEXT(", ")));
	}
	for (const rust::String& Name : Found.overridden)
	{
		Team.Overridden.Add(VibeUE::FromCore(Name));
	}
	return Team;
}

void FTeamSettings::Follow(UVibeUESettings& Settings)
{
	if (!VibeUE::IsCoreUsable())
	{
		return;
	}
	const vibeue::TeamValues Found = TeamSettingsPrivate::ReadFile(Settings);
	for (const vibeue::PageField& Field : Found.changes)
	{
		TeamSettingsPrivate::Write(Field, Settings);
	}
	Settings.SeenOfProject = VibeUE::FromCore(Found.memory);
}

void FTeamSettings::Remember(UVibeUESettings& Settings)
{
	if (!VibeUE::IsCoreUsable())
	{
		return;
	}
	const rust::Vec<vibeue::PageField> Page = TeamSettingsPrivate::MakePage(Settings);
	Settings.SeenOfProject = VibeUE::FromCore(
		vibeue::remember_team_values(VibeUE::ToCore(Settings.SeenOfProject), rust::Slice<const vibeue::PageField>(Page.data(), Page.size())));
}

vibeue::SharingResult FTeamSettings::Share(UVibeUESettings& Settings)
{
	// Not by UObject::UpdateSinglePropertyInConfigFile, which says nothing of a file that it cannot write, nor by
	// TryUpdateDefaultConfigFile, which writes the key, too, nor by GConfig, which writes the whole file from its memory and takes away
	// what others wrote meanwhile (lootlocker/unreal-sdk, pull request 323).
	const rust::Vec<vibeue::PageField> Page = TeamSettingsPrivate::MakePage(Settings);
	const vibeue::SharingResult Result =
		vibeue::share_settings(VibeUE::ToCore(GetFile()), rust::Slice<const vibeue::PageField>(Page.data(), Page.size()));
	if (Result.end == vibeue::SharingEnd::Written)
	{
		TeamSettingsPrivate::ReadAgain();
		Follow(Settings);
		Settings.SaveAndNotify();
	}
	return Result;
}

void FTeamSettings::Restore(UVibeUESettings& Settings, const FString& Property)
{
	if (!VibeUE::IsCoreUsable())
	{
		return;
	}
	const vibeue::TeamValues Found = TeamSettingsPrivate::ReadFile(Settings);
	const auto Take = [&Found, &Settings](const FString& Name)
	{
		for (const vibeue::PageField& Field : Found.values)
		{
			if (VibeUE::FromCore(Field.unreal_name) == Name)
			{
				TeamSettingsPrivate::Write(Field, Settings);
			}
		}
	};
	Take(Property);
	if (Property == GET_MEMBER_NAME_CHECKED(UVibeUESettings, Preset).ToString())
	{
		Settings.TakePreset();
		for (const TPair<FString, FString>& Given : FCoreSetting::FindPreset(Settings))
		{
			Take(Given.Key);
		}
	}
	Settings.SaveAndNotify();
}

bool FTeamSettings::IsTeams(const FString& Property) const
{
	return Values.Contains(Property) && !Overridden.Contains(Property);
}

FText FTeamSettings::FindOther(const FString& Property) const
{
	const FString* Value = Overridden.Contains(Property) ? Values.Find(Property) : nullptr;
	return Value ? FSettingSources::Show(*Value) : FText::GetEmpty();
}
