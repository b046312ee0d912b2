// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ContextTexts.h"

#include "Bridge/CoreSentences.h"
#include "Styling/StyleColors.h"

#define LOCTEXT_NAMESPACE "ContextTexts"

namespace ContextTextsPrivate
{
static FText Percent(double Value)
{
	return FText::AsNumber(FMath::RoundToInt(Value));
}

static FText Dollars(double Value)
{
	FNumberFormattingOptions Cents;
	Cents.SetMinimumFractionalDigits(2).SetMaximumFractionalDigits(4);
	return FText::AsNumber(Value, &Cents);
}

static FText JoinTools(const TArray<FString>& Tools)
{
	TArray<FText> Names;
	for (const FString& Tool : Tools)
	{
		Names.Add(FText::FromString(Tool));
	}
	return FText::Join(LOCTEXT("And", ", "), Names);
}

static FText WriterOf(const FVibeUESummaryRow& Row)
{
	const bool bIsKnown = !Row.Writer.IsEmpty();
	const FText Writer = FText::FromString(Row.Writer);
	switch (Row.Strategy)
	{
	case EVibeUESummaryStrategy::Model:
		return bIsKnown ? FText::Format(LOCTEXT("ByNamedModel", "Written by {0}"), Writer) : LOCTEXT("ByModel", "Written by a model");
	case EVibeUESummaryStrategy::Hybrid:
		return bIsKnown ? FText::Format(LOCTEXT("ByNamedHybrid", "Written by {0} and rules"), Writer)
						: LOCTEXT("ByHybrid", "Written by a model, from facts that rules found");
	case EVibeUESummaryStrategy::Native:
		return bIsKnown ? FText::Format(LOCTEXT("ByNamedProvider", "Written by the provider ({0})"), Writer) : LOCTEXT("ByProvider", "Written by the provider");
	case EVibeUESummaryStrategy::Rules:
		return LOCTEXT("ByRules", "Written by rules");
	case EVibeUESummaryStrategy::None:
		break;
	}
	return LOCTEXT("NoSummary", "Shortened, without a summary");
}

/** What calls to models cost, or that nobody knows: without a word they would look free, also if the model failed and rules took over. */
static FText CostOf(const FVibeUESummaryAccount& Account)
{
	if (!Account.bHasDollars)
	{
		return LOCTEXT("PriceUnknown", "price unknown");
	}
	return Account.Dollars > 0.0 ? FText::Format(LOCTEXT("Cost", "${0}"), Dollars(Account.Dollars)) : LOCTEXT("NoCost", "free");
}

/** What summarizing now would free, who would do it, and for how much. */
static FText Offer(const FVibeUENextSummary& Next)
{
	const FText Frees = FText::AsNumber(Next.Frees);
	const FText Messages = FText::AsNumber(Next.Messages);
	if (Next.Writer.IsEmpty())
	{
		return FText::Format(LOCTEXT("GainByRules", "Rules write the summary, without a model and at no cost. If you summarize now, messages condensed: {1}; tokens freed: about {0}."),
			Frees, Messages);
	}
	const FText Writer = FText::FromString(Next.Writer);
	if (Next.bHasPrice && Next.Dollars <= 0.0)
	{
		return FText::Format(LOCTEXT("GainForFree", "{2} writes the summary, for free. If you summarize now, messages condensed: {1}; tokens freed: about {0}."), Frees, Messages,
			Writer);
	}
	if (Next.bHasPrice)
	{
		return FText::Format(LOCTEXT("GainForMoney", "{2} writes the summary, for about ${3}. If you summarize now, messages condensed: {1}; tokens freed: about {0}."), Frees, Messages,
			Writer, Dollars(Next.Dollars));
	}
	return FText::Format(LOCTEXT("GainUnpriced", "{2} writes the summary, at an unknown price. If you summarize now, messages condensed: {1}; tokens freed: about {0}."), Frees,
		Messages, Writer);
}
} // namespace ContextTextsPrivate

FText FContextTexts::NameOf(EVibeUEContextKind Kind)
{
	switch (Kind)
	{
	case EVibeUEContextKind::System:
		return LOCTEXT("System", "System prompt and rules");
	case EVibeUEContextKind::Tools:
		return LOCTEXT("Tools", "Tool definitions");
	case EVibeUEContextKind::Summary:
		return LOCTEXT("Summary", "Summary");
	case EVibeUEContextKind::User:
		return LOCTEXT("User", "Your messages");
	case EVibeUEContextKind::Assistant:
		return LOCTEXT("Assistant", "Answers");
	case EVibeUEContextKind::ToolCalls:
		return LOCTEXT("ToolCalls", "Tool calls");
	case EVibeUEContextKind::ToolResults:
		return LOCTEXT("ToolResults", "Tool results");
	case EVibeUEContextKind::Images:
		return LOCTEXT("Images", "Images");
	case EVibeUEContextKind::Overhead:
		break;
	}
	return LOCTEXT("Overhead", "Wire format");
}

FText FContextTexts::LetterOf(EVibeUEContextKind Kind)
{
	switch (Kind)
	{
	case EVibeUEContextKind::System:
		return LOCTEXT("SystemLetter", "S");
	case EVibeUEContextKind::Tools:
		return LOCTEXT("ToolsLetter", "T");
	case EVibeUEContextKind::Summary:
		return LOCTEXT("SummaryLetter", "\u03a3");
	case EVibeUEContextKind::User:
		return LOCTEXT("UserLetter", "Y");
	case EVibeUEContextKind::Assistant:
		return LOCTEXT("AssistantLetter", "A");
	case EVibeUEContextKind::ToolCalls:
		return LOCTEXT("ToolCallsLetter", "C");
	case EVibeUEContextKind::ToolResults:
		return LOCTEXT("ToolResultsLetter", "R");
	case EVibeUEContextKind::Images:
		return LOCTEXT("ImagesLetter", "I");
	case EVibeUEContextKind::Overhead:
		break;
	}
	return LOCTEXT("OverheadLetter", "W");
}

FSlateColor FContextTexts::ColorOf(EVibeUEContextKind Kind)
{
	switch (Kind)
	{
	case EVibeUEContextKind::System:
		// The gray accent is too dark for a letter on it.
		return FStyleColors::Foreground;
	case EVibeUEContextKind::Tools:
		return FStyleColors::AccentPink;
	case EVibeUEContextKind::Summary:
		return FStyleColors::AccentGreen;
	case EVibeUEContextKind::User:
		return FStyleColors::AccentBlue;
	case EVibeUEContextKind::Assistant:
		return FStyleColors::AccentWhite;
	case EVibeUEContextKind::ToolCalls:
		return FStyleColors::AccentYellow;
	case EVibeUEContextKind::ToolResults:
		return FStyleColors::AccentOrange;
	case EVibeUEContextKind::Images:
		return FStyleColors::AccentRed;
	case EVibeUEContextKind::Overhead:
		break;
	}
	return FStyleColors::AccentFolder;
}

FText FContextTexts::Share(double Percent)
{
	// What is there is more than nothing.
	return Percent > 0.0 && Percent < 0.5 ? LOCTEXT("LessThanOne", "<1 %") : FText::Format(LOCTEXT("Share", "{0} %"), ContextTextsPrivate::Percent(Percent));
}

FText FContextTexts::Fill(const FVibeUEContextReport& Report)
{
	if (Report.Available <= 0)
	{
		return LOCTEXT("NoNumbers", "The numbers appear when the conversation is open.");
	}
	// What is estimated, and what is taken for granted, is marked.
	const FText Guess = LOCTEXT("Guess", "~{0}");
	const FText Used = FText::AsNumber(Report.Used);
	const FText Available = FText::AsNumber(Report.Available);
	return FText::Format(LOCTEXT("FillShare", "{0} of {1} tokens ({2})"), Report.bExact ? Used : FText::Format(Guess, Used),
		Report.bWindowAssumed ? FText::Format(Guess, Available) : Available, Share(Report.Percent));
}

FText FContextTexts::Line(const FVibeUENextSummary& Next)
{
	if (Next.Line <= 0)
	{
		return FText::GetEmpty();
	}
	return FText::Format(LOCTEXT("Line", "Mark in the bar: a summary at {0} tokens ({1} %)"), FText::AsNumber(Next.Line),
		ContextTextsPrivate::Percent(Next.LinePercent));
}

FText FContextTexts::Window(const FVibeUEContextReport& Report)
{
	const FText Window = FText::AsNumber(Report.Window);
	const FText Reserve = FText::AsNumber(Report.Reserve);
	if (Report.Margin <= 0)
	{
		return FText::Format(LOCTEXT("Window", "Of a window of {0} tokens, {1} are kept free for the reply."), Window, Reserve);
	}
	return FText::Format(LOCTEXT("WindowMargin", "Of a window of {0} tokens, {1} are kept free for the reply and {2} as a margin."), Window, Reserve,
		FText::AsNumber(Report.Margin));
}

FText FContextTexts::Forecast(const FVibeUENextSummary& Next)
{
	switch (Next.Forecast)
	{
	case EVibeUEForecast::Off:
		return LOCTEXT("Off", "Never: automatic summaries are off.");
	case EVibeUEForecast::Due:
		return LOCTEXT("Due", "Before the next request.");
	case EVibeUEForecast::Held:
		return FText::Format(LOCTEXT("Held", "Held up: {0}."), FCoreSentences::Say(Next.Explanation));
	case EVibeUEForecast::InTurns:
		return Next.Turns == 1
			? FText::Format(LOCTEXT("InOneTurn", "Probably with the next turn: {0} tokens are left until then, a turn adds about {1}."), FText::AsNumber(Next.Left),
				FText::AsNumber(Next.TurnTokens))
			: FText::Format(LOCTEXT("InTurns", "In about {0} turns: {1} tokens are left until then, a turn adds about {2}."), FText::AsNumber(Next.Turns),
				FText::AsNumber(Next.Left), FText::AsNumber(Next.TurnTokens));
	case EVibeUEForecast::Unknown:
		break;
	}
	return FText::Format(LOCTEXT("Unknown", "Not known until a full turn has ended: {0} tokens are left."), FText::AsNumber(Next.Left));
}

FText FContextTexts::Gain(const FVibeUENextSummary& Next)
{
	return Next.bHasGain ? FText::Format(LOCTEXT("GainKept", "{0} Nothing is deleted: Preview shows what the model would read, Undo takes back one summary at a time, the newest first."),
							   ContextTextsPrivate::Offer(Next))
						 : LOCTEXT("NoGain", "Summarizing now would free nothing: there are no older messages to condense.");
}

FText FContextTexts::Speaker(const FVibeUEHeavyMessage& Message)
{
	if (Message.Tools.Num() > 0)
	{
		const FText Tools = ContextTextsPrivate::JoinTools(Message.Tools);
		return FText::Format(Message.bIsToolResult ? LOCTEXT("Result", "Result of {0}") : LOCTEXT("Call", "Call to {0}"), Tools);
	}
	switch (Message.Role)
	{
	case EVibeUERole::User:
		return LOCTEXT("You", "You");
	case EVibeUERole::Tool:
		return LOCTEXT("Tool", "Result of a tool");
	case EVibeUERole::System:
	case EVibeUERole::Assistant:
		break;
	}
	return LOCTEXT("Answer", "Answer");
}

FText FContextTexts::Age(const FVibeUEHeavyMessage& Message)
{
	FText Age = LOCTEXT("ThisTurn", "this turn");
	if (Message.TurnsAgo == 1)
	{
		Age = LOCTEXT("OneTurnAgo", "1 turn ago");
	}
	else if (Message.TurnsAgo > 1)
	{
		Age = FText::Format(LOCTEXT("TurnsAgo", "{0} turns ago"), FText::AsNumber(Message.TurnsAgo));
	}
	if (Message.bPinned)
	{
		Age = FText::Format(LOCTEXT("Pinned", "{0}, pinned"), Age);
	}
	return Message.bShortened ? FText::Format(LOCTEXT("Shortened", "{0}, shortened"), Age) : Age;
}

FText FContextTexts::Size(const FVibeUESummaryRow& Row)
{
	const FText Before = FText::AsNumber(Row.TokensBefore);
	const FText After = FText::AsNumber(Row.TokensAfter);
	if (Row.Messages == 0 && Row.ResultsPruned == 0)
	{
		return FText::Format(LOCTEXT("CutSize", "Messages cut: {0}; request {1} \u2192 {2} tokens"), FText::AsNumber(Row.MessagesTrimmed), Before, After);
	}
	return Row.Messages > 0
		? FText::Format(LOCTEXT("Size", "Messages summarized: {0}; request {1} \u2192 {2} tokens"), FText::AsNumber(Row.Messages), Before, After)
		: FText::Format(LOCTEXT("ShortenedSize", "Messages shortened: {0}; request {1} \u2192 {2} tokens"), FText::AsNumber(Row.ResultsPruned), Before, After);
}

FText FContextTexts::State(const FVibeUESummaryRow& Row)
{
	return Row.bInForce ? FText::GetEmpty() : LOCTEXT("Undone", "undone");
}

FText FContextTexts::Left(const FVibeUESummaryRow& Row)
{
	const FText Share = ContextTextsPrivate::Percent(FMath::Max(1.0 - Row.Ratio, 0.0) * 100.0);
	return Row.bInForce ? FText::Format(LOCTEXT("Left", "{0} % smaller"), Share) : FText::Format(LOCTEXT("LeftUndone", "was {0} % smaller"), Share);
}

FText FContextTexts::Origin(const FVibeUESummaryRow& Row)
{
	TArray<FText> Parts;
	Parts.Add(ContextTextsPrivate::WriterOf(Row));
	if (Row.Account.ModelCalls > 0)
	{
		Parts.Add(FText::Format(LOCTEXT("Calls", "calls: {0}"), FText::AsNumber(Row.Account.ModelCalls)));
		Parts.Add(ContextTextsPrivate::CostOf(Row.Account));
	}
	else if (Row.Strategy == EVibeUESummaryStrategy::Rules)
	{
		Parts.Add(LOCTEXT("NoCost", "free"));
	}
	if (Row.Depth > 0)
	{
		Parts.Add(FText::Format(LOCTEXT("Depth", "earlier summaries in it: {0}"), FText::AsNumber(Row.Depth)));
	}
	if (Row.bEdited)
	{
		Parts.Add(LOCTEXT("Edited", "edited by you"));
	}
	return FText::Join(LOCTEXT("Comma", ", "), Parts);
}

FText FContextTexts::Kept(const FVibeUESummaryRow& Row)
{
	const int64 Found = Row.Account.FactsFound;
	if (Found <= 0)
	{
		return FText::GetEmpty();
	}
	// "7 of 7" alone was read as "nothing is lost".
	return Found > 1 && Row.Account.FactsKept == Found
		? FText::Format(LOCTEXT("KeptAll", "All {0} names and values that were checked are still there; wording and detail are not"), FText::AsNumber(Found))
		: FText::Format(LOCTEXT("KeptSome", "Of the names and values that were checked, {0} of {1} are still there; wording and detail are not"),
			  FText::AsNumber(Row.Account.FactsKept), FText::AsNumber(Found));
}

FText FContextTexts::Account(const FVibeUESummaryRow& Row)
{
	const FText Words = Kept(Row);
	return Words.IsEmpty() ? Origin(Row) : FText::Format(LOCTEXT("Account", "{0}. {1}"), Origin(Row), Words);
}

FText FContextTexts::Figures(const FVibeUESummaryRow& Row)
{
	const FVibeUESummaryAccount& Account = Row.Account;
	FNumberFormattingOptions Tenths;
	Tenths.SetMinimumFractionalDigits(1).SetMaximumFractionalDigits(1);
	const FText Seconds = FText::AsNumber(Account.Seconds, &Tenths);
	// Rules take no time that anyone waits for.
	const bool bTookTime = Account.Seconds >= 0.1;
	// A version that kept no account has no budget either.
	if (Account.TokensAvailable <= 0)
	{
		return bTookTime ? FText::Format(LOCTEXT("FiguresTime", "Time: {0} s"), Seconds) : FText::GetEmpty();
	}
	const FText Budget = FText::AsNumber(Account.TokensAvailable);
	return bTookTime ? FText::Format(LOCTEXT("FiguresBudget", "Budget of a request: {0} tokens; time: {1} s"), Budget, Seconds)
					 : FText::Format(LOCTEXT("FiguresBudgetOnly", "Budget of a request: {0} tokens"), Budget);
}

FText FContextTexts::WithoutLine(const FVibeUEMessagesWithoutLine& Messages)
{
	// Readers of a summary found out by counting, and some of them not at all.
	return Messages.Count > 0
		? FText::Format(LOCTEXT("WithoutLine", "Without a line of their own: {0} of {1} messages ({2})"), FText::AsNumber(Messages.Count),
			  FText::AsNumber(Messages.Condensed), FText::FromString(Messages.Ids))
		: FText::GetEmpty();
}

#undef LOCTEXT_NAMESPACE
