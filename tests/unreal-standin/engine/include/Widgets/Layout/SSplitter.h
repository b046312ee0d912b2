#pragma once

#include "Widgets/SPanel.h"

// Areas that share a width or a height. PX SPCGExCollectionGridView.cpp; PLS SPlasticSourceControlChangesetsWidget.cpp
class SSplitter : public SPanel
{
	STANDIN_WIDGET(SSplitter, SPanel)

public:
	enum ESizeRule : int
	{
		SizeToContent,
		FractionOfParent,
	};
	struct FSlot
	{
		struct FSlotArguments : StandIn::TSlotCalls<FSlotArguments>
		{
			FSlotArguments()
			{
				StandInData.bFill = true;
			}
			FSlotArguments& Value(TAttribute<float> InValue)
			{
				StandInData.FillFactor = MoveTemp(InValue);
				return *this;
			}
			FSlotArguments& SizeRule(ESizeRule Rule)
			{
				StandInData.bFill = Rule == FractionOfParent;
				return *this;
			}
		};
	};
	SLATE_BEGIN_ARGS(SSplitter)
		: _Orientation(Orient_Horizontal)
		, _PhysicalSplitterHandleSize(5.0f)
	{
	}
	STANDIN_SLOTS(FSlot::FSlotArguments)
	SLATE_ARGUMENT(EOrientation, Orientation)
	SLATE_ARGUMENT(float, PhysicalSplitterHandleSize)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	static FSlot::FSlotArguments Slot()
	{
		return FSlot::FSlotArguments();
	}
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

private:
	EOrientation Orientation = Orient_Horizontal;
	float HandleSize = 5.0f;
};
