// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

class UVibeUESettings;
struct FVibeUEModelChoice;

/**
 * Where the values of the settings come from: from the user's settings file, the project, the environment or the user,
 * in this order, the later ones winning. The core decides which; this is what it said when it was read.
 */
class FSettingSources
{
public:
	/** Asks the core: it reads the settings file and the project's. On the game thread. */
	static FSettingSources Read(const UVibeUESettings& Settings);

	/** Returns what is in force of the core's settings, those that some source names, by the properties' names. */
	TMap<FString, FString> GetCoreSettings() const;

	/** Puts into a connection what the settings file or the environment gives to it. */
	void ApplyTo(FVibeUEModelChoice& Model) const;

	/** Says where the value of a property comes from; empty when nobody set it. */
	FText Describe(const FString& Property) const;

	/** Says that a value comes from the project. */
	static FText DescribeProject();

	/** Returns a value on one line, cut if it is long; an address that may hold a password is not shown. */
	static FText Show(const FString& Value);

	/** Says where values come from next to the page; empty when there are none. */
	FText DescribeAll() const;

	/** Returns what has no effect because it is wrong, by the property; what belongs to none, and to the file as a whole, has no name. */
	TArray<TPair<FString, FText>> GetProblems() const;

private:
	/** Returns the value that the settings file or the environment gives; null if neither does. */
	const vibeue::SourcedValue* FindOutside(const FString& Property) const;

	/** Puts the server that is in force into a connection, and removes from it what is meant for another. */
	void ApplyServer(FVibeUEModelChoice& Model) const;

	vibeue::SettingSources Sources{};
	/** The names of the properties that the core has settings for. */
	TArray<FString> CoreNames;
};
