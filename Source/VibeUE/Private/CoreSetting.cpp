// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreSetting.h"

#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "Math/NumericLimits.h"
#include "PropertyText.h"
#include "UObject/UnrealType.h"
#include "VibeUESettings.h"

namespace CoreSettingPrivate
{
/** What the core calls a number that it learns. */
static const TCHAR* const Learned = TEXT("auto");
} // namespace CoreSettingPrivate

TArray<FCoreSetting> FCoreSetting::FindAll()
{
	const UClass* Class = UVibeUESettings::StaticClass();
	TArray<FCoreSetting> Found;
	if (!VibeUE::IsCoreUsable())
	{
		// The plugin stays off and says why; a table of another build cannot be read.
		return Found;
	}
	for (const vibeue::SettingInfo& Info : vibeue::list_settings())
	{
		const FString Name = VibeUE::FromCore(Info.unreal_name);
		if (const FProperty* Property = Class->FindPropertyByName(FName(*Name)))
		{
			const bool bIsLearned = Info.kind == vibeue::SettingKind::LearnedTokens;
			const FProperty* Learned = bIsLearned ? Class->FindPropertyByName(FName(*(TEXT("bLearn") + Name))) : nullptr;
			Found.Add(FCoreSetting(*Property, CastField<FBoolProperty>(Learned), Info));
		}
	}
	return Found;
}

TMap<FString, FString> FCoreSetting::FindPreset(const UVibeUESettings& Settings)
{
	TMap<FString, FString> Values;
	if (!VibeUE::IsCoreUsable())
	{
		return Values;
	}
	// The choices are numbered in the core's order.
	const rust::Vec<vibeue::SettingsPreset> Presets = vibeue::list_setting_presets();
	const std::size_t Chosen = static_cast<std::size_t>(Settings.Preset);
	if (Chosen < Presets.size())
	{
		for (const vibeue::NameValue& Value : Presets[Chosen].values)
		{
			Values.Add(VibeUE::FromCore(Value.name), VibeUE::FromCore(Value.value));
		}
	}
	return Values;
}

FCoreSetting::FCoreSetting(const FProperty& InProperty, const FBoolProperty* InLearned, const vibeue::SettingInfo& InInfo)
	: Property(&InProperty)
	, Learned(InLearned)
	, Info(InInfo)
{
}

FString FCoreSetting::GetName() const
{
	return Property->GetName();
}

FString FCoreSetting::GetText(const UVibeUESettings& Settings) const
{
	if (Learned && Learned->GetPropertyValue_InContainer(&Settings))
	{
		return CoreSettingPrivate::Learned;
	}
	const FString Text = FPropertyText::Read(*Property, Settings);
	if (Info.kind == vibeue::SettingKind::Choice)
	{
		// The choices are numbered in the core's order.
		int32 Choice = INDEX_NONE;
		LexFromString(Choice, *Text);
		const bool bIsKnown = Choice >= 0 && Choice < static_cast<int32>(Info.choices.size());
		return VibeUE::FromCore(bIsKnown ? Info.choices[static_cast<std::size_t>(Choice)] : Info.default_value);
	}
	return Text;
}

FString FCoreSetting::GetDefault() const
{
	return VibeUE::FromCore(Info.default_value);
}

FString FCoreSetting::ToPropertyText(const FString& Value) const
{
	if (Info.kind == vibeue::SettingKind::Choice)
	{
		int32 Choice = 0;
		for (const rust::String& Word : Info.choices)
		{
			if (VibeUE::FromCore(Word) == Value)
			{
				break;
			}
			++Choice;
		}
		return FString::FromInt(Choice);
	}
	return Value == CoreSettingPrivate::Learned ? FString::SanitizeFloat(Info.min_value) : Value;
}

bool FCoreSetting::Is(const UVibeUESettings& Settings, const FString& Value) const
{
	const FString Text = GetText(Settings);
	double Number = 0.0;
	double Expected = 0.0;
	return Text == Value || (LexTryParseString(Number, *Text) && LexTryParseString(Expected, *Value) && Number == Expected);
}

void FCoreSetting::Set(UVibeUESettings& Settings, const FString& Value) const
{
	FPropertyText::Write(*Property, Settings, ToPropertyText(Value));
	if (Learned)
	{
		Learned->SetPropertyValue_InContainer(&Settings, Value == CoreSettingPrivate::Learned);
	}
}

void FCoreSetting::Clamp(UVibeUESettings& Settings) const
{
	if (!Info.has_range)
	{
		return;
	}
	double Default = 0.0;
	LexFromString(Default, *ToPropertyText(GetDefault()));
	FPropertyText::ClampNumber(*Property, Settings, Info.min_value, Info.max_value, Default);
	// The range of a text counts its characters, that of a list its entries.
	const int32 Most = static_cast<int32>(Info.max_value);
	if (Info.kind == vibeue::SettingKind::Text)
	{
		FPropertyText::CutText(*Property, Settings, Most);
		FPropertyText::CutList(*Property, Settings, static_cast<int32>(VIBEUE_MAX_SETTING_LINES), Most);
	}
	else if (Info.kind == vibeue::SettingKind::List)
	{
		FPropertyText::CutList(*Property, Settings, Most, TNumericLimits<int32>::Max());
	}
}
