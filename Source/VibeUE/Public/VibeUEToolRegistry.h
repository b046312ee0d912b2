// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUETool.h"
#include "CoreMinimal.h"

/**
 * The tools of the editor: every conversation offers them to its model while the setting Offer Editor Tools is on. A module
 * registers its tools in StartupModule, and must unregister them in ShutdownModule. Use it on the game thread only.
 */
class VIBEUE_API FVibeUEToolRegistry
{
public:
	/** A tool and its description. */
	struct FEntry
	{
		FVibeUEToolInfo Info;
		TSharedRef<IVibeUETool> Tool;
	};

	/** Returns the registry. */
	static FVibeUEToolRegistry& Get();

	/** Registers a tool. Returns false, and writes to the log, if its name is taken or no provider would accept its name or schema. */
	bool Register(const TSharedRef<IVibeUETool>& Tool);

	/** Unregisters a tool; its unanswered calls end as lost. */
	void Unregister(const FString& Name);

	/** Returns a tool by its exact name; null when there is none. */
	const FEntry* Find(const FString& Name) const;

	/** Returns all tools, in the order in which they were registered. */
	const TArray<FEntry>& GetAll() const
	{
		return Entries;
	}

	/** Fires when a tool was registered or unregistered. */
	FSimpleMulticastDelegate& OnChanged()
	{
		return Changed;
	}

private:
	TArray<FEntry> Entries;
	FSimpleMulticastDelegate Changed;
};
