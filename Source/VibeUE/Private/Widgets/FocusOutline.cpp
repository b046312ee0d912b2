// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/FocusOutline.h"

#include "CodeColors.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"

FColor FFocusOutline::GetColor(bool bIsLight)
{
	// Also visible next to the main buttons, which are blue in either theme.
	return bIsLight ? FColor(0x00, 0x0c, 0x20) : FColor(0xc5, 0xe8, 0xff);
}

const FSlateBrush* FFocusOutline::GetBrush()
{
	const FCodeColor Look{"Focus", GetColor(false), GetColor(true)};
	const bool bIsLight = FCodeColors::Choose(Look, FStyleColors::Panel.GetSpecifiedColor()) == FLinearColor(Look.OnLight);
	return FVibeUEStyle::GetBrush(bIsLight ? "VibeUE.Focus.OnLight" : "VibeUE.Focus.OnDark");
}
