// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/SettingsTuning.h"
#include "CoreMinimal.h"
#include "Styling/SlateColor.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SLeafWidget.h"

/** The lines of a plot, painted as the core drew them, as large as there is room. */
class STuningLines : public SLeafWidget
{
public:
	SLATE_BEGIN_ARGS(STuningLines)
	{
	}
	SLATE_ARGUMENT(FTuningPlot, Plot)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** How many conversations have colours of their own. */
	static constexpr int32 MostColors = 6;

	/** Returns the colour of a line. */
	static FLinearColor ColorOf(vibeue::PlotInk Ink, int32 Color);

	virtual int32 OnPaint(const FPaintArgs& Args, const FGeometry& AllottedGeometry, const FSlateRect& MyCullingRect,
		FSlateWindowElementList& OutDrawElements, int32 LayerId, const FWidgetStyle& InWidgetStyle, bool bParentEnabled) const override;
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;

private:
	FTuningPlot Plot;
};
