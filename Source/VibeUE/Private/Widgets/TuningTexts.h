// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Internationalization/Text.h"

struct FTuningReport;
struct FTuningTrial;

/** The words about settings that were compared. */
struct FTuningTexts
{
	/** What a combination of settings is called. */
	static FText NameOf(const FTuningTrial& Trial);

	/** Which combination is the best, and how it compares with today's. */
	static FText Verdict(const FTuningReport& Report);

	/** What was replayed. */
	static FText Replayed(const FTuningReport& Report);

	/** Conversations that were left out or cannot be read; empty if there are none. */
	static FText Skipped(const FTuningReport& Report);

	/** How a combination compares with today's, from "23 % fewer tokens" on. */
	static FText Compared(const FTuningTrial& Trial, const FTuningTrial& Today);

	/** What would be another value than today, and what follows it. */
	static FText Changes(const FTuningTrial& Trial);

	/** Which request is the fullest. */
	static FText Peak(const FTuningTrial& Trial);

	/** `12,345`, with a sign before it where tokens are estimated. */
	static FText Tokens(const FTuningReport& Report, int64 Tokens);

	static FText Percent(double Percent);

	static FText Dollars(double Dollars);

	/** Returns the best combination; the place of today's if none is marked. */
	static int32 FindBest(const FTuningReport& Report);
};
