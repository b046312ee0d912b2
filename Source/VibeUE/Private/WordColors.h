// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Styling/SlateColor.h"

/** Colours of words where the theme's own are too faint to read on the grounds of the window (below 4.5 to 1). */
struct FWordColors
{
	/** Returns the colour of words that are less important than others. */
	static FSlateColor GetQuiet();

	/** Returns the colour of words that tell of a failure, or of something that goes. */
	static FSlateColor GetError();
};
