#pragma once

#include "Styling/SlateColor.h"
#include "Widgets/SLeafWidget.h"

// Shows that something is in progress. Epic: Slate/SThrobber/FArguments, SCircularThrobber/FArguments; CES
// CesiumIonTokenTroubleshooting.cpp; AA SPlanWorkerLanePanel.cpp; CX SCortexGenTabButton.cpp
class SThrobber : public SLeafWidget
{
	STANDIN_WIDGET(SThrobber, SLeafWidget)

public:
	enum EAnimation : int
	{
		Vertical = 1,
		Horizontal = 2,
		Opacity = 4,
		VerticalAndOpacity = 5,
		All = 7,
		None = 0,
	};
	SLATE_BEGIN_ARGS(SThrobber)
		: _NumPieces(3)
		, _Animate(SThrobber::All)
	{
	}
	SLATE_ARGUMENT(int32, NumPieces)
	SLATE_ARGUMENT(EAnimation, Animate)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs)
	{
		Pieces = InArgs._NumPieces;
	}
	virtual FVector2D ComputeDesiredSize(float) const override
	{
		return FVector2D(16.0 * Pieces, 16.0);
	}
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

private:
	int32 Pieces = 3;
};

class SCircularThrobber : public SLeafWidget
{
	STANDIN_WIDGET(SCircularThrobber, SLeafWidget)

public:
	SLATE_BEGIN_ARGS(SCircularThrobber)
		: _NumPieces(6)
		, _Period(0.75f)
		, _Radius(16.0f)
		, _ColorAndOpacity(FSlateColor(FLinearColor::White))
	{
	}
	SLATE_ARGUMENT(int32, NumPieces)
	SLATE_ARGUMENT(float, Period)
	SLATE_ARGUMENT(float, Radius)
	SLATE_ATTRIBUTE(FSlateColor, ColorAndOpacity)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs)
	{
		Radius = InArgs._Radius;
	}
	virtual FVector2D ComputeDesiredSize(float) const override
	{
		return FVector2D(static_cast<double>(Radius) * 2.0, static_cast<double>(Radius) * 2.0);
	}
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

private:
	float Radius = 16.0f;
};
