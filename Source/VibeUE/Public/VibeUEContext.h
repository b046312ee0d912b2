// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatMessage.h"
#include "VibeUESummarization.h"
#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEContext.generated.h"

/** What tokens of a request are spent on. */
UENUM(BlueprintType)
enum class EVibeUEContextKind : uint8
{
	/** System messages: the host's instructions and pinned rules. */
	System,
	/** The tools' definitions. */
	Tools,
	/** Summaries. */
	Summary,
	/** The user's messages. */
	User,
	/** Answers, with what the model thought. */
	Assistant,
	/** Names and arguments of tool calls. */
	ToolCalls,
	/** Results of tools. */
	ToolResults,
	/** Images. */
	Images,
	/** What the wire format adds. */
	Overhead,
};

/** When the next summarization is expected. */
UENUM(BlueprintType)
enum class EVibeUEForecast : uint8
{
	/** Not known yet. */
	Unknown,
	/** Never: it is turned off. */
	Off,
	/** Before the next request. */
	Due,
	/** The threshold is reached, but something delays it; the explanation says what. */
	Held,
	/** After about this many turns. */
	InTurns,
};

/** A command that lets models write summaries again. */
UENUM(BlueprintType)
enum class EVibeUEBreakerLever : uint8
{
	/** There is none. */
	None,
	/** Summarizing by hand. */
	Summarize,
	/** Summarizing from the originals. */
	SummarizeFromOriginals,
};

/** The format of a context report. */
UENUM(BlueprintType)
enum class EVibeUEContextFormat : uint8
{
	/** JSON: the whole report. */
	Json,
	/** A table of comma-separated values. */
	Csv,
};

/** One kind's tokens. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEContextPart
{
	GENERATED_BODY()

	/** What they are spent on. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEContextKind Kind = EVibeUEContextKind::System;

	/** How many there are. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Tokens = 0;

	/** Their share of the tokens that a request may have, from 0 to 100. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Percent = 0.0;
};

/** One of the largest messages of the next request. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEHeavyMessage
{
	GENERATED_BODY()

	/** The message: what PinMessage takes. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Id = 0;

	/** Who speaks. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUERole Role = EVibeUERole::User;

	/** The tools that it calls, or whose results it carries, each once. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Tools;

	/** It carries results of tools. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsToolResult = false;

	/** Its tokens. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Tokens = 0;

	/** How many of the user's requests came after it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TurnsAgo = 0;

	/** Its first words on one line, credentials masked; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString FirstWords;

	/** It is never condensed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bPinned = false;

	/** ShortenMessage accepts it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bCanShorten = false;

	/** The model sees it in a shorter form than it was said. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bShortened = false;
};

/** The next summarization, and roughly what it would free. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUENextSummary
{
	GENERATED_BODY()

	/** Tokens of a request at which it starts; 0 while automatic summaries are off. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Line = 0;

	/** The same as a share of the tokens that a request may have, from 0 to 100. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double LinePercent = 0.0;

	/** Tokens that are left below the line. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Left = 0;

	/** When it is expected. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEForecast Forecast = EVibeUEForecast::Unknown;

	/** In about how many turns, if that is the forecast. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Turns = 0;

	/** Tokens that a turn adds, averaged over recent turns; 0 if not known yet. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TurnTokens = 0;

	/** It is due or near, and summarizing now would free tokens. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsNear = false;

	/** Summarizing now would free tokens; the values below are 0 otherwise. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bHasGain = false;

	/** Messages that would go into the summary. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Messages = 0;

	/** About how many tokens it would free. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Frees = 0;

	/** About how many tokens a request would have afterwards. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 After = 0;

	/** Dollars is known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bHasPrice = false;

	/** About what it would cost, in US dollars; 0 if rules write it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Dollars = 0.0;

	/** The model that would write it; empty if rules would. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Writer;

	/** The trigger's decision in one sentence, with its figures. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Explanation;
};

/** A reason why no model writes summaries at the moment, with what helps. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEBreaker
{
	GENERATED_BODY()

	/** What happens instead, and until when. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Explanation;

	/** What helps. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Fix;

	/** The command that helps at once. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEBreakerLever Lever = EVibeUEBreakerLever::None;
};

/** What the context contains, when it will be summarized next, and what that would free. All tokens are on one scale, that of Used. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEContextReport
{
	GENERATED_BODY()

	/** Tokens of the next request, as in FVibeUETokenUsage: the parts add up to it. */
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

	/** Tokens by which a request may still grow. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Free = 0;

	/** Tokens by which the request is too large. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Over = 0;

	/** The model's context window: Available, Reserve and Margin together. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Window = 0;

	/** The window is a guess, and so is what follows from it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bWindowAssumed = false;

	/** Tokens of the window that are kept free for the reply. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Reserve = 0;

	/** Unused tokens of the window: the margin for count errors, and for models that accept shorter requests. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Margin = 0;

	/** What the tokens are spent on, all kinds, in the order of a request. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEContextPart> Parts;

	/** The next summarization. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FVibeUENextSummary Next;

	/** Messages of the conversation, as they were said. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Messages = 0;

	/** Of these, messages that the model no longer sees as they were said. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Condensed = 0;

	/** The messages that take the most, the heaviest first. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEHeavyMessage> Heaviest;

	/** All summarizations, oldest first, undone ones too. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUESummaryRow> Summaries;

	/** Of the undone ones, those that can be applied again. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<int64> Redoable;

	/** Why no model writes summaries at the moment although one should. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEBreaker> Breakers;
};
