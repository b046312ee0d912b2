// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

/** What the versions of a summary changed. */
struct FSummaryChanges
{
	/**
	 * Returns a line on each version in the editor's language, and after it the lines that came (+) and went (-); empty
	 * if there are no versions.
	 */
	static FString Describe(const rust::Vec<vibeue::SummaryVersion>& Versions);
};
