// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Events.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SMultiLineEditableTextBox;

/** Sends a text; false when it was not taken and has to stay in the box. */
DECLARE_DELEGATE_RetVal_OneParam(bool, FOnVibeUEChatTextSent, const FString&);

/** Where a person writes: Enter sends, Shift+Enter breaks the line. */
class SChatInput : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatInput)
		: _IsBusy(false)
	{
	}
	/** An answer is coming: it can be stopped. */
	SLATE_ATTRIBUTE(bool, IsBusy)
	/** Sends what was written. */
	SLATE_EVENT(FOnVibeUEChatTextSent, OnTextSent)
	/** Stops the answer. */
	SLATE_EVENT(FSimpleDelegate, OnStopped)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Puts a text back that could not be sent, before what was written meanwhile. */
	void GiveBack(const FString& Text);

	/** Returns the box, for the keyboard focus. */
	TSharedPtr<SMultiLineEditableTextBox> GetTextBox() const
	{
		return TextBox;
	}

private:
	void HandleTextChanged(const FText& Text);
	FReply HandleKeyDown(const FGeometry& Geometry, const FKeyEvent& Event);
	FReply HandleSendClicked();
	FReply HandleStopClicked();
	EVisibility GetStopVisibility() const;
	bool CanSend() const;
	void Send();

	TAttribute<bool> IsBusy;
	FOnVibeUEChatTextSent OnTextSent;
	FSimpleDelegate OnStopped;
	TSharedPtr<SMultiLineEditableTextBox> TextBox;
	bool bHasText = false;
};
