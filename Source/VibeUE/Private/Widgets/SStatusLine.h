// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** One line that says what goes on, with a button that cancels it. */
class SStatusLine : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SStatusLine)
	{
	}
	/** Cancels what goes on. */
	SLATE_EVENT(FSimpleDelegate, OnCancelled)
	/** A person has to decide on a call before a session that waits for tools goes on. */
	SLATE_ATTRIBUTE(bool, IsAsking)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows that something goes on; an empty text shows nothing. */
	void SetActivity(const FText& Text, bool bInCanCancel);

	/** Shows what a session is doing; the text is for one that does nothing. */
	void ShowState(EVibeUEChatState State, const FText& WhenIdle);

	/** Shows what came of it. */
	void SetOutcome(const FText& Text);

	/** Shows what is to be read while nothing goes on; it is said once, however often something else is shown meanwhile. */
	void SetIdle(const FText& Text);

	/** Returns what is shown. */
	FText GetStatus() const;

private:
	/** Changes what is shown, and says it to those who hear it where that is wanted. */
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

	/** What was said last of what is shown while nothing goes on. */
	FText AnnouncedIdle;

	/** What was said of the turn under way: a turn that uses tools sends many requests. */
	bool bAnnouncedPreparing = false;
	bool bAnnouncedAnswering = false;
	bool bIsActive = false;
	bool bWaitsForTools = false;
	bool bCanCancel = false;
};
