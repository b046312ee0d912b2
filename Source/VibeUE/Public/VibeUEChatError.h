// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEChatError.generated.h"

/** Kinds of failure, by what the user can do about them. */
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
	/** The server is unavailable at the moment: try again later. */
	Overloaded,
	/** The connection failed, was cut or went silent: try again. */
	Transport,
	/** The server's answer violated the protocol. */
	Protocol,
	/** The server or the model declined. */
	Refused,
	/** The request does not fit into the model's context window. */
	DoesNotFit,
	/** A summarization failed, or there was nothing to summarize. */
	Summarization,
	/** The conversation changed in the meantime, or something similar is in progress: try again. */
	Conflict,
	/** The request makes no sense here. */
	Invalid,
	/** A setting is out of its range or contradicts another. */
	Settings,
	/** The conversation's file cannot be read or written. */
	Storage,
	/** It was cancelled. */
	Cancelled,
	/** A turn reached its limit on rounds or cost: asking again continues it. */
	TurnBound,
	/** A bug in this plugin. */
	Internal,
};

/** Where the user fixes the cause of a failure. */
UENUM(BlueprintType)
enum class EVibeUEFixedIn : uint8
{
	/** Nowhere: it is temporary, or there is nothing to fix. */
	Nowhere,
	/** In the settings of the connection: provider, address, key, model. */
	Connection,
	/** In another setting. */
	Settings,
	/** In the conversation: by saying something else, or less. */
	Conversation,
	/** On the disk, or in the rights on a file. */
	Disk,
};

/** Why something failed, without secrets. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEError
{
	GENERATED_BODY()

	/** What kind of failure it is, for a program. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEFailure Kind = EVibeUEFailure::None;

	/** What happened, and where, for the user. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Message;

	/** What to do about it, for the user; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Hint;

	/** How long the server asks to wait, in seconds; 0 when it does not say. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double RetryAfterSeconds = 0.0;

	/** Retrying the turn may succeed, at once or once the cause is fixed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bCanRetry = false;

	/** Where the cause is fixed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEFixedIn FixedIn = EVibeUEFixedIn::Nowhere;

	/** The cause is fixed in the settings, those of the connection or others. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bFixedInSettings = false;
};
