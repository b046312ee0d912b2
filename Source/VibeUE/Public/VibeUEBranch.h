// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEBranch.generated.h"

/** One branch of a conversation: each starts where the user changed an earlier message. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEBranch
{
	GENERATED_BODY()

	/** Its number: 1 is the one with which the conversation began. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Branch = 0;

	/** The branch it started from; 0 for the first. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 From = 0;

	/** The message by which it differs; for the first branch, the first edited message. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessageId = 0;

	/** How that message begins. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Words;

	/** How many messages it has. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Messages = 0;

	/** It is the one in view. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bShown = false;
};

/** Which wording of a message is in view. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEWording
{
	GENERATED_BODY()

	/** The message. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 MessageId = 0;

	/** Which version it is, counted from 1; 0 if there has never been another. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Number = 0;

	/** How many there are. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Count = 0;

	/** The branch that has the previous one; 0 if there is none. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Previous = 0;

	/** The branch that has the next one; 0 if there is none. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Next = 0;
};
