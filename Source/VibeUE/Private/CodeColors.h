// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** One look of code. */
struct FCodeColor
{
	/** What rich texts call it. */
	const ANSICHAR* Tag;
	/** On a dark ground. */
	FColor OnDark;
	/** On a light one. */
	FColor OnLight;
};

/** The colours of code, for the dark and the light themes of the editor: readable on either (4.5 to 1 and more). */
struct FCodeColors
{
	/** Returns all looks. */
	static TArray<FCodeColor> GetAll();

	/** Returns how bright a colour is to the eye, from 0 to 1. */
	static float GetLuminance(const FLinearColor& Color);

	/** Returns a look's colour on the background of code. */
	static FLinearColor Choose(const FCodeColor& Look, const FLinearColor& Ground);
};
