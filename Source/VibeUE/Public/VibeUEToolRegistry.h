// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUETool.h"
#include "CoreMinimal.h"

/**
 * The tools of the editor: every conversation offers them to its model while the setting Offer Editor Tools is on. A module
 * registers its tools in StartupModule, and must unregister them in ShutdownModule. For the game thread.
 */
class VIBEUE_API FVibeUEToolRegistry
{
public:
	/** A tool and what it said of itself. */
	struct FEntry
	{
		FVibeUEToolInfo Info;
		TSharedRef<IVibeUETool> Tool;
	};

	/** Returns the only one. */
	static FVibeUEToolRegistry& Get();

	/** Makes a tool known. False, and a line in the log, when its name is taken, or no provider would take its name or its schema. */
	bool Register(const TSharedRef<IVibeUETool>& Tool);

	/** Takes a tool back; calls that it has not answered end as lost. */
	void Unregister(const FString& Name);

	/** Returns a tool by its name, to the letter; null when there is none. */
	const FEntry* Find(const FString& Name) const;

	/** Returns all tools, in the order in which they were registered. */
	const TArray<FEntry>& GetAll() const
	{
		return Entries;
	}

	/** Fires when a tool came or went. */
	FSimpleMulticastDelegate& OnChanged()
	{
		return Changed;
	}

private:
	TArray<FEntry> Entries;
	FSimpleMulticastDelegate Changed;
};
