// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** Colours of texts that are not the theme's own and are chosen for it: those of code, and of quiet words. */
struct FThemeColors
{
	/**
	 * Chooses them again if the editor's theme has changed from dark to light or back since they were chosen, for texts
	 * that are made from then on. Returns whether the theme is light. Cheap enough for each frame.
	 */
	static bool Follow();
};
