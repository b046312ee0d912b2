// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ChatWriting.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/KeptKeyboard.h"
#include "Widgets/SCompoundWidget.h"

class SVerticalBox;

/** Something is to be done with a message that waits. */
DECLARE_DELEGATE_OneParam(FOnVibeUEWaitingMessage, const FWaitingMessage&);

/** The messages that wait to be sent: for an answer to end, or since it was stopped or the conversation was closed. */
class SChatQueue : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatQueue)
		: _IsBusy(false)
	{
	}
	/** An answer is coming. */
	SLATE_ATTRIBUTE(bool, IsBusy)
	/** Its words go back into the field. */
	SLATE_EVENT(FOnVibeUEWaitingMessage, OnEdited)
	/** It is never to be sent. */
	SLATE_EVENT(FOnVibeUEWaitingMessage, OnRemoved)
	/** It is sent before the one before it. */
	SLATE_EVENT(FOnVibeUEWaitingMessage, OnMovedUp)
	/** The answer is stopped for it. */
	SLATE_EVENT(FOnVibeUEWaitingMessage, OnSentNow)
	/** What nothing sends by itself is to be sent. */
	SLATE_EVENT(FSimpleDelegate, OnAllSent)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows these, in the order in which they will be said. */
	void Show(const TArray<FWaitingMessage>& InMessages);

private:
	TSharedRef<SWidget> MakeHeading();
	TSharedRef<SWidget> MakeRow(int32 Index);
	TSharedRef<SWidget> MakeWords(int32 Index) const;
	FReply HandleEdited(int64 Submit);
	FReply HandleRemoved(int64 Submit);
	FReply HandleMovedUp(int64 Submit);
	FReply HandleSentNow(int64 Submit);
	FReply HandleAllSent();
	FReply Announce(const FOnVibeUEWaitingMessage& Event, int64 Submit) const;
	EVisibility GetShownVisibility() const;
	EVisibility GetSendVisibility() const;
	EVisibility GetSendNowVisibility() const;
	FText GetHeading() const;
	bool HasHeld() const;
	EActiveTimerReturnType HandleKeyboard(double CurrentTime, float DeltaTime);

	TAttribute<bool> IsBusy;
	FOnVibeUEWaitingMessage OnEdited;
	FOnVibeUEWaitingMessage OnRemoved;
	FOnVibeUEWaitingMessage OnMovedUp;
	FOnVibeUEWaitingMessage OnSentNow;
	FSimpleDelegate OnAllSent;
	TArray<FWaitingMessage> Messages;
	TSharedPtr<SVerticalBox> Rows;

	/** The rows by what they are to send: the keyboard stays in the same one when they are made again. */
	TArray<FNamedRow> NamedRows;
	FKeptKeyboard Keyboard;
};
