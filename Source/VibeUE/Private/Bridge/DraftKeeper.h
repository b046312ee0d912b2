// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

/** Keeps what a person is writing, by conversation, in a file beside its own; destroying it writes what is not written yet. Needs a usable core. */
class FDraftKeeper
{
public:
	/** For the folder of the conversations. */
	explicit FDraftKeeper(const FString& Conversations);

	/** Keeps a draft; a blank one is gone. It is written beside the game thread. */
	void Keep(const FString& ConversationId, const FString& Text) const;

	/** Waits until all drafts are written, as before the files of a conversation are moved. */
	void Finish() const;

	/**
	 * Returns what was being written in a conversation; one that begins takes over what was written where no conversation came to be. Until it
	 * is destroyed, no other keeper writes the same file: what a second window on a conversation keeps is apart, and both are in the next one.
	 */
	FString TakeUp(const FString& ConversationId, bool bBegins) const;

private:
	rust::Box<vibeue::DraftKeeper> Keeper;
};
