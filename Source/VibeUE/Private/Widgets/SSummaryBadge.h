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
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows the badge for so many seconds; 0 or less shows none. */
	void Show(const FVibeUESummarization& Summarization, double Seconds);

	/** Takes it away. */
	void Dismiss();

	/** Returns whether it is there. */
	bool IsShown() const
	{
		return bShown;
	}

	/** Returns what hovering says. */
	FText GetDetails() const
	{
		return Details;
	}

private:
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	FReply HandleDismissed();
	EVisibility GetBadgeVisibility() const;

	FText Details;
	double SecondsLeft = 0.0;
	bool bShown = false;
	bool bTimerRuns = false;
};
