// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ConversationListing.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"

FConversationListing::FConversationListing(const FString& Folder)
	: Listing(vibeue::start_listing(VibeUE::ToCore(Folder)))
{
}

bool FConversationListing::IsFinished() const
{
	return Listing->is_finished();
}

TArray<FConversationEntry> FConversationListing::GetEntries() const
{
	TArray<FConversationEntry> Entries;
	for (const vibeue::ConversationRow& Row : Listing->table().rows)
	{
		FConversationEntry Entry;
		Entry.Id = VibeUE::FromCore(Row.id);
		Entry.Title = VibeUE::FromCore(Row.title);
		Entry.Changed = FDateTime::FromUnixTimestamp(VibeUE::FromCore(static_cast<uint64>(Row.changed_ms)) / 1000);
		Entry.Messages = VibeUE::FromCore(static_cast<uint64>(Row.messages));
		Entry.Problem = VibeUE::FromCore(Row.status);
		Entries.Add(MoveTemp(Entry));
	}
	return Entries;
}
