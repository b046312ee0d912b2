// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

/** Looks up the assets and actors that a text names by @: what the editor knows of them, without loading anything. */
class FHostLookup
{
public:
	/** Returns one for each name that is the editor's; those that are gone have found none. Called on the game thread. */
	static TArray<vibeue::HostThing> Find(const FString& Text);
};
