// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/SettingsTuning.h"
#include "CoreMinimal.h"
#include "Layout/Margin.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** How full each request would have been under one combination of settings: a title, the lines, and the numbers next to them. */
class STuningPlot : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(STuningPlot)
	{
	}
	SLATE_ARGUMENT(FText, Title)
	SLATE_ARGUMENT(FTuningPlot, Plot)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	/** The lines with the numbers at their places. */
	TSharedRef<SWidget> MakeDrawing(const FTuningPlot& Plot);

	/** A text of the plot, in a box of its own. */
	static TSharedRef<SWidget> MakeText(const FTuningText& Text);

	/** Returns how much larger the plot is shown than it was drawn: as wide as there is room. */
	float GetScale() const;
	FOptionalSize GetDrawnWidth() const;
	FOptionalSize GetDrawnHeight() const;

	/** Returns where a text is. */
	FMargin GetTextPlace(FVector2D At, bool bIsShare) const;

	FVector2D Size = FVector2D(0.0, 0.0);
};
