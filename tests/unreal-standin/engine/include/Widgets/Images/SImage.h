#pragma once

#include "Styling/SlateBrush.h"
#include "Widgets/SLeafWidget.h"

// Epic: SlateCore/SImage/FArguments; CX SCortexStatusBarWidget.cpp; VIB SAIChatWindow.cpp
class SImage : public SLeafWidget
{
	STANDIN_WIDGET(SImage, SLeafWidget)

public:
	SLATE_BEGIN_ARGS(SImage)
		: _Image(nullptr)
		, _ColorAndOpacity(FSlateColor(FLinearColor::White))
		, _FlipForRightToLeftFlowDirection(false)
	{
	}
	SLATE_ATTRIBUTE(const FSlateBrush*, Image)
	SLATE_ATTRIBUTE(FSlateColor, ColorAndOpacity)
	SLATE_ATTRIBUTE(TOptional<FVector2D>, DesiredSizeOverride)
	SLATE_ARGUMENT(bool, FlipForRightToLeftFlowDirection) // Epic: UImage/SetFlipForRightToLeftFlowDirection; SGameSettingNode_Multiple.cpp (an arrow)
	SLATE_EVENT(FPointerEventHandler, OnMouseButtonDown)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	void SetImage(TAttribute<const FSlateBrush*> InImage)
	{
		StandIn::RequireGameThread("SImage::SetImage");
		Image = MoveTemp(InImage);
	}
	void SetColorAndOpacity(const TAttribute<FSlateColor>& InColor)
	{
		StandIn::RequireGameThread("SImage::SetColorAndOpacity");
		ColorAndOpacity = InColor;
	}
	virtual FReply OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

	// Whether it is drawn as in a mirror.
	bool StandInIsFlipped() const
	{
		return bFlips && StandInFlow() == EFlowDirection::RightToLeft;
	}

private:
	TAttribute<const FSlateBrush*> Image;
	TAttribute<FSlateColor> ColorAndOpacity;
	TAttribute<TOptional<FVector2D>> DesiredSizeOverride;
	FPointerEventHandler MouseButtonDownHandler;
	bool bFlips = false;
};
