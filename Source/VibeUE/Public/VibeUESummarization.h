// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatError.h"
#include "VibeUEPreview.h"
#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUESummarization.generated.h"

/** How a summarization ended. */
UENUM(BlueprintType)
enum class EVibeUESummaryEnd : uint8
{
	/** The model sees fewer tokens now. */
	Applied,
	/** The conversation is unchanged. */
	Failed,
	/** The conversation is unchanged. */
	Cancelled,
};

/** Who wrote a summary. */
UENUM(BlueprintType)
enum class EVibeUESummaryStrategy : uint8
{
	/** There is no summary: results of tools were shortened, or messages cut. */
	None,
	/** Rules; no model was asked. */
	Rules,
	/** A model. */
	Model,
	/** A model, from facts extracted by rules. */
	Hybrid,
	/** The provider's own compaction. */
	Native,
};

/** What a summarization kept and what it cost. All 0, except for the time, if it was made by a version without these statistics. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUESummaryAccount
{
	GENERATED_BODY()

	/** Tokens that a request might have: what the result had to fit into. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensAvailable = 0;

	/** Facts that must survive in what was condensed or shortened: paths, names, numbers, rules, error codes. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 FactsFound = 0;

	/** How many of them the model still sees. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 FactsKept = 0;

	/** Condensed messages with words of the user or the agent. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 StoryFound = 0;

	/** How many of them the summary still covers. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 StoryKept = 0;

	/** Calls to models that were made for it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ModelCalls = 0;

	/** Whether it is known what these cost. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bHasDollars = false;

	/** What they cost in US dollars, if it is known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Dollars = 0.0;

	/** How long it took, in seconds. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Seconds = 0.0;
};

/** The outcome of a summarization. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUESummarization
{
	GENERATED_BODY()

	/** How it ended. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUESummaryEnd End = EVibeUESummaryEnd::Failed;

	/** Why it failed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FVibeUEError Failure;

	/** The id by which it can be undone; 0 if nothing was applied. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Compaction = 0;

	/** The summary; empty if only old tool results were shortened. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Summary;

	/** Tokens of the request before. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensBefore = 0;

	/** Tokens of the request after. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensAfter = 0;

	/** TokensAfter as a share of TokensBefore: 0.2 if a fifth is left. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Ratio = 0.0;

	/** Who wrote the summary. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUESummaryStrategy Strategy = EVibeUESummaryStrategy::None;

	/** How many earlier summaries it builds on. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int32 Depth = 0;

	/** Messages that went into the summary; 0 if results of tools were only shortened, or messages cut. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessagesSummarized = 0;

	/** Tool results that are now replaced by a short form. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ResultsPruned = 0;

	/** Messages that stay but were cut. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessagesTrimmed = 0;

	/** Messages that the conversation had. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessagesTotal = 0;

	/** What it kept and what it cost. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FVibeUESummaryAccount Account;

	/** What the user should know about it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Warnings;
};

/** What a summarization would do. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUESummaryPreview
{
	GENERATED_BODY()

	/** How many messages would go; GetPreviewMessages names them. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Goes = 0;

	/** How many messages would stay in a shorter form. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Shortened = 0;

	/** How many messages would stay as they are. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Stays = 0;

	/** The summary; empty if none would be made. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Summary;

	/** Of the shortened ones, results of tools. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ResultsPruned = 0;

	/** Messages that would stay but be cut. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessagesTrimmed = 0;

	/** What the user should know about how it was made. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Warnings;

	/** Tokens of the request before. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensBefore = 0;

	/** Tokens of the request after. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensAfter = 0;

	/** The id by which UVibeUEPreviews::ApplyPreview applies it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Id = 0;

	/** What was tried. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FVibeUEPreviewOptions Options;

	/** The strategy that was tried; never Settings. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEPreviewStrategy Strategy = EVibeUEPreviewStrategy::Rules;

	/** The share of the budget that it aims at. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Target = 0.0;

	/** The share of the budget at which the next summary would start after it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Threshold = 0.0;

	/** The same in tokens of a request. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 NextAt = 0;

	/** About how many turns later, at the pace of the last ones; 0 if that is not known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 NextIn = 0;

	/** There are earlier summaries that replaced originals. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bHasOriginals = false;

	/** How the tokens add up. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FVibeUEPreviewSums Sums;

	/** Tokens of the request at this moment: fewer than TokensBefore if earlier summaries are undone for it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensNow = 0;

	/** Whether the price of a request is known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bHasRequestDollars = false;

	/** US dollars that the next request costs before, without its answer. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double RequestDollarsBefore = 0.0;

	/** The same afterwards. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double RequestDollarsAfter = 0.0;

	/** US dollars that making it cost; 0 if nothing, or if it is not known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Dollars = 0.0;

	/** Who could write it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEPreviewOffer> Offers;
};

/** One summarization as a list of them shows it. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUESummaryRow
{
	GENERATED_BODY()

	/** The id by which it can be undone. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Compaction = 0;

	/** The summary's message; 0 if there is none. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessageId = 0;

	/** Why it ran. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Reason;

	/** Who wrote the summary. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUESummaryStrategy Strategy = EVibeUESummaryStrategy::None;

	/** The id of the model that wrote it; empty if rules did, or if it is of a version that did not record the model. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Writer;

	/** How many earlier summaries it builds on. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int32 Depth = 0;

	/** Messages that went into the summary. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Messages = 0;

	/** Results of tools that were replaced by a short form. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ResultsPruned = 0;

	/** Messages that stay but were cut. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessagesTrimmed = 0;

	/** Tokens of the request before. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensBefore = 0;

	/** Tokens of the request after. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensAfter = 0;

	/** TokensAfter as a share of TokensBefore. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Ratio = 0.0;

	/** What it kept and what it cost. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FVibeUESummaryAccount Account;

	/** Still in force, not undone. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bInForce = false;

	/** The user edited the summary. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bEdited = false;

	/** The last edit of the summary can be undone. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bCanUndoEdit = false;

	/** An edit of the summary was undone and can be redone. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bCanRedoEdit = false;

	/** How many texts it had, edits and other summaries of the same messages included; 0 if there is only one. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Versions = 0;
};
