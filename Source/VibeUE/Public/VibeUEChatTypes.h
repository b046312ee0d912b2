// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEChatTypes.generated.h"

/** Who speaks. */
UENUM(BlueprintType)
enum class EVibeUERole : uint8
{
	/** The host's instructions. */
	System,
	/** The person. */
	User,
	/** The model. */
	Assistant,
	/** A carrier of tool results. */
	Tool,
};

/** What a session is doing. */
UENUM(BlueprintType)
enum class EVibeUEChatState : uint8
{
	/** Not opened yet, or closed. */
	Closed,
	/** The conversation is being read from disk. */
	Opening,
	/** It could not be opened; see GetLastError. */
	Failed,
	/** Nothing is under way. */
	Idle,
	/** A request is being made. */
	Preparing,
	/** The request does not fit and waits for a summary. */
	Compacting,
	/** The answer is coming. */
	Streaming,
	/** The model called tools and waits for their results. */
	WaitingForTools,
};

/** How a turn ended. */
UENUM(BlueprintType)
enum class EVibeUETurnEnd : uint8
{
	/** The model answered. */
	Completed,
	/** It did not; the session's error event said why. */
	Failed,
	/** Somebody cancelled it. */
	Cancelled,
};

/** How a summarization ended. */
UENUM(BlueprintType)
enum class EVibeUESummaryEnd : uint8
{
	/** The model sees fewer tokens now. */
	Applied,
	/** The conversation is as it was. */
	Failed,
	/** The conversation is as it was. */
	Cancelled,
};

/** What a person says to a tool call. */
UENUM(BlueprintType)
enum class EVibeUEToolApproval : uint8
{
	/** This call may run. */
	Allow,
	/** This call and all later ones of the same tool in this session may. */
	AllowAlways,
	/** It may not. */
	Deny,
};

/** Which messages are asked for. */
UENUM(BlueprintType)
enum class EVibeUEHistory : uint8
{
	/** All that was ever said, in full form. */
	Transcript,
	/** What the model sees. */
	View,
};

/** Which messages of a preview are asked for. */
UENUM(BlueprintType)
enum class EVibeUEPreviewPart : uint8
{
	/** Those that would go. */
	Goes,
	/** Those that would stay in a shorter form. */
	Shortened,
	/** Those that would stay as they are. */
	Stays,
};

/** What a person does about a failure. */
UENUM(BlueprintType)
enum class EVibeUEFailure : uint8
{
	/** Nothing failed. */
	None,
	/** The key is missing, wrong or not allowed. */
	Authentication,
	/** The account has no credit. */
	Billing,
	/** There is no such model or address. */
	NotFound,
	/** Too many requests: wait. */
	RateLimited,
	/** The server cannot at the moment: try again later. */
	Overloaded,
	/** The connection failed, was cut or went silent: try again. */
	Transport,
	/** The server answered something that is not the protocol. */
	Protocol,
	/** The server or the model declined. */
	Refused,
	/** The request does not fit into the model's context window. */
	DoesNotFit,
	/** A summarization failed, or there was nothing to summarize. */
	Summarization,
	/** The conversation changed meanwhile, or something of the kind is under way: ask again. */
	Conflict,
	/** What was asked for makes no sense here. */
	Invalid,
	/** A setting is out of its range or contradicts another. */
	Settings,
	/** The conversation's file cannot be read or written. */
	Storage,
	/** Somebody cancelled it. */
	Cancelled,
	/** A bug of this plugin. */
	Internal,
};

/** Why something failed, without secrets. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEError
{
	GENERATED_BODY()

	/** What kind of failure it is, for a program. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEFailure Kind = EVibeUEFailure::None;

	/** What happened, and where, for a person. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Message;

	/** What to do about it, for a person; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Hint;

	/** How long the server asks to wait, in seconds; 0 when it does not say. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double RetryAfterSeconds = 0.0;

	/** Another answer may come of asking the turn again, at once or when the cause is fixed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bCanRetry = false;

	/** The cause is fixed in the settings. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bFixedInSettings = false;
};

/** An image for the model: what a viewport shows, a texture, a picture that a person pastes. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEImage
{
	GENERATED_BODY()

	/** What kind of file it is: image/png, image/jpeg, image/webp or image/gif. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString MediaType;

	/** The file's bytes. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	TArray<uint8> Data;
};

/** A call of a tool. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEToolCall
{
	GENERATED_BODY()

	/** How the answer names the call. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString CallId;

	/** The tool. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Name;

	/** JSON text as the model wrote it; may be malformed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Arguments;

	/** A person has to allow it first: run it when the approval event comes. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bNeedsApproval = false;
};

/** What a tool gave. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEToolResult
{
	GENERATED_BODY()

	/** The id of the call that is answered. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString CallId;

	/** The tool; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Name;

	/** All texts of the result. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Text;

	/** The tool failed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsError = false;
};

/** One message of a conversation. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEMessage
{
	GENERATED_BODY()

	/** Its id, unique in the conversation. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Id = 0;

	/** Who speaks. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUERole Role = EVibeUERole::User;

	/** A summary that stands for condensed messages; its role is User. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsSummary = false;

	/** Never condensed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bPinned = false;

	/** The model sees it no longer, or only in a shorter form. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bCondensed = false;

	/** Written until somebody cancelled it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bInterrupted = false;

	/** All texts, joined by line breaks. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Text;

	/** Calls that it makes. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEToolCall> ToolCalls;

	/** Results that it carries. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEToolResult> ToolResults;

	/** How many images it holds, those in results aside. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int32 Images = 0;
};

/** What the next request costs, in tokens, against what it may. */
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

	/** The decision in a sentence for a person. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Explanation;
};

/** What became of a summarization. */
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

	/** How it is undone; 0 when nothing was applied. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Compaction = 0;

	/** The summary; empty when old tool results only were shortened. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Summary;

	/** Tokens of the request before. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensBefore = 0;

	/** Tokens of the request after. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensAfter = 0;

	/** Tokens that a request could have when it started. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensAvailable = 0;

	/** Messages that went into the summary; 0 where results of tools were only shortened, or messages cut. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessagesSummarized = 0;

	/** Results of tools that a short form stands for now. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ResultsPruned = 0;

	/** Messages that stay and were cut. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessagesTrimmed = 0;

	/** Messages that were there. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessagesTotal = 0;

	/** US dollars that it cost; 0 where the price is not known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Dollars = 0.0;

	/** How long it took, in seconds. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Seconds = 0.0;

	/** What a person should know of it. */
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

	/** The summary; empty where none would be made. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Summary;

	/** Of the shortened ones, results of tools. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ResultsPruned = 0;

	/** Messages that would stay and be cut. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessagesTrimmed = 0;

	/** What a person should know of how it was made. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Warnings;

	/** Tokens of the request before. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensBefore = 0;

	/** Tokens of the request after. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensAfter = 0;
};

/** One summarization as a list of them shows it. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUESummaryRow
{
	GENERATED_BODY()

	/** How it is undone. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Compaction = 0;

	/** The summary's message; 0 where there is none. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessageId = 0;

	/** Why it ran. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Reason;

	/** How many summaries are beneath it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int32 Depth = 0;

	/** Messages that went into the summary. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Messages = 0;

	/** Results of tools that a short form stands for. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ResultsPruned = 0;

	/** Messages that stay and were cut. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessagesTrimmed = 0;

	/** Tokens of the request before. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensBefore = 0;

	/** Tokens of the request after. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensAfter = 0;

	/** Still in force, not undone. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bInForce = false;

	/** A person edited the summary. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bEdited = false;
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

/** Which model answers, and where it is. Numbers that are 0 and texts that are empty leave the choice to the core. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEModelChoice
{
	GENERATED_BODY()

	/** A provider by name: openai, anthropic, gemini, ollama, lmstudio and others. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Provider;

	/** openai, responses, anthropic, gemini or ollama; the provider's own where empty. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Protocol;

	/** The server's base address; the provider's own where empty. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString BaseUrl;

	/** The model's id as its server knows it. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Model;

	/** The environment variable that holds the key. Wins over ApiKey. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString ApiKeyVariable;

	/** The key. Never saved with an object. */
	UPROPERTY(BlueprintReadWrite, Transient, Category = "VibeUE")
	FString ApiKey;

	/** Further headers, for gateways. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	TMap<FString, FString> Headers;

	/** Allows http to other machines. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	bool bAllowInsecure = false;

	/** Whether Temperature counts. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	bool bSetTemperature = false;

	/** How freely the model writes, from 0 to 2. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	double Temperature = 1.0;

	/** low, medium, high or what the server knows. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString ReasoningEffort;

	/** The most tokens of one answer. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	int64 MaxOutputTokens = 0;

	/** The context window in tokens, where the user knows better. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	int64 ContextWindow = 0;

	/** The limit on a request in tokens, where the user knows better. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	int64 InputLimit = 0;

	/** US dollars per million tokens of requests; 0 when not known. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	double InputPrice = 0.0;

	/** US dollars per million tokens of answers; 0 when not known. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	double OutputPrice = 0.0;
};
