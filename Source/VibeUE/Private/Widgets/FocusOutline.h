// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

struct FSlateBrush;

/** The outline around what has the keyboard, on every ground of the window at least 3 to 1; the engine's own is grey and dashed. */
struct FFocusOutline
{
	/** Returns its colour in a dark or in a light theme. */
	static FColor GetColor(bool bIsLight);

	/** Returns its brush in the theme that the editor has now. */
	static const FSlateBrush* GetBrush();
};
