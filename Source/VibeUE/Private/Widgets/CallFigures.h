// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

struct FVibeUEToolResult;

/** How long a call runs and what its result takes of the context, in words. */
struct FCallFigures
{
	/** `0.1 s` at the least, `0.4 s`, `42 s`, `3 min 5 s`, `2 h 0 min`. */
	static FText Duration(int64 Milliseconds);

	/** A time that is still going on: in whole seconds, and empty before the first of them is over. */
	static FText Elapsed(int64 Milliseconds);

	/** `0.4 s, 2,143 tokens`, as far as it is known. */
	static FText Of(const FVibeUEToolResult& Result);

private:
	static FText LongDuration(int64 Seconds);
	static FText Tokens(const FVibeUEToolResult& Result);
};
