// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

#if WITH_DEV_AUTOMATION_TESTS

/** The journal of a conversation that nobody held: longer than a spec could say. */
struct FLongJournal
{
	/** Writes one in which the user and an agent take turns, as `Words of message 1: …`; false if it cannot be written. */
	static bool Write(const FString& ConversationId, int32 Messages);
};

#endif
