// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

class FBoolProperty;
class FProperty;
class UVibeUESettings;

/**
 * A setting of the core, and the property of UVibeUESettings that shows it. Values, defaults and ranges pass between the two by
 * the core's table and the engine's reflection: no setting is listed anywhere else.
 */
class FCoreSetting
{
public:
	/** Returns every setting that the core's table and the class both have, in the table's order. */
	static TArray<FCoreSetting> FindAll();

	/** Returns what the preset of these settings gives, by the properties' names: a value for each setting that any preset decides. */
	static TMap<FString, FString> FindPreset(const UVibeUESettings& Settings);

	/** Returns the property's name. */
	FString GetName() const;

	/** Returns the value as the core reads it. */
	FString GetText(const UVibeUESettings& Settings) const;

	/** Returns the default as the core writes it. */
	FString GetDefault() const;

	/** Returns whether the value is this one, which is as the core writes it: 1 is 1.0. */
	bool Is(const UVibeUESettings& Settings, const FString& Value) const;

	/** Sets the value to this one, which is as the core writes it. */
	void Set(UVibeUESettings& Settings, const FString& Value) const;

	/** Brings a number into its range, and a text or a list to the length that the core takes. */
	void Clamp(UVibeUESettings& Settings) const;

private:
	FCoreSetting(const FProperty& InProperty, const FBoolProperty* InLearned, const vibeue::SettingInfo& InInfo);

	/** A value as PropertyText reads it. */
	FString ToPropertyText(const FString& Value) const;

	const FProperty* Property;
	/** Whether the number is learned, if it can be: bLearn and the property's name. */
	const FBoolProperty* Learned;
	vibeue::SettingInfo Info;
};
