#pragma once

#include "Widgets/Layout/SBorder.h"

// UC SClaudeInputArea.cpp; AX SAutonomixInputArea.cpp
DECLARE_DELEGATE_RetVal(FReply, FOnClicked);

// Epic: Slate/SButton/FArguments; UC SClaudeInputArea.cpp; AX SAutonomixInputArea.cpp; VIB SVibeUETaskList.cpp; DS SDlgTextPropertyPickList.cpp (focus)
class SButton : public SBorder
{
	STANDIN_WIDGET(SButton, SBorder)

public:
	SLATE_BEGIN_ARGS(SButton)
		: _ButtonStyle(nullptr)
		, _TextStyle(nullptr)
		, _HAlign(HAlign_Fill)
		, _VAlign(VAlign_Fill)
		, _ContentPadding(FMargin(4.0f, 2.0f))
		, _ButtonColorAndOpacity(FSlateColor(FLinearColor::White))
		, _ForegroundColor(FSlateColor::UseForeground())
		, _IsFocusable(true)
	{
	}
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_STYLE_ARGUMENT(FButtonStyle, ButtonStyle)
	SLATE_STYLE_ARGUMENT(FTextBlockStyle, TextStyle)
	SLATE_ARGUMENT(EHorizontalAlignment, HAlign)
	SLATE_ARGUMENT(EVerticalAlignment, VAlign)
	SLATE_ATTRIBUTE(FMargin, ContentPadding)
	SLATE_ATTRIBUTE(FText, Text)
	SLATE_EVENT(FOnClicked, OnClicked)
	SLATE_EVENT(FSimpleDelegate, OnHovered)
	SLATE_EVENT(FSimpleDelegate, OnUnhovered)
	SLATE_EVENT(FSimpleDelegate, OnPressed)
	SLATE_EVENT(FSimpleDelegate, OnReleased)
	SLATE_ATTRIBUTE(FSlateColor, ButtonColorAndOpacity)
	SLATE_ATTRIBUTE(FSlateColor, ForegroundColor)
	SLATE_ARGUMENT(bool, IsFocusable)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	void SetOnClicked(FOnClicked InOnClicked)
	{
		StandIn::RequireGameThread("SButton::SetOnClicked");
		OnClicked = MoveTemp(InOnClicked);
	}
	// Epic: Slate/SButton/SetButtonStyle; a public camera plugin's ShotEditorStyle.h (Action). Without a style, the one it has by itself.
	void SetButtonStyle(const FButtonStyle* InStyle);
	// The style that it has now.
	const FButtonStyle* StandInStyle() const
	{
		return Style;
	}
	bool IsPressed() const
	{
		return bPressed;
	}
	virtual bool SupportsKeyboardFocus() const override
	{
		return bFocusable;
	}
	virtual FReply OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FReply OnMouseButtonUp(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual void OnMouseEnter(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual void OnMouseLeave(const FPointerEvent& MouseEvent) override;
	virtual FReply OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	virtual FReply ExecuteOnClick();
	FOnClicked OnClicked;
	FSimpleDelegate OnHovered;
	FSimpleDelegate OnUnhovered;
	FSimpleDelegate OnPressed;
	FSimpleDelegate OnReleased;
	const FButtonStyle* Style = nullptr;
	TAttribute<FSlateColor> ButtonColor;
	bool bFocusable = true;
	bool bPressed = false;
};
