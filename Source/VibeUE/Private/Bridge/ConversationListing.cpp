// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ConversationListing.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "ConversationFiles.h"
#include "Misc/Paths.h"

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
		Entry.Id = FPaths::GetBaseFilename(VibeUE::FromCore(Row.path));
		Entry.Title = VibeUE::FromCore(Row.title);
		Entry.Changed = FDateTime::FromUnixTimestamp(VibeUE::FromCore(static_cast<uint64>(Row.changed_ms)) / 1000);
		Entry.Messages = VibeUE::FromCore(static_cast<uint64>(Row.messages));
		Entry.Problem = VibeUE::FromCore(Row.status);
		if (FConversationFiles::IsId(Entry.Id))
		{
			Entries.Add(MoveTemp(Entry));
		}
	}
	return Entries;
}
