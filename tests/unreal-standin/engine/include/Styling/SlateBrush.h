#pragma once

#include "Containers/UnrealString.h"
#include "Layout/Geometry.h"
#include "Layout/Margin.h"
#include "Styling/SlateColor.h"

// How an area is painted. Members as public style classes read them: AA UnrealAiEditorStyle.cpp; DS DlgStyle.cpp; GL GameLiftPluginStyle.cpp
struct FSlateBrush
{
	FSlateBrush() = default;
	UE::Slate::FDeprecateVector2DResult GetImageSize() const
	{
		return ImageSize;
	}
	FSlateColor TintColor = FSlateColor(FLinearColor::White);
	FMargin Margin;

	// What the renderer shows.
	enum class EStandInKind : uint8
	{
		Nothing,
		Colour,
		RoundedBox,
		Image, // of a file, raster or vector
		Picture, // of pixels, as an address that holds them
		Icon, // one of the editor's own, by its key
	};
	EStandInKind StandInKind = EStandInKind::Nothing;
	FString StandInSource;
	FVector2f ImageSize{16.0f, 16.0f};
	float StandInRadius[4] = {0.0f, 0.0f, 0.0f, 0.0f}; // top left, top right, bottom right, bottom left
	FSlateColor StandInOutline = FSlateColor(FLinearColor::Transparent);
	float StandInOutlineWidth = 0.0f;
};
