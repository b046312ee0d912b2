// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ConversationListing.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"

namespace ConversationListingPrivate
{
static EConversationSpeaker SpeakerOf(vibeue::Speaker Speaker)
{
	switch (Speaker)
	{
	case vibeue::Speaker::Model:
		return EConversationSpeaker::Model;
	case vibeue::Speaker::Tool:
		return EConversationSpeaker::Tool;
	default:
		return EConversationSpeaker::Person;
	}
}

static FConversationUsage UsageOf(const vibeue::UsageRow& Row)
{
	FConversationUsage Usage;
	Usage.Month = VibeUE::FromCore(Row.month);
	Usage.Tokens = VibeUE::FromCore(static_cast<uint64>(Row.tokens));
	Usage.Dollars = Row.dollars;
	Usage.Unknown = VibeUE::FromCore(static_cast<uint64>(Row.unknown));
	Usage.Untold = VibeUE::FromCore(static_cast<uint64>(Row.untold));
	return Usage;
}

static FConversationEntry EntryOf(const vibeue::ConversationRow& Row)
{
	FConversationEntry Entry;
	Entry.Id = VibeUE::FromCore(Row.id);
	Entry.Title = VibeUE::FromCore(Row.title);
	Entry.Changed = FDateTime::FromUnixTimestamp(VibeUE::FromCore(static_cast<uint64>(Row.changed_ms)) / 1000);
	Entry.Messages = VibeUE::FromCore(static_cast<uint64>(Row.messages));
	Entry.bIsPinned = Row.pinned;
	for (const rust::String& Tag : Row.tags)
	{
		Entry.Tags.Add(VibeUE::FromCore(Tag));
	}
	Entry.Usage = UsageOf(Row.usage);
	for (const vibeue::FoundPlace& Message : Row.found)
	{
		FFoundPlace Found;
		Found.Speaker = SpeakerOf(Message.speaker);
		Found.Branch = VibeUE::FromCore(static_cast<uint64>(Message.branch));
		for (const vibeue::FoundText& Words : Message.words)
		{
			FFoundText Text;
			Text.Text = VibeUE::FromCore(Words.text);
			Text.bIsFound = Words.found;
			Found.Words.Add(MoveTemp(Text));
		}
		Entry.Found.Add(MoveTemp(Found));
	}
	Entry.DeletedMs = VibeUE::FromCore(static_cast<uint64>(Row.deleted_ms));
	Entry.KeptUntilMs = VibeUE::FromCore(static_cast<uint64>(Row.kept_until_ms));
	Entry.Problem = VibeUE::FromCore(Row.status);
	return Entry;
}
} // namespace ConversationListingPrivate

FConversationListing::FConversationListing(const FString& Folder, const FString& Words, int32 Most)
	: Listing(vibeue::start_listing(VibeUE::ToCore(Folder), VibeUE::ToCore(Words), static_cast<uint64>(Most)))
{
}

FConversationListing::FConversationListing(rust::Box<vibeue::ConversationListing> InListing)
	: Listing(MoveTemp(InListing))
{
}

FConversationListing FConversationListing::OfTrash(const FString& Folder, int32 Most)
{
	return FConversationListing(vibeue::start_trash_listing(VibeUE::ToCore(Folder), static_cast<uint64>(Most)));
}

bool FConversationListing::IsFinished() const
{
	return Listing->is_finished();
}

FConversationTable FConversationListing::GetTable() const
{
	const vibeue::ConversationTable CoreTable = Listing->table();
	FConversationTable Table;
	Table.Problem = VibeUE::FromCore(CoreTable.status);
	for (const vibeue::ConversationRow& Row : CoreTable.rows)
	{
		Table.Entries.Add(ConversationListingPrivate::EntryOf(Row));
	}
	Table.All = VibeUE::FromCore(static_cast<uint64>(CoreTable.all));
	Table.Trashed = VibeUE::FromCore(static_cast<uint64>(CoreTable.trashed));
	Table.bIsUnsure = CoreTable.unsure;
	for (const vibeue::UsageRow& Row : CoreTable.usage)
	{
		Table.Usage.Add(ConversationListingPrivate::UsageOf(Row));
	}
	return Table;
}
