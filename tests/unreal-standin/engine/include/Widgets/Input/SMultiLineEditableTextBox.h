#pragma once

#include "Widgets/Text/SMultiLineEditableText.h"

// The framed one. Epic: Slate/SMultiLineEditableTextBox/FArguments; UC SClaudeInputArea.cpp; VIB SAIChatWindow.cpp
class SMultiLineEditableTextBox : public StandIn::STextInput
{
	STANDIN_WIDGET(SMultiLineEditableTextBox, StandIn::STextInput)

public:
	SLATE_BEGIN_ARGS(SMultiLineEditableTextBox)
		: _Style(nullptr)
		, _TextStyle(nullptr)
		, _IsReadOnly(false)
		, _AllowMultiLine(true)
		, _AllowContextMenu(true)
		, _AutoWrapText(false)
		, _AlwaysShowScrollbars(false)
		, _SelectAllTextWhenFocused(false)
		, _ClearTextSelectionOnFocusLoss(true)
		, _SelectAllTextOnCommit(false)
		, _ClearKeyboardFocusOnCommit(true)
	{
	}
	SLATE_STYLE_ARGUMENT(FEditableTextBoxStyle, Style)
	SLATE_STYLE_ARGUMENT(FTextBlockStyle, TextStyle)
	SLATE_ATTRIBUTE(FText, Text)
	SLATE_ATTRIBUTE(FText, HintText)
	SLATE_ATTRIBUTE(FSlateFontInfo, Font)
	SLATE_ATTRIBUTE(FSlateColor, ForegroundColor)
	SLATE_ATTRIBUTE(FSlateColor, ReadOnlyForegroundColor)
	SLATE_ATTRIBUTE(FSlateColor, BackgroundColor)
	SLATE_ATTRIBUTE(FMargin, Padding)
	SLATE_ATTRIBUTE(FMargin, Margin)
	SLATE_ATTRIBUTE(bool, IsReadOnly)
	SLATE_ATTRIBUTE(bool, AllowMultiLine)
	SLATE_ATTRIBUTE(bool, AllowContextMenu)
	SLATE_ATTRIBUTE(bool, AutoWrapText)
	SLATE_ATTRIBUTE(float, WrapTextAt)
	SLATE_ARGUMENT(bool, AlwaysShowScrollbars)
	SLATE_ATTRIBUTE(bool, SelectAllTextWhenFocused)
	SLATE_ATTRIBUTE(bool, ClearTextSelectionOnFocusLoss)
	SLATE_ATTRIBUTE(bool, SelectAllTextOnCommit)
	SLATE_ATTRIBUTE(bool, ClearKeyboardFocusOnCommit)
	SLATE_EVENT(FOnTextChanged, OnTextChanged)
	SLATE_EVENT(FOnTextCommitted, OnTextCommitted)
	SLATE_EVENT(FOnKeyDown, OnKeyDownHandler)
	SLATE_EVENT(FOnKeyChar, OnKeyCharHandler)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	void SetOnKeyDownHandler(FOnKeyDown InHandler)
	{
		StandIn::RequireGameThread("SMultiLineEditableTextBox::SetOnKeyDownHandler");
		OnKeyDownHandler = MoveTemp(InHandler);
	}
	void GoTo(const ETextLocation Location);
	void GoTo(const FTextLocation& Location);
	void ScrollTo(const ETextLocation)
	{
	}
	void ScrollTo(const FTextLocation&)
	{
	}
	void InsertTextAtCursor(const FText& InText);
	void InsertTextAtCursor(const FString& InString);
	FTextLocation GetCursorLocation() const;
};
