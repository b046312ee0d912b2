// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class UChatSession;

/** What the field in which a person writes asks of a session, beside sending. */
struct FChatWriting
{
	/** Returns what the person said lately in view, newest first and each once; without attachments. */
	static TArray<FString> GetPrompts(const UChatSession& Session);
};
