// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/PreviewTexts.h"

#include "VibeUEContext.h"
#include "Widgets/ContextTexts.h"

#define LOCTEXT_NAMESPACE "PreviewTexts"

namespace PreviewTextsPrivate
{
static FText Dollars(double Value)
{
	FNumberFormattingOptions Cents;
	Cents.SetMinimumFractionalDigits(2).SetMaximumFractionalDigits(4);
	return FText::AsNumber(Value, &Cents);
}

static FText Percent(int64 Part, int64 Whole)
{
	return FText::AsNumber(FMath::RoundToInt(100.0 * static_cast<double>(Part) / static_cast<double>(FMath::Max<int64>(Whole, 1))));
}
} // namespace PreviewTextsPrivate

FText FPreviewTexts::Numbers(const FVibeUESummaryPreview& Preview)
{
	const FText Before = FText::AsNumber(Preview.TokensBefore);
	const FText After = FText::AsNumber(Preview.TokensAfter);
	const FText Tokens = Preview.TokensNow < Preview.TokensBefore
		? FText::Format(LOCTEXT("TokensOfOriginals", "Request: {0} tokens now, {1} with the originals restored \u2192 {2} tokens"), FText::AsNumber(Preview.TokensNow), Before, After)
		: FText::Format(LOCTEXT("Tokens", "Request: {0} \u2192 {1} tokens ({2} % smaller)"), Before, After,
			  PreviewTextsPrivate::Percent(FMath::Max<int64>(Preview.TokensBefore - Preview.TokensAfter, 0), Preview.TokensBefore));
	if (!Preview.bHasRequestDollars || Preview.RequestDollarsBefore <= 0.0)
	{
		return Tokens;
	}
	return FText::Format(LOCTEXT("TokensAndPrice", "{0}, each request about ${1} \u2192 ${2}"), Tokens,
		PreviewTextsPrivate::Dollars(Preview.RequestDollarsBefore), PreviewTextsPrivate::Dollars(Preview.RequestDollarsAfter));
}

FText FPreviewTexts::Sums(const FVibeUESummaryPreview& Preview)
{
	const FVibeUEPreviewSums& Sums = Preview.Sums;
	// Readers asked why the tools grow: with the first summary comes one that reads what the model no longer sees.
	const FText Words = Sums.ToolAfter > 0
		? LOCTEXT("SumsWithTool",
			  "Now: {0} to be condensed + {1} that stay + {2} prompt and tools. Afterwards: {3} summary + {4} that stay + {5} prompt and tools + {6} for a tool with which the model can read the originals.")
		: LOCTEXT("Sums", "Now: {0} to be condensed + {1} that stay + {2} prompt and tools. Afterwards: {3} summary + {4} that stay + {5} prompt and tools.");
	return FText::Format(Words,
		FText::AsNumber(Sums.Goes), FText::AsNumber(Sums.Stays + Sums.ShortenedBefore), FText::AsNumber(Sums.OtherBefore), FText::AsNumber(Sums.Summary),
		FText::AsNumber(Sums.Stays + Sums.ShortenedAfter), FText::AsNumber(Sums.OtherAfter - Sums.ToolAfter), FText::AsNumber(Sums.ToolAfter));
}

FText FPreviewTexts::Next(const FVibeUESummaryPreview& Preview, int64 Available)
{
	const FText Most = FText::AsNumber(Available);
	if (Preview.NextAt == 0)
	{
		return FText::Format(LOCTEXT("Most", "The budget of a request is {0} tokens."), Most);
	}
	const FText At = FText::AsNumber(Preview.NextAt);
	const FText Share = FText::AsNumber(FMath::RoundToInt(100.0 * Preview.Threshold));
	// Applying it changes no setting: what is tried is what would be.
	const bool bIsTried = Preview.Options.Threshold > 0.0;
	const FText Line = bIsTried ? FText::Format(LOCTEXT("NextTried", "The budget of a request is {0} tokens. With {2} % of it as the threshold, the next summary would start at {1} tokens."), Most, At, Share)
								: FText::Format(LOCTEXT("NextAt", "The budget of a request is {0} tokens. The next summary starts at {1} tokens ({2} % of it)."), Most, At, Share);
	if (Preview.NextIn == 0)
	{
		return Line;
	}
	const FText When = Preview.NextIn == 1 ? LOCTEXT("InOneTurn", "That is in about 1 turn.") : FText::Format(LOCTEXT("InTurns", "That is in about {0} turns."), FText::AsNumber(Preview.NextIn));
	return FText::Format(LOCTEXT("NextWhen", "{0} {1}"), Line, When);
}

FText FPreviewTexts::NameOf(EVibeUEPreviewStrategy Strategy)
{
	switch (Strategy)
	{
	case EVibeUEPreviewStrategy::Model:
		return LOCTEXT("Model", "Model");
	case EVibeUEPreviewStrategy::Hybrid:
		return LOCTEXT("Hybrid", "Rules and model");
	case EVibeUEPreviewStrategy::Native:
		return LOCTEXT("Native", "Provider");
	case EVibeUEPreviewStrategy::Rules:
	case EVibeUEPreviewStrategy::Settings:
		break;
	}
	return LOCTEXT("Rules", "Rules");
}

FText FPreviewTexts::Price(const FVibeUEPreviewOffer& Offer)
{
	if (Offer.Strategy == EVibeUEPreviewStrategy::Rules)
	{
		return LOCTEXT("Free", "free");
	}
	if (!Offer.Obstacle.IsEmpty())
	{
		return LOCTEXT("NotNow", "not now");
	}
	if (Offer.Model.IsEmpty())
	{
		return LOCTEXT("NoModel", "no model is set");
	}
	if (!Offer.bHasDollars)
	{
		return LOCTEXT("PriceUnknown", "price unknown");
	}
	return Offer.Dollars > 0.0 ? FText::Format(LOCTEXT("About", "about ${0}"), PreviewTextsPrivate::Dollars(Offer.Dollars)) : LOCTEXT("Free", "free");
}

FText FPreviewTexts::TipOf(EVibeUEPreviewStrategy Strategy)
{
	switch (Strategy)
	{
	case EVibeUEPreviewStrategy::Model:
		return LOCTEXT("ModelTip", "A model writes the summary.");
	case EVibeUEPreviewStrategy::Hybrid:
		return LOCTEXT("HybridTip", "Rules find the facts, a model writes the text, and what it leaves out is restored.");
	case EVibeUEPreviewStrategy::Native:
		return LOCTEXT("NativeTip", "The provider's own compaction, if it has one.");
	case EVibeUEPreviewStrategy::Rules:
	case EVibeUEPreviewStrategy::Settings:
		break;
	}
	return LOCTEXT("RulesTip", "Rules choose the content. No model is asked, and it costs nothing.");
}

FText FPreviewTexts::TipOfOffer(const FVibeUEPreviewOffer& Offer)
{
	const FText Tip = TipOf(Offer.Strategy);
	const FText Price = Unpriced(Offer);
	return Price.IsEmpty() ? Tip : FText::Format(LOCTEXT("TipAndPrice", "{0} {1}"), Tip, Price);
}

FText FPreviewTexts::Unpriced(const FVibeUEPreviewOffer& Offer)
{
	const bool bIsAsked = Offer.Strategy != EVibeUEPreviewStrategy::Rules && Offer.Obstacle.IsEmpty() && !Offer.Model.IsEmpty();
	if (!bIsAsked || Offer.bHasDollars)
	{
		return FText::GetEmpty();
	}
	// Two lines of a narrow dock, which has little room above the summary.
	return FText::Format(LOCTEXT("Unpriced", "Price of {0} unknown; for your chat model, set it in the settings (Your Connection)."), FText::FromString(Offer.Model));
}

FText FPreviewTexts::Ask(const FVibeUEPreviewOffer& Offer)
{
	if (Offer.Model.IsEmpty() || !Offer.Obstacle.IsEmpty())
	{
		return LOCTEXT("TryFree", "Try, free");
	}
	const FText Model = FText::FromString(Offer.Model);
	if (!Offer.bHasDollars)
	{
		return FText::Format(LOCTEXT("AskUnknown", "Ask {0}, price unknown"), Model);
	}
	if (Offer.Dollars <= 0.0)
	{
		return FText::Format(LOCTEXT("AskFree", "Ask {0}, free"), Model);
	}
	return FText::Format(LOCTEXT("Ask", "Ask {0}, about ${1}"), Model, PreviewTextsPrivate::Dollars(Offer.Dollars));
}

FText FPreviewTexts::Origin(const FVibeUESummaryPreview& Preview)
{
	if (Preview.Summary.IsEmpty())
	{
		return LOCTEXT("NoSummary", "Only tool results are shortened; no summary is written.");
	}
	const FText Name = NameOf(Preview.Strategy);
	const FText Target = FText::AsNumber(FMath::RoundToInt(100.0 * Preview.Target));
	if (Preview.Dollars > 0.0)
	{
		return FText::Format(LOCTEXT("OriginCost", "{0}, aiming at no more than {1} % of the budget. Making it cost ${2}."), Name, Target,
			PreviewTextsPrivate::Dollars(Preview.Dollars));
	}
	return FText::Format(Preview.Strategy == EVibeUEPreviewStrategy::Rules ? LOCTEXT("OriginFree", "{0}, at no cost, aiming at no more than {1} % of the budget.")
																			: LOCTEXT("Origin", "{0}, aiming at no more than {1} % of the budget."),
		Name, Target);
}

FText FPreviewTexts::Speaker(const FVibeUEPreviewMessage& Message)
{
	if (Message.bIsSummary)
	{
		return LOCTEXT("EarlierSummary", "Earlier summary");
	}
	FVibeUEHeavyMessage Same;
	Same.Role = Message.Role;
	Same.Tools = Message.Tools;
	Same.bIsToolResult = Message.Role == EVibeUERole::Tool;
	return FContextTexts::Speaker(Same);
}

FText FPreviewTexts::Numbered(const FVibeUEPreviewMessage& Message)
{
	// No line names an earlier summary.
	return Message.bIsSummary ? Speaker(Message)
							  : FText::Format(LOCTEXT("Numbered", "{0}, m{1}"), Speaker(Message), FText::FromString(FString::Printf(TEXT("%lld"), Message.Id)));
}

FText FPreviewTexts::Reason(const FVibeUEPreviewMessage& Message)
{
	if (Message.Part == EVibeUEPreviewPart::Shortened)
	{
		return LOCTEXT("Shortened", "Shortened; the full text stays in the archive");
	}
	switch (Message.Reason)
	{
	case EVibeUEStayReason::System:
		return LOCTEXT("StaysSystem", "Stays: instructions");
	case EVibeUEStayReason::Pinned:
		return Message.bKept ? LOCTEXT("StaysKept", "Stays: kept by you; applying pins it") : LOCTEXT("StaysPinned", "Stays: pinned, or part of a pinned call");
	case EVibeUEStayReason::NewestRequest:
		return LOCTEXT("StaysNewest", "Stays: your newest request");
	case EVibeUEStayReason::Waiting:
		return LOCTEXT("StaysWaiting", "Stays: a call waits for its result");
	case EVibeUEStayReason::Recent:
		return LOCTEXT("StaysRecent", "Stays: recent");
	case EVibeUEStayReason::None:
		break;
	}
	return FText::GetEmpty();
}

FText FPreviewTexts::Tokens(const FVibeUEPreviewMessage& Message)
{
	return Message.Part == EVibeUEPreviewPart::Shortened
		? FText::Format(LOCTEXT("Shorter", "{0} \u2192 {1}"), FText::AsNumber(Message.TokensBefore), FText::AsNumber(Message.TokensAfter))
		: FText::AsNumber(Message.TokensBefore);
}

FText FPreviewTexts::Goes(const FVibeUESummaryPreview& Preview)
{
	return FText::Format(LOCTEXT("Goes", "CONDENSED (messages: {0}, tokens: {1})"), FText::AsNumber(Preview.Goes), FText::AsNumber(Preview.Sums.Goes));
}

FText FPreviewTexts::Stays(const FVibeUESummaryPreview& Preview)
{
	return FText::Format(LOCTEXT("Stays", "STAYS (messages: {0}, tokens: {1})"), FText::AsNumber(Preview.Stays + Preview.Shortened),
		FText::AsNumber(Preview.Sums.Stays + Preview.Sums.ShortenedAfter));
}

FText FPreviewTexts::Summary(const FVibeUESummaryPreview& Preview)
{
	return FText::Format(LOCTEXT("Summary", "NEW SUMMARY (tokens: {0})"), FText::AsNumber(Preview.Sums.Summary));
}

#undef LOCTEXT_NAMESPACE
