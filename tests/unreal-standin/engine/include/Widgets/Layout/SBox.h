#pragma once

#include "Types/SlateStructs.h"
#include "Widgets/SPanel.h"

// One widget with bounds on its size. Epic: Slate/SBox/FArguments, SBox/SetMinDesiredHeight; UC SClaudeInputArea.cpp; AX SAutonomixInputArea.cpp
class SBox : public SPanel
{
	STANDIN_WIDGET(SBox, SPanel)

public:
	SLATE_BEGIN_ARGS(SBox)
		: _HAlign(HAlign_Fill)
		, _VAlign(VAlign_Fill)
		, _Padding(FMargin(0.0f))
	{
		_Visibility = EVisibility::SelfHitTestInvisible;
	}
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_ARGUMENT(EHorizontalAlignment, HAlign)
	SLATE_ARGUMENT(EVerticalAlignment, VAlign)
	SLATE_ATTRIBUTE(FMargin, Padding)
	SLATE_ATTRIBUTE(FOptionalSize, WidthOverride)
	SLATE_ATTRIBUTE(FOptionalSize, HeightOverride)
	SLATE_ATTRIBUTE(FOptionalSize, MinDesiredWidth)
	SLATE_ATTRIBUTE(FOptionalSize, MinDesiredHeight)
	SLATE_ATTRIBUTE(FOptionalSize, MaxDesiredWidth)
	SLATE_ATTRIBUTE(FOptionalSize, MaxDesiredHeight)
	SLATE_ATTRIBUTE(FOptionalSize, MinAspectRatio)
	SLATE_ATTRIBUTE(FOptionalSize, MaxAspectRatio)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	void SetContent(const TSharedRef<SWidget>& InContent)
	{
		StandIn::RequireGameThread("SBox::SetContent");
		Slots.At(0).Widget = InContent;
	}
	void SetWidthOverride(TAttribute<FOptionalSize> Value)
	{
		StandIn::RequireGameThread("SBox::SetWidthOverride");
		WidthOverride = MoveTemp(Value);
	}
	void SetHeightOverride(TAttribute<FOptionalSize> Value)
	{
		StandIn::RequireGameThread("SBox::SetHeightOverride");
		HeightOverride = MoveTemp(Value);
	}
	void SetMinDesiredWidth(TAttribute<FOptionalSize> Value)
	{
		StandIn::RequireGameThread("SBox::SetMinDesiredWidth");
		MinDesiredWidth = MoveTemp(Value);
	}
	void SetMinDesiredHeight(TAttribute<FOptionalSize> Value)
	{
		StandIn::RequireGameThread("SBox::SetMinDesiredHeight");
		MinDesiredHeight = MoveTemp(Value);
	}
	void SetMaxDesiredWidth(TAttribute<FOptionalSize> Value)
	{
		StandIn::RequireGameThread("SBox::SetMaxDesiredWidth");
		MaxDesiredWidth = MoveTemp(Value);
	}
	void SetMaxDesiredHeight(TAttribute<FOptionalSize> Value)
	{
		StandIn::RequireGameThread("SBox::SetMaxDesiredHeight");
		MaxDesiredHeight = MoveTemp(Value);
	}
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

private:
	TAttribute<FOptionalSize> WidthOverride;
	TAttribute<FOptionalSize> HeightOverride;
	TAttribute<FOptionalSize> MinDesiredWidth;
	TAttribute<FOptionalSize> MinDesiredHeight;
	TAttribute<FOptionalSize> MaxDesiredWidth;
	TAttribute<FOptionalSize> MaxDesiredHeight;
};
