#pragma once

#include "Styling/SlateBrush.h"

// One flat colour. AA UnrealAiEditorStyle.cpp; EF ExtendedAtlassianStyle.cpp
struct FSlateColorBrush : FSlateBrush
{
	FSlateColorBrush(const FLinearColor& Color)
	{
		StandInKind = EStandInKind::Colour;
		TintColor = Color;
	}
	FSlateColorBrush(const FSlateColor& Color)
	{
		StandInKind = EStandInKind::Colour;
		TintColor = Color;
	}
};
