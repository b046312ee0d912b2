// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

struct FPythonLogOutputEntry;

namespace VibeUE
{
/**
 * The maximum number of characters that are kept of what a script prints: those of the beginning, and those of the end,
 * where errors are.
 */
static constexpr int32 MostOfPythonBeginning = 768 * 1024;
static constexpr int32 MostOfPythonEnd = 256 * 1024;

/** Returns what a script printed, a line for each entry, with what was left out of its middle named in its place. */
FString JoinPythonOutput(const TArray<FPythonLogOutputEntry>& Log);
} // namespace VibeUE
