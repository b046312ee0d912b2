// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

/**
 * Keeps what the user is writing, by conversation, in a file next to its own; destroying it writes what is not written
 * yet. Needs a usable core.
 */
class FDraftKeeper
{
public:
	/** For the folder of the conversations. */
	explicit FDraftKeeper(const FString& Conversations);

	/** Keeps a draft; a blank one is gone. It is written in the background. */
	void Keep(const FString& ConversationId, const FString& Text) const;

	/** Waits until all drafts are written, as before the files of a conversation are moved. */
	void Finish() const;

	/**
	 * Returns what was being written in a conversation; a new one takes over what was written when no conversation was
	 * created. Until it is destroyed, no other keeper writes the same file: a second window on a conversation keeps its
	 * draft separately, and the next one gets both.
	 */
	FString TakeUp(const FString& ConversationId, bool bBegins) const;

private:
	rust::Box<vibeue::DraftKeeper> Keeper;
};
