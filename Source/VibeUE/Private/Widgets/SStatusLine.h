// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** One line that says what is in progress, with a button that cancels it. */
class SStatusLine : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SStatusLine)
	{
	}
	/** Cancels what is in progress. */
	SLATE_EVENT(FSimpleDelegate, OnCancelled)
	/** The user has to decide on a call before a session that waits for tools continues. */
	SLATE_ATTRIBUTE(bool, IsAsking)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows that something is in progress; an empty text shows nothing. */
	void SetActivity(const FText& Text, bool bInCanCancel);

	/** Shows what a session is doing; the text is for one that does nothing. */
	void ShowState(EVibeUEChatState State, const FText& WhenIdle);

	/** Shows the outcome. */
	void SetOutcome(const FText& Text);

	/** Shows what is to be read while nothing is in progress; it is read out once, however often something else is shown meanwhile. */
	void SetIdle(const FText& Text);

	/** Returns what is shown. */
	FText GetStatus() const;

	/** Returns whether anything is shown. */
	bool HasStatus() const
	{
		return !Status.IsEmpty();
	}

private:
	/** Changes what is shown, and reads it out if that is wanted. */
	void SetStatus(const FText& Text, bool bAnnounce);
	void ShowActivity(const FText& Text, bool bInCanCancel, bool bAnnounce);
	void ShowOutcome(const FText& Text, bool bAnnounce);
	FReply HandleCancelled();
	bool WaitsForPerson() const;
	EVisibility GetLineVisibility() const;
	EVisibility GetThrobberVisibility() const;
	EVisibility GetCancelVisibility() const;

	FSimpleDelegate OnCancelled;
	TAttribute<bool> IsAsking;
	FText Status;

	/** The last announcement of what is shown while nothing is in progress. */
	FText AnnouncedIdle;

	/** What was announced about the current turn: a turn that uses tools sends many requests. */
	bool bAnnouncedPreparing = false;
	bool bAnnouncedAnswering = false;
	bool bIsActive = false;
	bool bWaitsForTools = false;
	bool bCanCancel = false;
};
