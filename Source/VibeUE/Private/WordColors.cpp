// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "WordColors.h"

#include "CodeColors.h"
#include "Styling/StyleColors.h"

FSlateColor FWordColors::GetQuiet()
{
	static const FCodeColor Quiet{"Quiet", FColor(0xa4, 0xa4, 0xa4), FColor(0x50, 0x50, 0x50)};
	return FCodeColors::Choose(Quiet, FStyleColors::Panel.GetSpecifiedColor());
}

FSlateColor FWordColors::GetError()
{
	static const FCodeColor Error{"Error", FColor(0xff, 0x6b, 0x63), FColor(0xa8, 0x1e, 0x1a)};
	return FCodeColors::Choose(Error, FStyleColors::Panel.GetSpecifiedColor());
}
