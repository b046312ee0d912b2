// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEFoundMessage.generated.h"

/** A message that matches a search. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEFoundMessage
{
	GENERATED_BODY()

	/** Which one. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Id = 0;

	/** The number of matches in it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int32 Times = 0;

	/** The text before the first match, on one line. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Before;

	/** The match, as written there. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Found;

	/** The text after it, on one line. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString After;
};
