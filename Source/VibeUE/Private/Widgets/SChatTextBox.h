// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Events.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SChatText.h"
#include "Widgets/SCompoundWidget.h"

/** A box of several lines that looks like the editor's own, and in which an Enter that belongs to an input method breaks no line. */
class SChatTextBox : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatTextBox)
	{
	}
	/** What is written in it at first. */
	SLATE_ARGUMENT(FText, Text)
	/** What is shown while it is empty. */
	SLATE_ATTRIBUTE(FText, HintText)
	/** Its name for those who do not see it; the hint if it has none. */
	SLATE_ATTRIBUTE(FText, Name)
	/** Something was written. */
	SLATE_EVENT(FOnTextChanged, OnTextChanged)
	/** A key was pressed that is not the input method's; what is not handled goes to the text. */
	SLATE_EVENT(FOnKeyDown, OnKeyDownHandler)
	/** A letter was typed; what is not handled goes to the text. */
	SLATE_EVENT(FOnKeyChar, OnKeyCharHandler)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	FText GetText() const
	{
		return TextBox->GetText();
	}

	void SetText(const FText& Text);

	/** Returns the text that is written in, for the keyboard focus. */
	TSharedPtr<SChatText> GetTextBox() const
	{
		return TextBox;
	}

private:
	FReply HandleKeyDown(const FGeometry& Geometry, const FKeyEvent& Event);
	const FSlateBrush* GetFrame() const;

	TSharedPtr<SChatText> TextBox;
	FOnKeyDown KeyDownHandler;
};
