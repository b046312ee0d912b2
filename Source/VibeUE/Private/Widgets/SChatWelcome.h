// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** Shown while nothing was said yet: what is missing before one can begin, else how to. */
class SChatWelcome : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatWelcome)
	{
	}
	/** A person wants to see the settings. */
	SLATE_EVENT(FSimpleDelegate, OnSettingsAsked)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Returns whether something has to be set before one can chat. */
	bool NeedsSetup() const
	{
		return Problem.Kind != EVibeUEFailure::None;
	}

	/** Looks again what is missing: the timer that does so rests while this is not seen. */
	void Refresh();

private:
	TSharedRef<SWidget> MakeWords();
	TSharedRef<SWidget> MakeSettingsButton();
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	FReply HandleSettingsClicked();
	FText GetTitle() const;
	FText GetAdvice() const;
	EVisibility GetSetupVisibility() const;
	EVisibility GetTestVisibility() const;

	FSimpleDelegate OnSettingsAsked;
	FVibeUEError Problem;
	FText Title;
	FText Advice;
	bool bAgentAnswers = false;
};
