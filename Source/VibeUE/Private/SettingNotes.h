// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

struct FPropertyChangedEvent;
class FSettingSources;
class FTeamSettings;
class UVibeUESettings;

/**
 * What the settings page says about single settings: why a value is refused, which value is in force if it follows what
 * was set elsewhere, and what the chosen preset is for. Stays up to date while the settings change.
 */
class FSettingNotes : public TSharedFromThis<FSettingNotes>
{
public:
	static TSharedRef<FSettingNotes> Make();

	/** Returns what is to be said of a property; empty when nothing is. */
	FText Get(FName Property) const;

	/** Says where the value of a property comes from; empty when nobody set it. */
	FText GetOrigin(FName Property) const;

	/** Returns the value that the project shares where the user has another; empty where not. */
	FText GetTeamValue(FName Property) const;

	/** Says where values come from next to the page; empty when from nowhere else. */
	FText GetSources() const;

	/** Says what is wrong with those places as a whole; empty when nothing is. */
	FText GetSourcesProblem() const;

private:
	void HandleSettingsChanged(UObject* Settings, FPropertyChangedEvent& Event);
	void Refresh();
	/** Says of each property where its value comes from, and what the project shares in its place. */
	void AddOrigins(const FSettingSources& Found, const FTeamSettings& Team);
	/** Says what the chosen preset is for, and which values it gives. */
	void DescribePreset(const UVibeUESettings& Settings);
	void Add(const FString& Property, const FText& Note);

	TMap<FName, FText> Notes;
	TMap<FName, FText> Origins;
	TMap<FName, FText> TeamValues;
	FText Sources;
};
