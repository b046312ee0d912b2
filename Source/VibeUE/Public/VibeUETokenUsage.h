// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUETokenUsage.generated.h"

/** Tokens of the next request, compared with the budget. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUETokenUsage
{
	GENERATED_BODY()

	/** Tokens of the request: the number that the trigger reads. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Used = 0;

	/** Tokens that a request may have. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Available = 0;

	/** Used of Available, from 0 to 100; above when the request does not fit. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Percent = 0.0;

	/** Used is exact, not an estimate. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bExact = false;

	/** The share by which an estimate may be off, from 0 to 1. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double ErrorBound = 0.0;

	/** The model's context window. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Window = 0;

	/** The window is a guess, and so is what follows from it: its size is unknown, or the server has not answered yet. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bWindowAssumed = false;

	/** Tokens kept free for the reply. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Reserve = 0;

	/** The model's limit on a request; 0 when it has none of its own. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 InputLimit = 0;

	/** Of Used: system messages. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 System = 0;

	/** Of Used: the tools' definitions. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Tools = 0;

	/** Of Used: summaries. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Summary = 0;

	/** Of Used: user messages. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 User = 0;

	/** Of Used: assistant messages. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Assistant = 0;

	/** Of Used: names and arguments of tool calls. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ToolCalls = 0;

	/** Of Used: tool results. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ToolResults = 0;

	/** Of Used: images. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Images = 0;

	/** Of Used: what the wire format adds. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Overhead = 0;
};

/** What the trigger of summarizations says, with its arithmetic. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUETrigger
{
	GENERATED_BODY()

	/** A summarization would start now. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bWouldStart = false;

	/** The request has reached the threshold. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bNearLimit = false;

	/** The request is larger than what is available. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bOverBudget = false;

	/** Tokens at which a summarization starts. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ThresholdTokens = 0;

	/** Tokens below which the trigger is armed again. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ResetTokens = 0;

	/** The decision in a sentence for the user. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Explanation;
};

/** What a session has cost. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUECosts
{
	GENERATED_BODY()

	/** Tokens of all requests. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Input = 0;

	/** Of these, tokens from a cache. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Cached = 0;

	/** Tokens of all answers. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Output = 0;

	/** US dollars, of the calls whose price is known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Dollars = 0.0;

	/** Of Dollars, what summaries cost. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double SummaryDollars = 0.0;
};
