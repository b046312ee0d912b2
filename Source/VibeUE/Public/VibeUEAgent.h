// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEAgent.generated.h"

/** The state of another agent that answers a conversation. */
UENUM(BlueprintType)
enum class EVibeUEAgentState : uint8
{
	/** It is not allowed in the project yet: it was not started. */
	NeedsPermission,
	/** It does not run; the next message starts it. */
	Stopped,
	/** It is starting. */
	Starting,
	/** It answers. */
	Ready,
	/** The user has to sign in first. */
	NeedsSignIn,
	/** It could not be started, or has ended; the next message tries again. */
	Failed,
};

/** Another agent (Agent Client Protocol) that answers a conversation instead of a model, as far as known. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEAgent
{
	GENERATED_BODY()

	/** An agent answers; otherwise a model does, and the rest is empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsUsed = false;

	/** Its command line. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Command;

	/** The name and version it reports; empty before the handshake. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Name;

	/** What it does. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEAgentState State = EVibeUEAgentState::Stopped;

	/** Why it is not running, with the end of its standard error; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Words;

	/** The sign-in methods it offers, each with its id and a description. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> SignInWays;

	/** Tokens in its context, as reported; 0 if it does not report them. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Used = 0;

	/** Capacity of its context in tokens, as reported; 0 if it does not report it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Size = 0;

	/** Cost of the conversation so far, as reported; 0 if it does not report it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Cost = 0.0;

	/** The currency of the cost. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Currency;
};
