// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ChatMention.h"
#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

/** What a text names by @, which is read in the background; destroying it cancels it. Needs a usable core. */
class FMentionReading
{
public:
	/**
	 * Begins to read it, from a project's folder and that of its conversations; assets and actors are looked up at
	 * once. The core keeps what was read until a message uses it. Called on the game thread.
	 */
	FMentionReading(const FString& Text, const FString& Project, const FString& Conversations);

	/** Returns whether all is read. */
	bool IsFinished() const;

	/** Returns what was found, in the order of the text. */
	TArray<FChatMention> GetMentions() const;

	/** Returns it for the message that takes it. */
	const vibeue::MentionReading& Get() const
	{
		return *Reading;
	}

private:
	rust::Box<vibeue::MentionReading> Reading;
};
