#pragma once

#include "Containers/Array.h"
#include "Layout/Geometry.h"
#include "Math/Color.h"

#include <vector>

// PX SPCGExDotComparisonPreview.cpp; CX SCortexConversionOverlay.cpp
enum class ESlateDrawEffect : uint8
{
	None,
};

// What a widget has painted. PX SPCGExDotComparisonPreview.cpp
class FSlateWindowElementList
{
public:
	struct FStandInLines
	{
		int32 Layer = 0;
		TArray<FVector2D> Points;
		FLinearColor Tint;
		float Thickness = 1.0f;
	};
	std::vector<FStandInLines> StandInLines;
};

// PX SPCGExDotComparisonPreview.cpp
class FSlateDrawElement
{
public:
	static void MakeLines(FSlateWindowElementList& ElementList, uint32 InLayer, const FPaintGeometry& PaintGeometry, const TArray<FVector2D>& Points,
		ESlateDrawEffect InDrawEffects, const FLinearColor& InTint, bool bAntialias, float Thickness);
};
