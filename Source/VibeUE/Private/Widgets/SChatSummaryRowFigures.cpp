// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What hovering over a summary says: what it kept and what it took, in numbers.

#include "Widgets/SChatSummaryRow.h"

#include "Widgets/ContextTexts.h"

#define LOCTEXT_NAMESPACE "SChatSummaryRow"

namespace SChatSummaryRowFiguresPrivate
{
static FText NameOf(const FVibeUESummaryRow& Row)
{
	const bool bIsKnown = !Row.Writer.IsEmpty();
	const FText Writer = FText::FromString(Row.Writer);
	switch (Row.Strategy)
	{
	case EVibeUESummaryStrategy::Model:
		return bIsKnown ? Writer : LOCTEXT("ByModel", "a model");
	case EVibeUESummaryStrategy::Hybrid:
		return bIsKnown ? FText::Format(LOCTEXT("ByNamedHybrid", "{0} and rules"), Writer) : LOCTEXT("ByHybrid", "a model, from facts that rules found");
	case EVibeUESummaryStrategy::Native:
		return bIsKnown ? FText::Format(LOCTEXT("ByNamedProvider", "the provider ({0})"), Writer) : LOCTEXT("ByProvider", "the provider");
	case EVibeUESummaryStrategy::Rules:
	case EVibeUESummaryStrategy::None:
		break;
	}
	return LOCTEXT("ByRules", "rules");
}
} // namespace SChatSummaryRowFiguresPrivate

FText SChatSummaryRow::Describe(const FVibeUESummaryRow& Row)
{
	const FVibeUESummaryAccount& Account = Row.Account;
	FNumberFormattingOptions Tenths;
	Tenths.SetMinimumFractionalDigits(1).SetMaximumFractionalDigits(1);
	FNumberFormattingOptions Cents;
	Cents.SetMinimumFractionalDigits(2).SetMaximumFractionalDigits(4);

	TArray<FText> Lines;
	Lines.Add(LOCTEXT("Tip", "The messages above stay in the conversation; the model reads this summary instead. Open it to read or correct it."));
	Lines.Add(FText::Format(LOCTEXT("Size", "{0} tokens became {1}: {2} % remain"), FText::AsNumber(Row.TokensBefore), FText::AsNumber(Row.TokensAfter),
		FText::AsNumber(FMath::RoundToInt(Row.Ratio * 100.0))));
	// A version that kept no account has no budget either.
	if (Account.TokensAvailable > 0)
	{
		Lines.Add(FText::Format(LOCTEXT("Budget", "Budget of a request: {0} tokens"), FText::AsNumber(Account.TokensAvailable)));
		if (Account.FactsFound > 0)
		{
			Lines.Add(FContextTexts::Kept(Row));
		}
		Lines.Add(FText::Format(LOCTEXT("Story", "Messages covered by the summary: {0} of {1}"), FText::AsNumber(Account.StoryKept),
			FText::AsNumber(Account.StoryFound)));
	}
	Lines.Add(FText::Format(LOCTEXT("Writer", "Written by {0} in {1} s"), SChatSummaryRowFiguresPrivate::NameOf(Row), FText::AsNumber(Account.Seconds, &Tenths)));
	if (Account.ModelCalls > 0)
	{
		const FText Unpriced = Account.bHasDollars ? LOCTEXT("CallsFree", "Model calls: {0}, free") : LOCTEXT("CallsUnpriced", "Model calls: {0}, price unknown");
		Lines.Add(Account.bHasDollars && Account.Dollars > 0.0
			? FText::Format(LOCTEXT("Cost", "Model calls: {0}, ${1}"), FText::AsNumber(Account.ModelCalls), FText::AsNumber(Account.Dollars, &Cents))
			: FText::Format(Unpriced, FText::AsNumber(Account.ModelCalls)));
	}
	if (Row.Depth > 0)
	{
		Lines.Add(FText::Format(LOCTEXT("Depth", "Earlier summaries in it: {0}"), FText::AsNumber(Row.Depth)));
	}
	return FText::Join(FText::FromString(TEXT("\n")), Lines);
}

#undef LOCTEXT_NAMESPACE
