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

	/** Returns the property's name. */
	FString GetName() const;

	/** Returns the value as the core reads it. */
	FString GetText(const UVibeUESettings& Settings) const;

	/** Returns whether the value is the core's default. */
	bool IsDefault(const UVibeUESettings& Settings) const;

	/** Sets the value to the core's default. */
	void Reset(UVibeUESettings& Settings) const;

	/** Brings a number into its range, and a text or a list to the length that the core takes. */
	void Clamp(UVibeUESettings& Settings) const;

private:
	FCoreSetting(const FProperty& InProperty, const FBoolProperty* InLearned, const vibeue::SettingInfo& InInfo);

	/** The default, as PropertyText reads it. */
	FString GetDefault() const;

	const FProperty* Property;
	/** Whether the number is learned, where it can be: bLearn and the property's name. */
	const FBoolProperty* Learned;
	vibeue::SettingInfo Info;
};
