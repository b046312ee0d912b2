// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** Tells for a while that a file was written. */
struct FChatFileNotice
{
	/** Shows a notice with a way to the file's folder; {0} of the sentence is the file's name, and {1} the detail. */
	static void Show(const FText& Sentence, const FString& Path, const FText& Detail = FText());
};
