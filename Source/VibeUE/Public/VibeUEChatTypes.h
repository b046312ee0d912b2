// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatError.h"
#include "VibeUEChatMessage.h"
#include "VibeUEContext.h"
#include "VibeUEFileChanges.h"
#include "VibeUEModelChoice.h"
#include "VibeUESummarization.h"
#include "VibeUETokenUsage.h"
#include "VibeUEToolServer.h"
#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEChatTypes.generated.h"

/** What a session is doing. */
UENUM(BlueprintType)
enum class EVibeUEChatState : uint8
{
	/** Not opened yet, or closed. */
	Closed,
	/** The conversation is being read from disk. */
	Opening,
	/** It could not be opened; see GetLastError. */
	Failed,
	/** Nothing is under way. */
	Idle,
	/** A request is being made. */
	Preparing,
	/** The request does not fit and waits for a summary. */
	Compacting,
	/** The answer is coming. */
	Streaming,
	/** The model called tools and waits for their results. */
	WaitingForTools,
};

/** How a turn ended. */
UENUM(BlueprintType)
enum class EVibeUETurnEnd : uint8
{
	/** The model answered. */
	Completed,
	/** The turn failed; the session's error event said why. */
	Failed,
	/** It was cancelled. */
	Cancelled,
};
