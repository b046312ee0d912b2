// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEFoundMessage.generated.h"

/** A message that has words that were looked for. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEFoundMessage
{
	GENERATED_BODY()

	/** Which one. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Id = 0;

	/** How often it has the words. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int32 Times = 0;

	/** What is before the first place, on one line. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Before;

	/** The words, as they are written there. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Found;

	/** What is behind them, on one line. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString After;
};
