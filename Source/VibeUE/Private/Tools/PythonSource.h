// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

namespace VibeUE
{
/** Returns a text as a literal of Python. */
FString QuotePython(const FString& Text);

/**
 * Returns the expression that runs a script in names of its own and gives its variable `result`, or None. Its lines
 * keep their numbers in tracebacks, input() fails at once instead of waiting for somebody, sys.exit() ends only the
 * script, and a script that reads like a path is not taken for a file.
 */
FString MakePythonSource(const FString& Script);
} // namespace VibeUE
