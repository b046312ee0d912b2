// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** The beginning of a text that is too long to be shown. */
struct FChatExcerpt
{
	/** Returns at most this many characters of a text, and no half of one that takes two, as an emoji does. */
	static FString Begin(const FString& Text, int32 MostCharacters);
};
