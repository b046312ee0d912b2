// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "Misc/DateTime.h"
#include "Widgets/ConversationTexts.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace ConversationTextsSpecPrivate
{
static FConversationUsage MakeUsage(int64 Tokens, double Dollars, int64 Unknown = 0, int64 Untold = 0)
{
	FConversationUsage Usage;
	Usage.Tokens = Tokens;
	Usage.Dollars = Dollars;
	Usage.Unknown = Unknown;
	Usage.Untold = Untold;
	return Usage;
}

/** The same of a month that is this one, or one long past. */
static FConversationUsage MakeMonth(bool bIsNow, FConversationUsage Usage)
{
	Usage.Month = bIsNow ? FDateTime::UtcNow().ToString(TEXT("%Y-%m")) : FString(TEXT("2024-02"));
	return Usage;
}
} // namespace ConversationTextsSpecPrivate

BEGIN_DEFINE_SPEC(FConversationTextsSpec, "VibeUE.ConversationTexts", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FConversationTextsSpec)

// Long because it lists its cases.
void FConversationTextsSpec::Define()
{
	It(TEXT("say tokens and cost of a conversation, as far as they are known"), [this]
	{
		using namespace ConversationTextsSpecPrivate;
		struct FSpent
		{
			FConversationUsage Usage;
			const TCHAR* Words;
		};
		for (const FSpent& Case : {FSpent{MakeUsage(0, 0.0), TEXT("")}, FSpent{MakeUsage(41204, 0.41), TEXT("41,204 tokens, $0.41")},
				 // For a local model the tokens are all there is to say.
				 FSpent{MakeUsage(41204, 0.0), TEXT("41,204 tokens")}, FSpent{MakeUsage(41204, 0.0, 2), TEXT("41,204 tokens")},
				 FSpent{MakeUsage(41204, 0.41, 2), TEXT("41,204 tokens, \u2265 $0.41")},
				 FSpent{MakeUsage(41204, 0.41, 2, 1), TEXT("\u2265 41,204 tokens, \u2265 $0.41")},
				 // What an agent says it cost comes without tokens.
				 FSpent{MakeUsage(0, 0.41), TEXT("$0.41")}, FSpent{MakeUsage(0, 0.0, 3, 3), TEXT("")}})
		{
			TestEqual(Case.Words, FConversationTexts::Spent(Case.Usage).ToString(), FString(Case.Words));
			FConversationEntry Entry;
			Entry.Messages = 2;
			Entry.Changed = FDateTime::UtcNow();
			Entry.Usage = Case.Usage;
			const FString Facts = FString(TEXT("2 messages, just now")) + (*Case.Words ? TEXT(", ") : TEXT("")) + Case.Words;
			TestEqual(TEXT("the facts of its row"), FConversationTexts::Facts(Entry).ToString(), Facts);
		}
	});

	It(TEXT("say how many conversations a search found, and where it did not look into all"), [this]
	{
		FConversationTable Table;
		TestEqual(TEXT("no conversations"), FConversationTexts::Nothing(Table, false).ToString(), FString(TEXT("There are no conversations yet.")));
		TestEqual(TEXT("not found"), FConversationTexts::Nothing(Table, true).ToString(),
			FString(TEXT("No conversation contains all of these words. Try fewer words, or only their beginnings.")));
		Table.All = 1204;
		TestEqual(TEXT("found"), FConversationTexts::Found(Table).ToString(), FString(TEXT("Conversations found: 1,204")));
		Table.bIsUnsure = true;
		TestEqual(TEXT("not found so far"), FConversationTexts::Nothing(Table, true).ToString(),
			FString(TEXT("Too many messages contain the words of this phrase to search all of them. Add a word that only the conversation you want contains.")));
		TestEqual(TEXT("found so far"), FConversationTexts::Found(Table).ToString(),
			FString(TEXT("Conversations found: 1,204. There may be more: too many messages contain the words of this phrase to search all of them.")));
	});

	It(TEXT("say tokens and cost of this month and of all, and of each earlier month in a line"), [this]
	{
		using namespace ConversationTextsSpecPrivate;
		const FConversationUsage Now = MakeMonth(true, MakeUsage(1000, 0.02));
		const FConversationUsage Past = MakeMonth(false, MakeUsage(40204, 0.39, 1, 1));
		const FConversationUsage All = MakeUsage(41204, 0.41, 1, 1);
		TestEqual(TEXT("two months"), FConversationTexts::Usage({Now, Past, All}).ToString(),
			FString(TEXT("This month: 1,000 tokens, $0.02. Total: \u2265 41,204 tokens, \u2265 $0.41")));
		TestEqual(TEXT("this month alone"), FConversationTexts::Usage({Now, MakeUsage(1000, 0.02)}).ToString(), FString(TEXT("This month: 1,000 tokens, $0.02")));
		TestEqual(TEXT("a month long past"), FConversationTexts::Usage({Past, MakeUsage(40204, 0.39, 1, 1)}).ToString(),
			FString(TEXT("Spent: \u2265 40,204 tokens, \u2265 $0.39")));
		TestEqual(TEXT("nothing"), FConversationTexts::Usage({MakeUsage(0, 0.0)}).ToString(), FString());
		const auto Earlier = [](const TArray<FConversationUsage>& Usage)
		{
			return FText::Join(FText::FromString(TEXT("\n")), FConversationTexts::EarlierMonths(Usage)).ToString();
		};
		TestEqual(TEXT("each month"), Earlier({Now, Past, MakeMonth(false, MakeUsage(0, 0.0, 2, 2)), All}),
			FString(TEXT("2024-02: \u2265 40,204 tokens, \u2265 $0.39\n2024-02: tokens unknown, cost unknown\nAll: \u2265 41,204 tokens, \u2265 $0.41\n"
				"Calls with unknown tokens or price, not included: 1")));
		TestEqual(TEXT("no month before this one"), Earlier({Now, MakeUsage(1000, 0.02)}), FString());
		TestEqual(TEXT("this month with what nobody knows"), Earlier({MakeMonth(true, MakeUsage(1000, 0.02, 2)), MakeUsage(1000, 0.02, 2)}),
			FString(TEXT("Calls with unknown tokens or price, not included: 2")));
		TArray<FConversationUsage> Years;
		Years.Init(MakeMonth(false, MakeUsage(10, 0.0)), 40);
		Years.Add(MakeUsage(400, 0.0));
		TestEqual(TEXT("forty months, and all of them"), FConversationTexts::EarlierMonths(Years).Num(), 41);
		TestEqual(TEXT("nothing"), Earlier({MakeUsage(0, 0.0)}) + Earlier({}), FString());
	});

	It(TEXT("say when a conversation of the trash was deleted and how long it is kept"), [this]
	{
		const FDateTime Now = FDateTime::UtcNow();
		const int64 Hour = 3600;
		struct FKept
		{
			int64 Hours;
			const TCHAR* Words;
		};
		for (const FKept& Case : {FKept{30 * 24, TEXT("Kept for 30 more days.")}, FKept{30 * 24 - 1, TEXT("Kept for 30 more days.")},
				 FKept{36, TEXT("Kept for 2 more days.")}, FKept{25, TEXT("Kept for 1 more day.")}, FKept{23, TEXT("Kept for less than a day.")},
				 FKept{-1, TEXT("Kept for less than a day.")}})
		{
			FConversationEntry Entry;
			Entry.DeletedMs = (Now.ToUnixTimestamp() - 3 * Hour) * 1000;
			Entry.KeptUntilMs = (Now.ToUnixTimestamp() + Case.Hours * Hour) * 1000;
			TestEqual(Case.Words, FConversationTexts::Trashed(Entry, FDateTime::FromUnixTimestamp(Now.ToUnixTimestamp())).ToString(),
				FString(TEXT("Deleted: 3 h ago. ")) + Case.Words);
		}
	});
}

#endif
