#pragma once

#include "Styling/SlateTypes.h"
#include "Widgets/SLeafWidget.h"

// How much is done; nothing set moves to and fro. Epic: Slate/SProgressBar/FArguments, SProgressBar/SetPercent; AX SAutonomixContextBar.cpp;
// CX SCortexGenOverlay.cpp
class SProgressBar : public SLeafWidget
{
	STANDIN_WIDGET(SProgressBar, SLeafWidget)

public:
	SLATE_BEGIN_ARGS(SProgressBar)
		: _Style(nullptr)
		, _Percent(TOptional<float>())
		, _FillColorAndOpacity(FSlateColor(FLinearColor(0.0f, 0.25f, 0.85f)))
	{
	}
	SLATE_STYLE_ARGUMENT(FProgressBarStyle, Style)
	SLATE_ATTRIBUTE(TOptional<float>, Percent)
	SLATE_ATTRIBUTE(FSlateColor, FillColorAndOpacity)
	SLATE_ATTRIBUTE(FVector2D, BorderPadding)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs)
	{
		Percent = InArgs._Percent;
		FillColor = InArgs._FillColorAndOpacity;
	}
	void SetPercent(TAttribute<TOptional<float>> InPercent)
	{
		StandIn::RequireGameThread("SProgressBar::SetPercent");
		Percent = MoveTemp(InPercent);
	}
	void SetFillColorAndOpacity(TAttribute<FSlateColor> InColor)
	{
		StandIn::RequireGameThread("SProgressBar::SetFillColorAndOpacity");
		FillColor = MoveTemp(InColor);
	}
	virtual FVector2D ComputeDesiredSize(float) const override
	{
		return FVector2D(100.0, 6.0);
	}
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;
	TOptional<float> StandInPercent() const
	{
		return Percent.Get();
	}
	FLinearColor StandInFillColor() const
	{
		return FillColor.Get().GetSpecifiedColor();
	}

private:
	TAttribute<TOptional<float>> Percent;
	TAttribute<FSlateColor> FillColor;
};
