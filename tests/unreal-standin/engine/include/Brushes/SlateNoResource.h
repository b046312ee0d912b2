#pragma once

#include "Styling/SlateBrush.h"

// Paints nothing. AA UnrealAiEditorStyle.cpp
struct FSlateNoResource : FSlateBrush
{
	FSlateNoResource() = default;
};
