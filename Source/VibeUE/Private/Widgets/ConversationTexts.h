// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ConversationListing.h"
#include "Bridge/ConversationTransfer.h"
#include "CoreMinimal.h"
#include "Misc/DateTime.h"

/** The texts about conversations in a list of them. */
struct FConversationTexts
{
	/** Its name, else its first words. */
	static FText Title(const FConversationEntry& Entry);

	/** Messages, age, tokens and cost. */
	static FText Facts(const FConversationEntry& Entry);

	/** How many messages there are. */
	static FText MessagesOf(int64 Count);

	/** What a list says that has no rows: of a search, or of all conversations. */
	static FText Nothing(const FConversationTable& Table, bool bIsSearch);

	/** How many conversations a search found, and whether it looked into all. */
	static FText Found(const FConversationTable& Table);

	/** The outcome of a file that was to become a conversation. */
	static FText Imported(const FImportedConversation& File);

	/** Its tags, each with its sign. */
	static FText Tags(const FConversationEntry& Entry);

	/** Who said what was found. */
	static FText Speaker(EConversationSpeaker Speaker);

	/** Who said what was found, and in which branch if that is not the one that opens. */
	static FText Place(const FFoundPlace& Found);

	/** Tokens, with a sign that they are more where those of a part are unknown; empty if none were spent. */
	static FText Tokens(const FConversationUsage& Usage);

	/** A cost, marked as a minimum if that of a part is unknown; empty if nothing was spent. */
	static FText Cost(const FConversationUsage& Usage);

	/** Tokens and cost, as far as they are known: `41,204 tokens, $0.41`. */
	static FText Spent(const FConversationUsage& Usage);

	/** What this month and all have taken and cost; empty if nothing was spent. */
	static FText Usage(const TArray<FConversationUsage>& Usage);

	/**
	 * What each month before this one has used and cost, one line each, then all months, then the calls with unknown
	 * tokens or price; nothing if there is no more to say than Usage does.
	 */
	static TArray<FText> EarlierMonths(const TArray<FConversationUsage>& Usage);

	/** When a conversation of the trash was deleted, and how long it stays there from now on, a time in UTC. */
	static FText Trashed(const FConversationEntry& Entry, const FDateTime& Now);

	/** How long ago it was: no clock of another time zone has to be read. */
	static FText Age(const FDateTime& Changed);
};
