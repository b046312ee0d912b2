// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** Says for a while that the context was summarized; hovering says how. */
class SSummaryBadge : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SSummaryBadge)
	{
	}
	/** Whether there is no room for its words: hovering says them. */
	SLATE_ATTRIBUTE(bool, IsShort)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows the badge for this many seconds; 0 or less shows none. */
	void Show(const FVibeUESummarization& Summarization, double Seconds);

	/** Takes it away. */
	void Dismiss();

	/** Returns whether it is there: it goes when its time has passed, whether or not it was painted meanwhile. */
	bool IsShown() const;

	/** Returns what hovering says. */
	FText GetDetails() const
	{
		return Details;
	}

private:
	/** Says what was done, in numbers. */
	static FText Describe(const FVibeUESummarization& Summarization);
	FText GetLabel() const;
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	FReply HandleDismissed();
	EVisibility GetLabelVisibility() const;
	EVisibility GetBadgeVisibility() const;

	TAttribute<bool> IsShort;
	FText Details;
	/** When it goes, in the seconds of FPlatformTime. */
	double Deadline = 0.0;
	bool bIsSummary = true;
	bool bShown = false;
	bool bTimerRuns = false;
};
