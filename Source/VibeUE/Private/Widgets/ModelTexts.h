// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

struct FModelRow;

/** The texts about a model that can be chosen. */
struct FModelTexts
{
	/** Returns what it can do and what to know of it, in a few words: `tools, images, until 2026-11-30`. */
	static FText GetWords(const FModelRow& Row);

	/** Returns its window and its price: `200K   $3 / $15`. */
	static FText GetNumbers(const FModelRow& Row);

	/** Returns everything that is known of it in sentences; Used is what the conversation has now. */
	static FText GetDetail(const FModelRow& Row, const FString& Used);
};
