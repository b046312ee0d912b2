#pragma once

#include "Styling/SlateBrush.h"

// A filled box with round corners and, if wanted, an outline. Epic: SlateCore/FSlateRoundedBoxBrush/__ctor; AA UnrealAiEditorStyle.cpp;
// EF SBacklotStylePrimitives.cpp. Colours may be either kind.
struct FSlateRoundedBoxBrush : FSlateBrush
{
	FSlateRoundedBoxBrush(const FSlateColor& Color)
		: FSlateRoundedBoxBrush(Color, 4.0f)
	{
	}
	FSlateRoundedBoxBrush(const FSlateColor& Color, float Radius)
		: FSlateRoundedBoxBrush(Color, Radius, FSlateColor(FLinearColor::Transparent), 0.0f)
	{
	}
	FSlateRoundedBoxBrush(const FSlateColor& Color, float Radius, const FSlateColor& Outline, float OutlineWidth)
	{
		StandInKind = EStandInKind::RoundedBox;
		TintColor = Color;
		StandInRadius[0] = StandInRadius[1] = StandInRadius[2] = StandInRadius[3] = Radius;
		StandInOutline = Outline;
		StandInOutlineWidth = OutlineWidth;
	}
	FSlateRoundedBoxBrush(const FLinearColor& Color)
		: FSlateRoundedBoxBrush(FSlateColor(Color))
	{
	}
	FSlateRoundedBoxBrush(const FLinearColor& Color, float Radius)
		: FSlateRoundedBoxBrush(FSlateColor(Color), Radius)
	{
	}
	FSlateRoundedBoxBrush(const FLinearColor& Color, float Radius, const FLinearColor& Outline, float OutlineWidth)
		: FSlateRoundedBoxBrush(FSlateColor(Color), Radius, FSlateColor(Outline), OutlineWidth)
	{
	}
};
