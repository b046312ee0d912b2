// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Styling/SlateColor.h"

/** Colours of words for which the theme's own are too faint to read on the window's backgrounds (below 4.5 to 1). */
struct FWordColors
{
	/** Returns the colour of words that are less important than others. */
	static FSlateColor GetQuiet();

	/** Returns the colour of words about a failure, or about something that is removed. */
	static FSlateColor GetError();
};
