// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

class UVibeUESettings;

/**
 * What the project's file says of the settings that a team may share, which are never those of a connection, a key or a permission.
 * The core knows which these are, reads and writes the file, and says which values a user has not changed; here its values pass
 * to and from the properties.
 *
 * The engine reads the file below the user's own. But it saves the settings of a class as a whole, so whoever once changed one
 * has lines for all, which would hide what the team shares later. So the settings keep what the file gave when they were saved
 * (UVibeUESettings::SeenOfProject), and what still has that value, or its default, takes the file's value of today.
 */
class FTeamSettings
{
public:
	/** Returns the whole path of the project's file. */
	static FString GetFile();

	/** Reads the project's file. On the game thread. */
	static FTeamSettings Read(const UVibeUESettings& Settings);

	/** Gives settings that were just read the team's values where their user has not chosen others. */
	static void Follow(UVibeUESettings& Settings);

	/** Notes in settings that are about to be saved which of the team's lists were emptied: an empty list has no line in the user's file. */
	static void Remember(UVibeUESettings& Settings);

	/** Writes what differs from the defaults into the project's file. */
	static vibeue::SharingResult Share(UVibeUESettings& Settings);

	/** Gives a property the team's value again, and saves. Of a preset, the fields that it fills in follow. */
	static void Restore(UVibeUESettings& Settings, const FString& Property);

	/** Returns whether the value of a property is the one that the team shares. */
	bool IsTeams(const FString& Property) const;

	/** Returns the team's value of a property where the user has another; nothing else. */
	FText FindOther(const FString& Property) const;

private:
	/** The values of the file, each on one line, by the properties' names. */
	TMap<FString, FString> Values;
	/** The properties for which the user has another. */
	TArray<FString> Overridden;
};
