// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatMessage.h"
#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEPreview.generated.h"

/** Who writes a summary that is tried. */
UENUM(BlueprintType)
enum class EVibeUEPreviewStrategy : uint8
{
	/** What the settings say. */
	Settings,
	/** Rules; no model is asked. */
	Rules,
	/** A model. */
	Model,
	/** A model, from facts that rules extract. */
	Hybrid,
	/** The provider's own compaction. */
	Native UMETA(DisplayName = "Provider's own"),
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

/** Why a message stays word for word. */
UENUM(BlueprintType)
enum class EVibeUEStayReason : uint8
{
	/** It does not stay, or is shortened. */
	None,
	/** It is an instruction of the host. */
	System,
	/** It is pinned, or belongs to a call that is. */
	Pinned,
	/** It is the newest request, or belongs to it. */
	NewestRequest,
	/** A call of its round has no result yet. */
	Waiting,
	/** It is one of the recent messages, or there was room for it. */
	Recent,
};

/** The options of a preview. None of them becomes a setting. The default is what summarizing now would do. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEPreviewOptions
{
	GENERATED_BODY()

	/** What the summary should pay attention to. Read by models, ignored by rules. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	FString Instructions;

	/** The last message that goes; 0 leaves that to the settings. Not together with Target or bOriginals. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	int64 UpTo = 0;

	/** Who writes it. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	EVibeUEPreviewStrategy Strategy = EVibeUEPreviewStrategy::Settings;

	/** The share of the budget that the request should take afterwards, from 0.05 to 0.9 and below the threshold; 0 follows the settings. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	double Target = 0.0;

	/**
	 * The share of the budget at which the next summary starts, as the setting SummarizationThreshold; a lower one also
	 * lowers the target, unless that is given here as well. 0 follows the settings.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	double Threshold = 0.0;

	/** It is made from the originals of all earlier summaries. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	bool bOriginals = false;

	/** Messages that stay, and are pinned when the preview is applied. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "VibeUE")
	TArray<int64> Keep;
};

/** What would happen to one message. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEPreviewMessage
{
	GENERATED_BODY()

	/** The message. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Id = 0;

	/** Who speaks. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUERole Role = EVibeUERole::User;

	/** It is an earlier summary. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsSummary = false;

	/** The tools that it calls, or whose results it carries, each once. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> Tools;

	/** Its first words on one line, credentials masked; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString FirstWords;

	/** What happens to it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEPreviewPart Part = EVibeUEPreviewPart::Goes;

	/** Why it stays. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEStayReason Reason = EVibeUEStayReason::None;

	/** Its tokens now. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensBefore = 0;

	/** Its tokens afterwards; 0 if it is removed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 TokensAfter = 0;

	/** It is one of those that were to be kept. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bKept = false;

	/** It would be condensed or shortened, but could be kept. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bCanBeKept = false;
};

/** Who could write the summary of a preview, and roughly what that costs. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEPreviewOffer
{
	GENERATED_BODY()

	/** The strategy. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEPreviewStrategy Strategy = EVibeUEPreviewStrategy::Rules;

	/** The model that is asked first; empty if only rules write it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Model;

	/** Whether the price is known. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bHasDollars = false;

	/** About what it costs, in US dollars. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Dollars = 0.0;

	/** Why no model would be asked at the moment; empty if one would. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Obstacle;
};

/** The tokens of a preview by what happens to them. They add up to the numbers before and after. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEPreviewSums
{
	GENERATED_BODY()

	/** Of the messages that go. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Goes = 0;

	/** Of those that become shorter, now. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ShortenedBefore = 0;

	/** Of those that become shorter, afterwards. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ShortenedAfter = 0;

	/** Of those that stay as they are. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Stays = 0;

	/** Of the new summary. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Summary = 0;

	/** Of everything besides, now: system prompt, tools, format. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 OtherBefore = 0;

	/** The same afterwards, with the tool that looks into the archive. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 OtherAfter = 0;

	/** Of these, that tool; 0 if the model has it already. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ToolAfter = 0;
};
