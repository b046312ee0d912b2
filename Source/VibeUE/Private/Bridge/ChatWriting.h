// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class UChatSession;

namespace vibeue
{
struct ModelListing;
struct ModelTable;
} // namespace vibeue

/** A message that waits to be said. */
struct FWaitingMessage
{
	/** By which it is named. */
	int64 Submit = 0;

	/** The user's own words. */
	FString Text;
	int32 Attachments = 0;
	int32 Images = 0;

	/** It waits for whichever turn comes next: nothing sends it by itself. */
	bool bIsHeld = false;

	bool operator==(const FWaitingMessage& Other) const
	{
		return Submit == Other.Submit && bIsHeld == Other.bIsHeld;
	}
};

/** What the field in which the user writes asks of a session, besides sending. */
struct FChatWriting
{
	/** Returns what the user said lately in view, newest first and each once; without attachments. */
	static TArray<FString> GetPrompts(const UChatSession& Session);

	/** Returns what waits to be said, in the order in which it will be. */
	static TArray<FWaitingMessage> GetWaiting(const UChatSession& Session);

	/** Takes a message out of what waits. */
	static bool Withdraw(UChatSession& Session, int64 Submit);

	/** Stops the answer, and sends a message that waits before the others. */
	static bool SendNow(UChatSession& Session, int64 Submit);

	/** Lets a message that waits change places with the one before it. */
	static bool MoveUp(UChatSession& Session, int64 Submit);

	/** Stops the answer; what waits is kept until it is asked for, or goes with the next message. */
	static bool Stop(UChatSession& Session);

	/** Returns whether a turn is in progress, according to what the session has reported so far. */
	static bool HasTurn(const UChatSession& Session);

	/** Finds the models that the user may choose for a conversation, by what was typed of their names; false if the conversation is closed. */
	static bool FindModels(const UChatSession& Session, const vibeue::ModelListing& Listing, const FString& Words, vibeue::ModelTable& OutTable);
};
