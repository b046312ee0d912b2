// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Misc/DateTime.h"

/** Who said what a search found. */
enum class EConversationSpeaker : uint8
{
	Person,
	Model,
	Tool
};

/** A part of a line that a search found. */
struct FFoundText
{
	FString Text;
	/** This is what was looked for. */
	bool bIsFound = false;
};

/** A message that a search found. */
struct FFoundPlace
{
	EConversationSpeaker Speaker = EConversationSpeaker::Person;
	/** The branch in which it was said, if the one that opens does not have it; else 0. */
	int64 Branch = 0;
	/** The words around what was found, on one line. */
	TArray<FFoundText> Words;
};

/** What conversations have cost. */
struct FConversationUsage
{
	/** As in 2026-11, in UTC; empty for all months. */
	FString Month;
	/** Tokens of requests and answers that were reported. */
	int64 Tokens = 0;
	/** US dollars, of the calls whose price is known. */
	double Dollars = 0.0;
	/** Calls whose tokens or price are unknown: if there are any, more was spent than is shown. */
	int64 Unknown = 0;
	/** Of these, calls whose tokens are unknown: if there are any, more tokens were used than is shown, too. */
	int64 Untold = 0;
};

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
	/** It comes before others. */
	bool bIsPinned = false;
	/** Its tags, in the order of the alphabet. */
	TArray<FString> Tags;
	FConversationUsage Usage;
	/** Where the search found something in it, the best first. */
	TArray<FFoundPlace> Found;
	/** When it was deleted, in milliseconds since 1970 in UTC; 0 outside of the trash. */
	int64 DeletedMs = 0;
	/** Until when the trash keeps it; 0 outside of the trash. */
	int64 KeptUntilMs = 0;
	/** Why it cannot be opened; a kind of None when it can. */
	FVibeUEError Problem;
};

/** The conversations of a folder at one time. */
struct FConversationTable
{
	/** Why the folder could not be read; a kind of None when it could. */
	FVibeUEError Problem;
	/** Pinned ones first and then the one changed last; of a search the best first; of the trash the one deleted last. */
	TArray<FConversationEntry> Entries;
	/** How many there are in all, or match. */
	int64 All = 0;
	/** How many are in the trash. */
	int64 Trashed = 0;
	/** A phrase is in more messages than were read: there may be more that match, or fewer. */
	bool bIsUnsure = false;
	/** What all conversations have cost, month by month, the newest first, and finally in total. None for the trash. */
	TArray<FConversationUsage> Usage;
};

/** A list of conversations that is made in the background; destroying it cancels it. */
class FConversationListing
{
public:
	/** Begins to read the conversations of a folder: all, or those that have these words. At most this many are listed. */
	FConversationListing(const FString& Folder, const FString& Words, int32 Most);

	/** Begins to read what is in the trash of a folder; at most this many are listed. */
	static FConversationListing OfTrash(const FString& Folder, int32 Most);

	/** Returns whether the list is whole. */
	bool IsFinished() const;

	FConversationTable GetTable() const;

private:
	explicit FConversationListing(rust::Box<vibeue::ConversationListing> InListing);

	rust::Box<vibeue::ConversationListing> Listing;
};
