// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEContext.h"
#include "CoreMinimal.h"
#include "Styling/SlateColor.h"

/** The words of the report of a context, for whoever shows it. */
struct FContextTexts
{
	/** Returns what a kind of tokens is called. */
	static FText NameOf(EVibeUEContextKind Kind);

	/** Returns the letter that stands for it where there is no room for more: colours alone tell nothing to many. */
	static FText LetterOf(EVibeUEContextKind Kind);

	static FSlateColor ColorOf(EVibeUEContextKind Kind);

	/** A share as it is shown everywhere: `74 %`, and `<1 %` where there is little. */
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

	/** `12 messages: 2,634 → 1,011 tokens (38 %)`. */
	static FText Size(const FVibeUESummaryRow& Row);

	/** Whether it was taken back; empty where it is in force. */
	static FText State(const FVibeUESummaryRow& Row);

	/** To how many per cent of its size it shrank the request; empty where it was taken back. */
	static FText Left(const FVibeUESummaryRow& Row);

	/** Who wrote it, by how many calls and for how much, and what became of it. */
	static FText Origin(const FVibeUESummaryRow& Row);
};
