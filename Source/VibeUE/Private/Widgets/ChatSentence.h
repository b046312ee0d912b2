// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** What the core says about a failure, as the user reads it. */
struct FChatSentence
{
	/** Returns the text with a capital at its beginning, unless its first word is a name such as "gpt-4o". */
	static FString Begin(const FString& Text);

	/** Returns what happened, followed by what to do about it in brackets; without brackets if nothing can be done. */
	static FText WithHint(const FString& Text, const FString& Hint);
};
