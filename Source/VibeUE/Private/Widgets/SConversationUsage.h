// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ConversationListing.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** What the conversations of this project took and cost: a line about this month and all of them, which opens what each earlier month did. */
class SConversationUsage : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SConversationUsage)
	{
	}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows this from now on: month by month, the newest first, and at last all of it. */
	void SetUsage(const TArray<FConversationUsage>& Usage);

private:
	FReply HandleClicked();
	FText GetWords() const;
	FText GetTip() const;
	FText GetMonths() const;
	bool IsOpen() const;
	EVisibility GetPlainVisibility() const;
	EVisibility GetLineVisibility() const;
	EVisibility GetMonthsVisibility() const;

	FText Words;

	/** The earlier months, a line each; empty if there are none. */
	FText Months;
	bool bIsOpen = false;
};
