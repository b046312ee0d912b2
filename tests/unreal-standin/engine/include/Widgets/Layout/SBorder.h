#pragma once

#include "Styling/AppStyle.h"
#include "Widgets/SCompoundWidget.h"


// A brush around and behind one widget. Epic: Slate/SBorder/FArguments; UC ClaudeEditorWidget.cpp; AX SAutonomixMessage.cpp (setters)
class SBorder : public SCompoundWidget
{
	STANDIN_WIDGET(SBorder, SCompoundWidget)

public:
	SLATE_BEGIN_ARGS(SBorder)
		: _HAlign(HAlign_Fill)
		, _VAlign(VAlign_Fill)
		, _Padding(FMargin(2.0f))
		, _BorderBackgroundColor(FSlateColor(FLinearColor::White))
		, _ColorAndOpacity(FLinearColor::White)
		, _ForegroundColor(FSlateColor::UseForeground())
	{
	}
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_ARGUMENT(EHorizontalAlignment, HAlign)
	SLATE_ARGUMENT(EVerticalAlignment, VAlign)
	SLATE_ATTRIBUTE(FMargin, Padding)
	SLATE_ATTRIBUTE(const FSlateBrush*, BorderImage)
	SLATE_ATTRIBUTE(FSlateColor, BorderBackgroundColor)
	SLATE_ATTRIBUTE(FLinearColor, ColorAndOpacity)
	SLATE_ATTRIBUTE(FSlateColor, ForegroundColor)
	SLATE_EVENT(FPointerEventHandler, OnMouseButtonDown)
	SLATE_EVENT(FPointerEventHandler, OnMouseButtonUp)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	void SetContent(TSharedRef<SWidget> InContent);
	TSharedRef<SWidget> GetContent() const
	{
		return ChildSlot.GetWidget();
	}
	void ClearContent()
	{
		StandIn::RequireGameThread("SBorder::ClearContent");
		ChildSlot.DetachWidget();
	}
	void SetBorderImage(TAttribute<const FSlateBrush*> InBrush)
	{
		StandIn::RequireGameThread("SBorder::SetBorderImage");
		BorderImage = MoveTemp(InBrush);
	}
	void SetBorderBackgroundColor(TAttribute<FSlateColor> InColor)
	{
		StandIn::RequireGameThread("SBorder::SetBorderBackgroundColor");
		BorderBackgroundColor = MoveTemp(InColor);
	}
	void SetPadding(TAttribute<FMargin> InPadding)
	{
		StandIn::RequireGameThread("SBorder::SetPadding");
		ChildSlot.Padding(MoveTemp(InPadding));
	}
	virtual FReply OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FReply OnMouseButtonUp(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	TAttribute<const FSlateBrush*> BorderImage;
	TAttribute<FSlateColor> BorderBackgroundColor;
	TAttribute<FLinearColor> ColorAndOpacity;
	TAttribute<FSlateColor> ForegroundColor;
	FPointerEventHandler MouseButtonDownHandler;
	FPointerEventHandler MouseButtonUpHandler;
};
