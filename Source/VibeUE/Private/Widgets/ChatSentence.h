// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** What the core says about a failure, as a person reads it. */
struct FChatSentence
{
	/** Returns the text with a capital at its beginning, unless its first word is a name such as "gpt-4o". */
	static FString Begin(const FString& Text);

	/** Returns what happened with what to do about it behind it, in brackets; without brackets where nothing is known to do. */
	static FText WithHint(const FString& Text, const FString& Hint);
};
