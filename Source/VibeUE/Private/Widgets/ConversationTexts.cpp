// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ConversationTexts.h"

#include "Widgets/ChatSentence.h"

#define LOCTEXT_NAMESPACE "ConversationTexts"

namespace ConversationTextsPrivate
{
static FText Dollars(double Value)
{
	FNumberFormattingOptions Cents;
	Cents.SetMinimumFractionalDigits(2);
	Cents.SetMaximumFractionalDigits(2);
	return FText::AsNumber(Value, &Cents);
}
} // namespace ConversationTextsPrivate

FText FConversationTexts::Title(const FConversationEntry& Entry)
{
	return Entry.Title.IsEmpty() ? LOCTEXT("NoTitle", "New conversation") : FText::FromString(Entry.Title);
}

FText FConversationTexts::Facts(const FConversationEntry& Entry)
{
	const FText Messages = MessagesOf(Entry.Messages);
	const FText Price = Spent(Entry.Usage);
	return Price.IsEmpty() ? FText::Format(LOCTEXT("Facts", "{0}, {1}"), Messages, Age(Entry.Changed))
						   : FText::Format(LOCTEXT("FactsAndCost", "{0}, {1}, {2}"), Messages, Age(Entry.Changed), Price);
}

FText FConversationTexts::Nothing(const FConversationTable& Table, bool bIsSearch)
{
	if (!bIsSearch)
	{
		return LOCTEXT("None", "There are no conversations yet.");
	}
	return Table.bIsUnsure ? LOCTEXT("NotFoundYet", "Too many messages contain the words of this phrase to search all of them. Add a word that only the conversation you want contains.")
						   : LOCTEXT("NotFound", "No conversation contains all of these words. Try fewer words, or only their beginnings.");
}

FText FConversationTexts::Found(const FConversationTable& Table)
{
	const FText All = FText::AsNumber(Table.All);
	return Table.bIsUnsure ? FText::Format(LOCTEXT("FoundSoFar", "Conversations found: {0}. There may be more: too many messages contain the words of this phrase to search all of them."), All)
						   : FText::Format(LOCTEXT("Found", "Conversations found: {0}"), All);
}

FText FConversationTexts::Imported(const FImportedConversation& File)
{
	if (File.Problem.Kind != EVibeUEFailure::None)
	{
		// The core's words begin with the path, which no narrow dock can break: its folder was chosen a moment ago.
		const int32 Begins = FMath::Max(0, File.Problem.Message.Find(File.Name));
		return FText::Format(LOCTEXT("NotImported", "Not imported: {0}"), FChatSentence::WithHint(File.Problem.Message.Mid(Begins), File.Problem.Hint));
	}
	const FText Name = FText::FromString(File.Name);
	const FText Messages = MessagesOf(File.Messages);
	// The others are below it, in a list that is opened.
	return File.Repairs.Num() == 0 ? FText::Format(LOCTEXT("Imported", "{0}: {1}"), Name, Messages)
								   : FText::Format(LOCTEXT("Repaired", "{0}: {1}, repaired: {2}"), Name, Messages, FText::FromString(File.Repairs[0]));
}

FText FConversationTexts::MessagesOf(int64 Count)
{
	return Count == 1 ? LOCTEXT("OneMessage", "1 message") : FText::Format(LOCTEXT("Messages", "{0} messages"), FText::AsNumber(Count));
}

FText FConversationTexts::Tags(const FConversationEntry& Entry)
{
	TArray<FString> Tags;
	for (const FString& Tag : Entry.Tags)
	{
		Tags.Add(TEXT("#") + Tag);
	}
	return FText::FromString(FString::Join(Tags, TEXT("  ")));
}

FText FConversationTexts::Speaker(EConversationSpeaker Speaker)
{
	switch (Speaker)
	{
	case EConversationSpeaker::Model:
		return LOCTEXT("Model", "Answer: ");
	case EConversationSpeaker::Tool:
		return LOCTEXT("Tool", "Tool: ");
	default:
		return LOCTEXT("Person", "You: ");
	}
}

FText FConversationTexts::Place(const FFoundPlace& Found)
{
	const FText Who = Speaker(Found.Speaker);
	return Found.Branch == 0 ? Who : FText::Format(LOCTEXT("InBranch", "Branch {0}, {1}"), FText::AsNumber(Found.Branch), Who);
}

FText FConversationTexts::Tokens(const FConversationUsage& Usage)
{
	if (Usage.Tokens > 0)
	{
		const FText Count = FText::AsNumber(Usage.Tokens);
		return Usage.Untold > 0 ? FText::Format(LOCTEXT("TokensAtLeast", "\u2265 {0} tokens"), Count) : FText::Format(LOCTEXT("Tokens", "{0} tokens"), Count);
	}
	return Usage.Untold > 0 ? LOCTEXT("UnknownTokens", "tokens unknown") : FText::GetEmpty();
}

FText FConversationTexts::Cost(const FConversationUsage& Usage)
{
	if (Usage.Dollars > 0.0)
	{
		const FText Value = ConversationTextsPrivate::Dollars(Usage.Dollars);
		return Usage.Unknown > 0 ? FText::Format(LOCTEXT("AtLeast", "\u2265 ${0}"), Value) : FText::Format(LOCTEXT("Dollars", "${0}"), Value);
	}
	return Usage.Unknown > 0 ? LOCTEXT("UnknownCost", "cost unknown") : FText::GetEmpty();
}

FText FConversationTexts::Spent(const FConversationUsage& Usage)
{
	// What is not known at all is nothing that the user can compare.
	TArray<FText> Known;
	if (Usage.Tokens > 0)
	{
		Known.Add(Tokens(Usage));
	}
	if (Usage.Dollars > 0.0)
	{
		Known.Add(Cost(Usage));
	}
	return FText::Join(LOCTEXT("And", ", "), Known);
}

FText FConversationTexts::Usage(const TArray<FConversationUsage>& Usage)
{
	// The last one is of all months.
	if (Usage.Num() == 0 || Spent(Usage.Last()).IsEmpty())
	{
		return FText::GetEmpty();
	}
	const FConversationUsage& All = Usage.Last();
	const FString Now = FDateTime::UtcNow().ToString(TEXT("%Y-%m"));
	if (Usage[0].Month != Now)
	{
		return FText::Format(LOCTEXT("Spent", "Spent: {0}"), Spent(All));
	}
	const FText Month = Spent(Usage[0]);
	if (Month.ToString().Equals(Spent(All).ToString()))
	{
		// All of it was this month: one number is enough.
		return FText::Format(LOCTEXT("SpentAllMonth", "This month: {0}"), Month);
	}
	return FText::Format(LOCTEXT("SpentMonth", "This month: {0}. Total: {1}"), Month.IsEmpty() ? LOCTEXT("Nothing", "nothing") : Month, Spent(All));
}

TArray<FText> FConversationTexts::EarlierMonths(const TArray<FConversationUsage>& Usage)
{
	const FString Now = FDateTime::UtcNow().ToString(TEXT("%Y-%m"));
	TArray<FText> Lines;
	for (const FConversationUsage& Row : Usage)
	{
		// The last one is of all months: without earlier ones it says nothing new.
		if (Row.Month == Now || (Row.Month.IsEmpty() && Lines.Num() == 0))
		{
			continue;
		}
		const FText Name = Row.Month.IsEmpty() ? LOCTEXT("AllMonths", "All") : FText::FromString(Row.Month);
		const FText Count = Tokens(Row);
		const FText Price = Cost(Row);
		Lines.Add(FText::Format(LOCTEXT("Month", "{0}: {1}, {2}"), Name, Count.IsEmpty() ? LOCTEXT("NoTokens", "no tokens") : Count,
			Price.IsEmpty() ? LOCTEXT("Free", "no cost") : Price));
	}
	if (Usage.Num() > 0 && Usage.Last().Unknown > 0)
	{
		Lines.Add(FText::Format(LOCTEXT("Unknown", "Calls with unknown tokens or price, not included: {0}"), FText::AsNumber(Usage.Last().Unknown)));
	}
	return Lines;
}

FText FConversationTexts::Trashed(const FConversationEntry& Entry, const FDateTime& Now)
{
	const FText When = Age(FDateTime::FromUnixTimestamp(Entry.DeletedMs / 1000));
	const double Days = (FDateTime::FromUnixTimestamp(Entry.KeptUntilMs / 1000) - Now).GetTotalMinutes() / (24.0 * 60.0);
	if (Days < 1.0)
	{
		return FText::Format(LOCTEXT("TrashedToday", "Deleted: {0}. Kept for less than a day."), When);
	}
	const int64 Whole = FMath::RoundToInt(Days);
	return Whole == 1 ? FText::Format(LOCTEXT("TrashedDay", "Deleted: {0}. Kept for 1 more day."), When)
					  : FText::Format(LOCTEXT("TrashedDays", "Deleted: {0}. Kept for {1} more days."), When, FText::AsNumber(Whole));
}

FText FConversationTexts::Age(const FDateTime& Changed)
{
	const double Minutes = (FDateTime::UtcNow() - Changed).GetTotalMinutes();
	if (Minutes < 1.0)
	{
		return LOCTEXT("JustNow", "just now");
	}
	if (Minutes < 60.0)
	{
		return FText::Format(LOCTEXT("MinutesAgo", "{0} min ago"), FText::AsNumber(FMath::FloorToInt(Minutes)));
	}
	if (Minutes < 24.0 * 60.0)
	{
		return FText::Format(LOCTEXT("HoursAgo", "{0} h ago"), FText::AsNumber(FMath::FloorToInt(Minutes / 60.0)));
	}
	const int64 Days = FMath::FloorToInt(Minutes / (24.0 * 60.0));
	if (Days < 14)
	{
		return Days == 1 ? LOCTEXT("Yesterday", "1 day ago") : FText::Format(LOCTEXT("DaysAgo", "{0} days ago"), FText::AsNumber(Days));
	}
	return FText::FromString(Changed.ToString(TEXT("%Y-%m-%d")));
}

#undef LOCTEXT_NAMESPACE
