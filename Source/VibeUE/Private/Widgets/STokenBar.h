// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEAgent.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Styling/SlateColor.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SHorizontalBox;

/** Which model answers, and how full the budget is: a bar, its numbers, and in the tooltip where they come from. */
class STokenBar : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(STokenBar)
	{
	}
	/** Which model answers; may be empty. */
	SLATE_ATTRIBUTE(FText, Model)
	/** Another model is wanted: the one that answers was clicked. */
	SLATE_EVENT(FSimpleDelegate, OnModelsAsked)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows these numbers from now on. */
	void SetUsage(const FVibeUETokenUsage& InUsage, const FVibeUETrigger& InTrigger, const FVibeUECosts& InCosts);

	/** Shows what an agent reports about its own context, if one answers. */
	void SetAgent(const FVibeUEAgent& InAgent);

	/** Returns the text next to the bar: `Tokens: 12,345 / 103,000 (12 %)`. */
	FText GetLabel() const
	{
		return Label;
	}

	/** Returns the breakdown, the reserve and what the next summarization waits for. */
	FText GetBreakdown() const;

	/** Returns green below 70 %, yellow below 90 %, red above: in the shade that stands out from the bar's background in this theme. */
	static FLinearColor GetColor(double Percent);

private:
	TSharedRef<SWidget> MakeModelButton(const TAttribute<FText>& Name);
	FReply HandleModelClicked();
	bool CanChooseModel() const;
	EVisibility GetModelVisibility() const;
	EVisibility GetArrowVisibility() const;
	FText MakeLabel() const;
	/** Marks where the next summarization starts; nothing for an agent, which keeps its own context. */
	void PlaceMark();
	FText GetAgentBreakdown() const;

	/** Returns how wide a line of the numbers may be: as the bar; 0 if that is not known yet. */
	float GetLineWidth() const;
	TOptional<float> GetFraction() const;
	FSlateColor GetFillColor() const;
	FText GetTip() const;

	/** Returns what those hear of the bar who do not see it. */
	FText GetSpoken() const;

	/** Whether there are numbers, and the user wants to see them. */
	bool ShowsNumbers() const;
	EVisibility GetNumbersVisibility() const;
	EVisibility GetBarVisibility() const;

	FSimpleDelegate OnModelsAsked;
	TAttribute<FText> Model;
	FVibeUETokenUsage Usage;
	FVibeUETrigger Trigger;
	FVibeUECosts Costs;
	FVibeUEAgent Agent;
	FText Label;
	TSharedPtr<SHorizontalBox> Mark;
	/** Where the mark is, and of how much. */
	int64 MarkedLine = 0;
	int64 MarkedWhole = 0;
};
