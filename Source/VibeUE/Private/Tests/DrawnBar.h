// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The bar of tokens as it is painted: what the user sees of it. */
struct FDrawnBar
{
	/** Reads the first bar of the page; without one, it has no colour. */
	static FDrawnBar Read();

	/** What the user calls its colour: green, yellow or red. */
	FString Color;

	/** How much of it is filled, from 0 to 100. */
	double Percent = -1.0;
};

#endif
