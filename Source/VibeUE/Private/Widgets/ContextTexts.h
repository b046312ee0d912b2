// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEContext.h"
#include "VibeUESummarySource.h"
#include "CoreMinimal.h"
#include "Styling/SlateColor.h"

/** The texts of a context report. */
struct FContextTexts
{
	/** Returns what a kind of tokens is called. */
	static FText NameOf(EVibeUEContextKind Kind);

	/** Returns the letter that stands for it if there is no room for more: many people cannot tell colours apart. */
	static FText LetterOf(EVibeUEContextKind Kind);

	static FSlateColor ColorOf(EVibeUEContextKind Kind);

	/** A share as it is shown everywhere: `74 %`, and `<1 %` if there is little. */
	static FText Share(double Percent);

	/** `~8,012 of 10,800 tokens (74 %)`. */
	static FText Fill(const FVibeUEContextReport& Report);

	/** Where the line is. */
	static FText Line(const FVibeUENextSummary& Next);

	/** What the budget leaves of the window. */
	static FText Window(const FVibeUEContextReport& Report);

	/** When the next summary is expected. */
	static FText Forecast(const FVibeUENextSummary& Next);

	/** What summarizing now would bring, and cost. */
	static FText Gain(const FVibeUENextSummary& Next);

	/** Who speaks in a heavy message, or which tool. */
	static FText Speaker(const FVibeUEHeavyMessage& Message);

	/** How old it is, and whether it is pinned. */
	static FText Age(const FVibeUEHeavyMessage& Message);

	/** `Messages summarized: 12; request 2,634 → 1,011 tokens`, or what was shortened or cut if nothing was summarized. */
	static FText Size(const FVibeUESummaryRow& Row);

	/** Whether it was undone; empty if it is in force. */
	static FText State(const FVibeUESummaryRow& Row);

	/** By how much it made the request smaller: `62 % smaller`, or `was 62 % smaller` if it was undone. */
	static FText Left(const FVibeUESummaryRow& Row);

	/** Who wrote it, with how many calls and for how much. */
	static FText Origin(const FVibeUESummaryRow& Row);

	/** How many of the names and values that were checked are still there; empty if there were none. */
	static FText Kept(const FVibeUESummaryRow& Row);

	/** Both, as sentences without the last full stop. */
	static FText Account(const FVibeUESummaryRow& Row);

	/** What it had to fit into and how long it took, as far as that is known. Which messages it covers is said by WithoutLine. */
	static FText Figures(const FVibeUESummaryRow& Row);

	/** How many of its messages a summary has no line for, and which; empty if it has one for each. */
	static FText WithoutLine(const FVibeUEMessagesWithoutLine& Messages);
};
