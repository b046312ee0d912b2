#pragma once

#include "Framework/Text/TextLayout.h"
#include "Styling/SlateTypes.h"
#include "Widgets/SLeafWidget.h"

// A text for reading. Epic: Slate/STextBlock/FArguments; AX SAutonomixChatView.cpp; UC ClaudeEditorWidget.cpp; CX SCortexToolCallBlock.cpp
class STextBlock : public SLeafWidget
{
	STANDIN_WIDGET(STextBlock, SLeafWidget)

public:
	SLATE_BEGIN_ARGS(STextBlock)
		: _AutoWrapText(false)
		, _WrapTextAt(0.0f)
		, _WrappingPolicy(ETextWrappingPolicy::DefaultWrapping)
		, _Justification(ETextJustify::Left)
		, _MinDesiredWidth(0.0f)
		, _LineHeightPercentage(1.0f)
	{
	}
	SLATE_ATTRIBUTE(FText, Text)
	SLATE_STYLE_ARGUMENT(FTextBlockStyle, TextStyle)
	SLATE_ATTRIBUTE(FSlateFontInfo, Font)
	SLATE_ATTRIBUTE(FSlateColor, ColorAndOpacity)
	SLATE_ATTRIBUTE(FVector2D, ShadowOffset)
	SLATE_ATTRIBUTE(FLinearColor, ShadowColorAndOpacity)
	SLATE_ATTRIBUTE(FText, HighlightText)
	SLATE_ATTRIBUTE(bool, AutoWrapText)
	SLATE_ATTRIBUTE(float, WrapTextAt)
	SLATE_ATTRIBUTE(ETextWrappingPolicy, WrappingPolicy)
	SLATE_ATTRIBUTE(ETextJustify::Type, Justification)
	SLATE_ARGUMENT(TOptional<ETextOverflowPolicy>, OverflowPolicy)
	SLATE_ARGUMENT(TOptional<ETextFlowDirection>, TextFlowDirection) // Epic: Slate/ETextFlowDirection, UserToolBoxCore/SVerticalTextBlock/FArguments/TextFlowDirection
	SLATE_ATTRIBUTE(float, MinDesiredWidth)
	SLATE_ATTRIBUTE(float, LineHeightPercentage)
	SLATE_ATTRIBUTE(FMargin, Margin)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	const FText GetText() const
	{
		return BoundText.Get();
	}
	void SetText(TAttribute<FText> InText)
	{
		StandIn::RequireGameThread("STextBlock::SetText");
		BoundText = MoveTemp(InText);
	}
	void SetColorAndOpacity(TAttribute<FSlateColor> InColor)
	{
		StandIn::RequireGameThread("STextBlock::SetColorAndOpacity");
		ColorAndOpacity = MoveTemp(InColor);
		bHasColor = true;
	}
	void SetFont(TAttribute<FSlateFontInfo> InFont)
	{
		StandIn::RequireGameThread("STextBlock::SetFont");
		Font = MoveTemp(InFont);
		bHasFont = true;
	}
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual FText StandInText() const override
	{
		return GetText();
	}
	virtual EFlowDirection StandInTextDirection() const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;
	FSlateColor StandInColor() const;
	FSlateFontInfo StandInFont() const;

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

private:
	float WrapWidth() const;
	TAttribute<FText> BoundText;
	TAttribute<FSlateFontInfo> Font;
	TAttribute<FSlateColor> ColorAndOpacity;
	TAttribute<bool> AutoWrapText;
	TAttribute<float> WrapTextAt;
	TAttribute<ETextWrappingPolicy> WrappingPolicy;
	TAttribute<ETextJustify::Type> Justification;
	TAttribute<float> MinDesiredWidth;
	TAttribute<float> LineHeightPercentage;
	TAttribute<FMargin> Margin;
	TOptional<ETextOverflowPolicy> OverflowPolicy;
	TOptional<ETextFlowDirection> TextFlowDirection;
	FTextBlockStyle Style;
	bool bHasFont = false;
	bool bHasColor = false;
	float LastWidth = 0.0f;
};
