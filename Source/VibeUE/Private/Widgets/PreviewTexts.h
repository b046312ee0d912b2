// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUESummarization.h"
#include "CoreMinimal.h"

/** The texts of a preview. */
struct FPreviewTexts
{
	/** `Request: 8,012 → 3,104 tokens (61 % smaller), each request about $0.02 → $0.008`. */
	static FText Numbers(const FVibeUESummaryPreview& Preview);

	/** How these numbers add up, now and afterwards. */
	static FText Sums(const FVibeUESummaryPreview& Preview);

	/** How many tokens a request may take, and when the summary after this one is expected. */
	static FText Next(const FVibeUESummaryPreview& Preview, int64 Available);

	/** What a strategy is called. */
	static FText NameOf(EVibeUEPreviewStrategy Strategy);

	/** What it costs, or why nobody knows: `free`, `about $0.02`, `price unknown`, `not now`. */
	static FText Price(const FVibeUEPreviewOffer& Offer);

	/** What it means. */
	static FText TipOf(EVibeUEPreviewStrategy Strategy);

	/** The same, and if the price of the model is unknown, what to set. */
	static FText TipOfOffer(const FVibeUEPreviewOffer& Offer);

	/** That the price of the model is unknown, and what to set; empty if it is known, or if no model is asked. */
	static FText Unpriced(const FVibeUEPreviewOffer& Offer);

	/** `Try, free` or `Ask gpt-4o, about $0.01`: what a click on it costs comes before the click. */
	static FText Ask(const FVibeUEPreviewOffer& Offer);

	/** `Written by rules, free`; empty if there is no summary. */
	static FText Origin(const FVibeUESummaryPreview& Preview);

	/** Who speaks, or which tool. */
	static FText Speaker(const FVibeUEPreviewMessage& Message);

	/** The same with the number by which a summary's lines name it: `You, m12`. */
	static FText Numbered(const FVibeUEPreviewMessage& Message);

	/** Why a message stays, or that it becomes shorter. */
	static FText Reason(const FVibeUEPreviewMessage& Message);

	/** Its tokens, now and, if that differs, afterwards. */
	static FText Tokens(const FVibeUEPreviewMessage& Message);

	/** `CONDENSED (messages: 14, tokens: 5,612)`. */
	static FText Goes(const FVibeUESummaryPreview& Preview);

	/** `STAYS (messages: 6, tokens: 2,400)`. */
	static FText Stays(const FVibeUESummaryPreview& Preview);

	/** `NEW SUMMARY (tokens: 712)`. */
	static FText Summary(const FVibeUESummaryPreview& Preview);
};
