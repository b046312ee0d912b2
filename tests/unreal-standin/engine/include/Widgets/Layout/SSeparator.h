#pragma once

#include "Styling/SlateBrush.h"
#include "Widgets/SLeafWidget.h"

// A line. AX SAutonomixFileChangesPanel.cpp; CX SCortexCodeCanvas.cpp; UC ClaudeEditorWidget.cpp
class SSeparator : public SLeafWidget
{
	STANDIN_WIDGET(SSeparator, SLeafWidget)

public:
	SLATE_BEGIN_ARGS(SSeparator)
		: _Orientation(Orient_Horizontal)
		, _Thickness(3.0f)
		, _ColorAndOpacity(FLinearColor::White)
	{
	}
	SLATE_ARGUMENT(EOrientation, Orientation)
	SLATE_ARGUMENT(float, Thickness)
	SLATE_ATTRIBUTE(FSlateColor, ColorAndOpacity)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs)
	{
		Orientation = InArgs._Orientation;
		Thickness = InArgs._Thickness;
	}
	virtual FVector2D ComputeDesiredSize(float) const override
	{
		const double Thick = static_cast<double>(Thickness);
		return Orientation == Orient_Horizontal ? FVector2D(1.0, Thick) : FVector2D(Thick, 1.0);
	}
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

private:
	EOrientation Orientation = Orient_Horizontal;
	float Thickness = 3.0f;
};
