// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "SampleChatLine.generated.h"

/** Who said a line. */
UENUM(BlueprintType)
enum class ESampleChatSpeaker : uint8
{
	/** The person at the editor. */
	User,
	/** The model. */
	Assistant UMETA(DisplayName = "AI assistant"),
	/** What a tool returned. */
	Tool UMETA(Hidden),
};

/** One line of a conversation. */
USTRUCT(BlueprintType)
struct SAMPLECHAT_API FSampleChatLine
{
	GENERATED_BODY()

	/** Who said it. */
	UPROPERTY(BlueprintReadOnly, Category = "Chat")
	ESampleChatSpeaker Speaker = ESampleChatSpeaker::User;

	/** What was said. */
	UPROPERTY(BlueprintReadOnly, Category = "Chat")
	FString Text;

	/** How many tokens it takes up. */
	UPROPERTY(BlueprintReadOnly, Category = "Chat")
	int32 Tokens = 0;
};
