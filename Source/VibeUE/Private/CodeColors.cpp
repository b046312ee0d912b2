// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CodeColors.h"

TArray<FCodeColor> FCodeColors::GetAll()
{
	return {
		{"CodeKeyword", FColor(0xd2, 0x93, 0xe0), FColor(0x84, 0x1c, 0x96)},
		{"CodeType", FColor(0x5c, 0xcb, 0xb4), FColor(0x0a, 0x60, 0x58)},
		{"CodeText", FColor(0xe0, 0xa0, 0x7c), FColor(0x96, 0x30, 0x10)},
		{"CodeNumber", FColor(0xb9, 0xd3, 0xa2), FColor(0x2a, 0x60, 0x10)},
		{"CodeComment", FColor(0x8f, 0x9f, 0x8c), FColor(0x50, 0x5e, 0x4c)},
		{"CodeDirective", FColor(0xe3, 0xc0, 0x78), FColor(0x70, 0x4c, 0x00)},
		{"CodeKey", FColor(0x83, 0xbf, 0xf2), FColor(0x08, 0x4c, 0x96)},
		{"CodeAdded", FColor(0x8b, 0xc2, 0x4a), FColor(0x1e, 0x64, 0x1e)},
		{"CodeRemoved", FColor(0xff, 0x82, 0x78), FColor(0xa8, 0x1e, 0x1a)},
	};
}

float FCodeColors::GetLuminance(const FLinearColor& Color)
{
	return 0.2126f * Color.R + 0.7152f * Color.G + 0.0722f * Color.B;
}

FLinearColor FCodeColors::Choose(const FCodeColor& Look, const FLinearColor& Ground)
{
	// As bright as the middle of black and white for the eye.
	static constexpr float Middle = 0.18f;
	return FLinearColor(GetLuminance(Ground) < Middle ? Look.OnDark : Look.OnLight);
}
