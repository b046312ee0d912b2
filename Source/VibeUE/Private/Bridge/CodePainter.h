// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

/** Gives a piece of code its looks while it grows. The core reads it: see its crate `markdown`. */
class FCodePainter
{
public:
	/** Begins a piece of code in what its fence names; without a language that has looks, all is plain. */
	explicit FCodePainter(const FString& Language);

	/** Returns the code as a rich text whose tags FCodeColors names. Where it only grew, whole lines are not read again. */
	FString Paint(const FString& Code);

private:
	rust::Box<vibeue::CodePainter> Painter;
};
