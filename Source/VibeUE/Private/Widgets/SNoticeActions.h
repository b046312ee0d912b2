// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SHorizontalBox;

/** What the user can do about a failure: ask again, open the settings, test the connection, read more in the context. Empty if nothing helps. */
class SNoticeActions : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SNoticeActions)
		: _bCanRetry(false)
		, _bFixedInSettings(false)
		, _bCanRetryNow(false)
		, _bGoesOn(false)
		, _bIsAddress(false)
		, _bInContext(false)
	{
	}
	/** Asking again may lead to an answer. */
	SLATE_ARGUMENT(bool, bCanRetry)
	/** The settings are where it is fixed. */
	SLATE_ARGUMENT(bool, bFixedInSettings)
	/** Whether there is a turn that can be tried again already. */
	SLATE_ARGUMENT(bool, bCanRetryNow)
	/** Asking again continues a turn that reached a limit. */
	SLATE_ARGUMENT(bool, bGoesOn)
	/** The server's address has to be checked there. */
	SLATE_ARGUMENT(bool, bIsAddress)
	/** The context says why, and what helps. */
	SLATE_ARGUMENT(bool, bInContext)
	/** What the notice says: the test need not say it again. */
	SLATE_ARGUMENT(FString, ShownText)
	/** The model is to be asked again. */
	SLATE_EVENT(FSimpleDelegate, OnRetryAsked)
	/** The user wants to see the settings. */
	SLATE_EVENT(FSimpleDelegate, OnSettingsAsked)
	/** The user wants to see the context. */
	SLATE_EVENT(FSimpleDelegate, OnContextAsked)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows the button that asks again, or takes it away: something else happened since. */
	void SetCanRetryNow(bool bCan);

private:
	void AddRetry(SHorizontalBox& Buttons, bool bGoesOn);
	void AddSettings(SHorizontalBox& Buttons, bool bIsAddress);
	void AddContext(SHorizontalBox& Buttons);
	FReply HandleRetryClicked();
	FReply HandleSettingsClicked();
	FReply HandleContextClicked();
	EVisibility GetRetryVisibility() const;

	FSimpleDelegate OnRetryAsked;
	FSimpleDelegate OnSettingsAsked;
	FSimpleDelegate OnContextAsked;
	bool bCanRetryNow = false;
};
