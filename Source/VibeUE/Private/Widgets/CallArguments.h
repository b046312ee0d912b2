// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** What a tool is called with, for the user to read: names and values instead of JSON. */
struct FCallArguments
{
	/**
	 * Returns one line for each argument, and further ones, indented, for a value of several lines. What is not JSON is as it is. Values within
	 * values are shortened, unless all of it is wanted.
	 */
	static FString Lines(const FString& Json, bool bIsWhole);

	/** Returns the beginning of that on one line. */
	static FText OneLine(const FString& Json);
};
