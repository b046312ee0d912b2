#pragma once

#include "Framework/Text/TextDecorators.h"
#include "Framework/Text/TextLayout.h"
#include "StandIn/Slate/RichText.h"
#include "Styling/ISlateStyle.h"
#include "Widgets/SLeafWidget.h"

// A text with tags: `<style>text</>` by the keys of a style set, `<a id="x" href="y">text</>` by a decorator. Epic: Slate/SRichTextBlock/FArguments;
// SEN SentrySettingsCustomization.cpp; CX SCortexChatMessage.cpp; GL SSectionStep.cpp. It cannot be selected.
class SRichTextBlock : public SWidget
{
	STANDIN_WIDGET(SRichTextBlock, SWidget)

public:
	SLATE_BEGIN_ARGS(SRichTextBlock)
		: _AutoWrapText(false)
		, _WrapTextAt(0.0f)
		, _WrappingPolicy(ETextWrappingPolicy::DefaultWrapping)
		, _Justification(ETextJustify::Left)
		, _DecoratorStyleSet(nullptr)
	{
	}
	SLATE_ATTRIBUTE(FText, Text)
	SLATE_STYLE_ARGUMENT(FTextBlockStyle, TextStyle)
	SLATE_ATTRIBUTE(bool, AutoWrapText)
	SLATE_ATTRIBUTE(float, WrapTextAt)
	SLATE_ATTRIBUTE(ETextWrappingPolicy, WrappingPolicy)
	SLATE_ATTRIBUTE(ETextJustify::Type, Justification)
	SLATE_ATTRIBUTE(FMargin, Margin)
	SLATE_ARGUMENT(TOptional<ETextFlowDirection>, TextFlowDirection) // Epic: SRichTextBlock/FArguments; FSlateTextBlockLayout/SetTextFlowDirection
	SLATE_ARGUMENT(const ISlateStyle*, DecoratorStyleSet)
	SLATE_ARGUMENT(TArray<TSharedRef<ITextDecorator>>, Decorators)
	WidgetArgsType& operator+(const TSharedRef<ITextDecorator>& Decorator)
	{
		_Decorators.Add(Decorator);
		return *this;
	}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	static TSharedRef<ITextDecorator> HyperlinkDecorator(const FString Id, const FSlateHyperlinkRun::FOnClick& OnClick);
	void SetText(const TAttribute<FText>& InText)
	{
		StandIn::RequireGameThread("SRichTextBlock::SetText");
		BoundText = InText;
	}
	const FText GetText() const
	{
		return BoundText.Get();
	}
	void Refresh()
	{
	}
	virtual FChildren* GetChildren() override;
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	// Without the tags.
	virtual FText StandInText() const override;
	virtual EFlowDirection StandInTextDirection() const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;
	// Clicks the first link with these words; refuses if there is none.
	void StandInClickLink(const FString& LinkText);

	ETextJustify::Type StandInJustification() const
	{
		return Justification.Get();
	}

	using FStandInRun = StandIn::FRichRun;
	TArray<FStandInRun> StandInRuns() const;

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

private:
	const ITextDecorator* DecoratorOf(const FStandInRun& Run) const;
	TAttribute<FText> BoundText;
	FTextBlockStyle Style;
	TAttribute<bool> AutoWrapText;
	TAttribute<ETextWrappingPolicy> WrappingPolicy;
	TAttribute<float> WrapTextAt;
	TAttribute<ETextJustify::Type> Justification;
	TAttribute<FMargin> Margin;
	TOptional<ETextFlowDirection> TextFlowDirection;
	const ISlateStyle* DecoratorStyleSet = nullptr;
	TArray<TSharedRef<ITextDecorator>> Decorators;
	float LastWidth = 0.0f;
};
