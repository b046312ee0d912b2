// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Misc/DateTime.h"

/** One conversation in a list of them. */
struct FConversationEntry
{
	/** As UChatSession opens it. */
	FString Id;
	/** Its name, else the beginning of what was asked first; may be empty. */
	FString Title;
	/** When something was said last, in UTC. */
	FDateTime Changed;
	/** Messages that were ever said. */
	int64 Messages = 0;
	/** Why it cannot be opened; a kind of None when it can. */
	FVibeUEError Problem;
};

/** A list of conversations that is made beside; destroying it cancels it. */
class FConversationListing
{
public:
	/** Begins to read the conversations of a folder. */
	explicit FConversationListing(const FString& Folder);

	/** Returns whether the list is whole. */
	bool IsFinished() const;

	/** Returns the conversations, the one changed last first. */
	TArray<FConversationEntry> GetEntries() const;

private:
	rust::Box<vibeue::ConversationListing> Listing;
};
