// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** An agent that is known by name, for a list to choose from. */
struct FKnownAgent
{
	/** Returns all of them; none if the core cannot be used. */
	static TArray<FKnownAgent> FindAll();

	/** Its name for people. */
	FString Title;

	/** The command line that starts it. */
	FString Command;

	/** The command that installs it. */
	FString Install;
};
