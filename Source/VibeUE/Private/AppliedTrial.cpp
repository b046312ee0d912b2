// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "AppliedTrial.h"

#include "Bridge/SettingsTuning.h"
#include "CoreSetting.h"
#include "VibeUESettings.h"

FAppliedTrial FAppliedTrial::Apply(UVibeUESettings& Settings, const FTuningTrial& Trial)
{
	FAppliedTrial Applied;
	const TArray<FCoreSetting> All = FCoreSetting::FindAll();
	TMap<FString, FString> Old;
	for (const FCoreSetting& Setting : All)
	{
		Old.Add(Setting.GetName(), Setting.GetText(Settings));
	}
	const bool bIsPreset = Trial.Kind == FTuningTrial::EKind::Preset;
	for (const FCoreSetting& Setting : All)
	{
		if (bIsPreset && Setting.GetName() == GET_MEMBER_NAME_CHECKED(UVibeUESettings, Preset).ToString())
		{
			Setting.Set(Settings, Trial.Preset);
		}
		for (const FTuningChange& Change : Trial.Changes)
		{
			if (!bIsPreset && !Change.bFollows && Setting.GetName() == Change.Name)
			{
				Setting.Set(Settings, Change.After);
			}
		}
	}
	if (bIsPreset)
	{
		Settings.TakePreset();
	}
	for (const FCoreSetting& Setting : All)
	{
		const FString Name = Setting.GetName();
		if (Setting.GetText(Settings) != Old.FindRef(Name))
		{
			Applied.Names.Add(Name);
			Applied.Before.Add(Name, Old.FindRef(Name));
			Applied.After.Add(Name, Setting.GetText(Settings));
		}
	}
	Settings.SaveAndNotify();
	return Applied;
}

bool FAppliedTrial::IsInForce(const UVibeUESettings& Settings) const
{
	for (const FCoreSetting& Setting : FCoreSetting::FindAll())
	{
		const FString* Value = After.Find(Setting.GetName());
		if (Value && Setting.GetText(Settings) != *Value)
		{
			return false;
		}
	}
	return true;
}

void FAppliedTrial::TakeBack(UVibeUESettings& Settings) const
{
	for (const FCoreSetting& Setting : FCoreSetting::FindAll())
	{
		if (const FString* Value = Before.Find(Setting.GetName()))
		{
			Setting.Set(Settings, *Value);
		}
	}
	Settings.SaveAndNotify();
}
