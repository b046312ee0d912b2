// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Events.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SChatText.h"
#include "Widgets/SCompoundWidget.h"

/** A box of one line that looks like the editor's own, and in which an Enter or an Escape that belongs to an input method does nothing. */
class SChatField : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatField)
		: _bCanClear(false)
		, _bSelectAllWhenFocused(false)
	{
	}
	/** What is written in it at first. */
	SLATE_ARGUMENT(FText, Text)
	/** What is shown while it is empty. */
	SLATE_ATTRIBUTE(FText, HintText)
	/** Its name for those who do not see it; the hint if it has none. */
	SLATE_ATTRIBUTE(FText, Name)
	/** Whether a button empties it while something is written. */
	SLATE_ARGUMENT(bool, bCanClear)
	/** Whether all of it is selected when it gets the keyboard. */
	SLATE_ARGUMENT(bool, bSelectAllWhenFocused)
	/** Something was written. */
	SLATE_EVENT(FOnTextChanged, OnTextChanged)
	/** Enter was pressed, after which it keeps the keyboard, or it lost the keyboard. */
	SLATE_EVENT(FOnTextCommitted, OnTextCommitted)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	FText GetText() const
	{
		return TextBox->GetText();
	}

	void SetText(const FText& Text);

	/** Returns whether somebody writes in it. */
	bool HasKeyboard() const
	{
		return TextBox->HasKeyboardFocus();
	}

	/** Returns the text that is written in, for the keyboard focus. */
	TSharedPtr<SChatText> GetTextBox() const
	{
		return TextBox;
	}

private:
	FReply HandleKeyDown(const FGeometry& Geometry, const FKeyEvent& Event);
	FReply HandleKeyChar(const FGeometry& Geometry, const FCharacterEvent& Event);
	FReply HandleClearClicked();
	const FSlateBrush* GetFrame() const;
	EVisibility GetClearVisibility() const;

	TSharedPtr<SChatText> TextBox;
	FOnTextCommitted OnTextCommitted;
};
