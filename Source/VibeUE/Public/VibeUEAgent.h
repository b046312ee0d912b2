// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEAgent.generated.h"

/** What another agent does that answers a conversation. */
UENUM(BlueprintType)
enum class EVibeUEAgentState : uint8
{
	/** Nobody has allowed it in the project: it was not started. */
	NeedsPermission,
	/** It does not run; the next message starts it. */
	Stopped,
	/** It is started and greeted. */
	Starting,
	/** It answers. */
	Ready,
	/** It wants the person to sign in first. */
	NeedsSignIn,
	/** It could not be started, or has ended; the next message tries again. */
	Failed,
};

/** Another agent (Agent Client Protocol) that answers a conversation in the place of a model, as far as it is known. */
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

	/** How it calls itself, with its version; empty before it was greeted. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Name;

	/** What it does. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEAgentState State = EVibeUEAgentState::Stopped;

	/** Why it does nothing, with the last words of its standard error; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Words;

	/** The ways to sign in that it offers, each by its id and in words. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FString> SignInWays;

	/** Tokens in its context, as it says; 0 where it does not. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Used = 0;

	/** Tokens that its context can have, as it says; 0 where it does not. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Size = 0;

	/** What the conversation cost so far, as it says; 0 where it does not. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	double Cost = 0.0;

	/** The currency of that. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Currency;
};
