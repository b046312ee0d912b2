// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

#include "ChatTypes.generated.h"

/** Where a conversation stands. */
UENUM()
enum class EChatState : uint8
{
	Idle
};

/** One thing that was said. */
USTRUCT()
struct FChatLine
{
	GENERATED_BODY()
};

DECLARE_MULTICAST_DELEGATE_OneParam(FOnChatText, const FString&);
