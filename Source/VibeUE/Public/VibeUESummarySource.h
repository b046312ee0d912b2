// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatMessage.h"
#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUESummarySource.generated.h"

/** How the sources of a summary's line are known. */
UENUM(BlueprintType)
enum class EVibeUELineBasis : uint8
{
	/** It says nothing: a heading, or an empty line. */
	Structure,
	/** It comes from the settings, not from a message. */
	Settings,
	/** It cites them. */
	Cited,
	/** It contains what they contain. */
	Matched,
	/** None is known: it cites none, and shares too little with any of the condensed messages. */
	Unknown,
};

/** A message that a line of a summary comes from. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUESourceMessage
{
	GENERATED_BODY()

	/** Which one. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Id = 0;

	/** Who speaks. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUERole Role = EVibeUERole::User;

	/** The tools that it calls, or whose results it carries, each once. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Tools;

	/** Its first words on one line, credentials masked; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString FirstWords;
};

/** A line of a summary, with the messages that it comes from. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUESourcedLine
{
	GENERATED_BODY()

	/** The line as it is written. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Text;

	/** How its sources are known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUELineBasis Basis = EVibeUELineBasis::Unknown;

	/** The messages, oldest first; at most eight. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUESourceMessage> Sources;

	/** How many more there are. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 More = 0;

	/** What it shares with them, the rarest first, if it was compared. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Shared;
};

/** The messages that a summary stands for and has no line for. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEMessagesWithoutLine
{
	GENERATED_BODY()

	/** How many messages the summary stands for; 0 if that is not known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Condensed = 0;

	/** How many of them no line comes from; a line about a call is also about its results. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Count = 0;

	/** Which ones, as short as they can be named: m4, m6, m8-m11. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Ids;

	/** The first of them, oldest first; at most 20. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUESourceMessage> Messages;
};
