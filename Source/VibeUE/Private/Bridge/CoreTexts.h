// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** Texts of the core that the window shows, in the editor's language. */
struct FCoreTexts
{
	/** Returns the text of a key; the English one if no such key is known. */
	static FText Find(const FString& Key, const FString& English);

	/**
	 * Returns what a command does.
	 * @param Typed  The command as it is typed, with its slash.
	 * @param English  What the core says of it.
	 */
	static FText OfCommand(const FString& Typed, const FString& English)
	{
		return Find(TEXT("Command_") + Typed.TrimStartAndEnd().RightChop(1), English);
	}
};
