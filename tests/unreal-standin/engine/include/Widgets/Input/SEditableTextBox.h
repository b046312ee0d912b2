#pragma once

#include "Widgets/Text/SMultiLineEditableText.h"

// One line. AX SAutonomixHistoryPanel.cpp; CX SCortexGenMeshSession.cpp; VIB SAIChatWindow.cpp (password)
class SEditableTextBox : public StandIn::STextInput
{
	STANDIN_WIDGET(SEditableTextBox, StandIn::STextInput)

public:
	SLATE_BEGIN_ARGS(SEditableTextBox)
		: _Style(nullptr)
		, _IsReadOnly(false)
		, _IsPassword(false)
		, _MinDesiredWidth(0.0f)
		, _SelectAllTextWhenFocused(false)
		, _RevertTextOnEscape(false)
		, _ClearKeyboardFocusOnCommit(true)
	{
	}
	SLATE_STYLE_ARGUMENT(FEditableTextBoxStyle, Style)
	SLATE_ATTRIBUTE(FText, Text)
	SLATE_ATTRIBUTE(FText, HintText)
	SLATE_ATTRIBUTE(FSlateFontInfo, Font)
	SLATE_ATTRIBUTE(FSlateColor, ForegroundColor)
	SLATE_ATTRIBUTE(bool, IsReadOnly)
	SLATE_ATTRIBUTE(bool, IsPassword)
	SLATE_ATTRIBUTE(float, MinDesiredWidth)
	SLATE_ATTRIBUTE(bool, SelectAllTextWhenFocused)
	SLATE_ATTRIBUTE(bool, RevertTextOnEscape)
	SLATE_ATTRIBUTE(bool, ClearKeyboardFocusOnCommit)
	SLATE_EVENT(FOnTextChanged, OnTextChanged)
	SLATE_EVENT(FOnTextCommitted, OnTextCommitted)
	SLATE_EVENT(FOnKeyDown, OnKeyDownHandler)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
};
