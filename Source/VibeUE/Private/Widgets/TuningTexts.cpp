// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/TuningTexts.h"

#include "Bridge/CoreSentences.h"
#include "Bridge/CoreTexts.h"
#include "Bridge/SettingsTuning.h"
#include "SettingNames.h"

#define LOCTEXT_NAMESPACE "TuningTexts"

namespace TuningTextsPrivate
{
/** The maximum number of conversations that are named. */
static constexpr int32 MostNamed = 3;

static FText Whole(double Value)
{
	return FText::AsNumber(FMath::RoundToInt(Value));
}

static FText Join(const TArray<FString>& Parts)
{
	return FText::FromString(FString::Join(Parts, TEXT(", ")));
}
} // namespace TuningTextsPrivate

FText FTuningTexts::NameOf(const FTuningTrial& Trial)
{
	const FText Title = FCoreTexts::Find(TEXT("Preset_") + Trial.Preset + TEXT("_Title"), Trial.Title);
	switch (Trial.Kind)
	{
	case FTuningTrial::EKind::Preset:
		return FText::Format(LOCTEXT("Preset", "Preset {0}"), Title);
	case FTuningTrial::EKind::Threshold:
		return FText::Format(LOCTEXT("Threshold", "Threshold {0}"), FText::AsNumber(Trial.Threshold));
	case FTuningTrial::EKind::Today:
		break;
	}
	return Trial.Title.IsEmpty() ? LOCTEXT("Today", "Current settings") : FText::Format(LOCTEXT("TodayPreset", "Current settings ({0})"), Title);
}

int32 FTuningTexts::FindBest(const FTuningReport& Report)
{
	const int32 Best = Report.Trials.IndexOfByPredicate([](const FTuningTrial& Trial) { return Trial.bIsBest; });
	return FMath::Max(Best, 0);
}

FText FTuningTexts::Verdict(const FTuningReport& Report)
{
	const FTuningTrial& Today = Report.Trials[0];
	const bool bNothingHappens = !Report.Trials.ContainsByPredicate([](const FTuningTrial& Trial) { return Trial.Summarizations > 0; });
	if (bNothingHappens)
	{
		return LOCTEXT("NothingHappens", "None of your conversations came near the limit: all of these settings behave the same.");
	}
	const FTuningTrial& Best = Report.Trials[FindBest(Report)];
	if (Best.Kind == FTuningTrial::EKind::Today)
	{
		return LOCTEXT("TodayIsBest", "Your current settings are the best of these for your conversations.");
	}
	return FText::Format(LOCTEXT("Best", "Best for your conversations: {0}. Compared with now: {1}."), NameOf(Best), Compared(Best, Today));
}

FText FTuningTexts::Replayed(const FTuningReport& Report)
{
	const FText Counts = FText::Format(LOCTEXT("Replayed", "Replayed conversations: {0}; requests: {1}; window: {2} tokens, of which a request may use {3}."),
		FText::AsNumber(Report.Conversations.Num()), FText::AsNumber(Report.Requests), FText::AsNumber(Report.Window), FText::AsNumber(Report.Budget));
	return Report.bIsExact ? Counts : FText::Format(LOCTEXT("Estimated", "{0} Tokens are estimates."), Counts);
}

FText FTuningTexts::Skipped(const FTuningReport& Report)
{
	TArray<FString> Lines;
	for (int32 Index = 0; Index < FMath::Min(Report.Skipped.Num(), TuningTextsPrivate::MostNamed); ++Index)
	{
		Lines.Add(FText::Format(LOCTEXT("Skipped", "Skipped, because it cannot be read: {0} ({1})"), FText::FromString(Report.Skipped[Index].Name),
			FText::FromString(Report.Skipped[Index].Why)).ToString());
	}
	if (Report.Skipped.Num() > TuningTextsPrivate::MostNamed)
	{
		Lines.Add(FText::Format(LOCTEXT("MoreSkipped", "Skipped as well: {0} more"), FText::AsNumber(Report.Skipped.Num() - TuningTextsPrivate::MostNamed)).ToString());
	}
	if (Report.LeftOut > 0)
	{
		Lines.Add(FText::Format(LOCTEXT("LeftOut", "Older conversations not included: {0}"), FText::AsNumber(Report.LeftOut)).ToString());
	}
	return FText::FromString(FString::Join(Lines, TEXT("\n")));
}

FText FTuningTexts::Compared(const FTuningTrial& Trial, const FTuningTrial& Today)
{
	using namespace TuningTextsPrivate;
	TArray<FString> Parts;
	const double Tokens = Today.Tokens > 0 ? 100.0 * static_cast<double>(Trial.Tokens - Today.Tokens) / static_cast<double>(Today.Tokens) : 0.0;
	const double Facts = Trial.FactsPercent - Today.FactsPercent;
	const int64 Summaries = Trial.Summarizations - Today.Summarizations;
	if (FMath::Abs(Tokens) >= 0.5)
	{
		Parts.Add(FText::Format(Tokens < 0.0 ? LOCTEXT("FewerTokens", "{0} % fewer tokens sent") : LOCTEXT("MoreTokens", "{0} % more tokens sent"), Whole(FMath::Abs(Tokens))).ToString());
	}
	if (FMath::Abs(Facts) >= 1.5)
	{
		Parts.Add(FText::Format(Facts < 0.0 ? LOCTEXT("FewerFacts", "{0} percentage points fewer facts kept") : LOCTEXT("MoreFacts", "{0} percentage points more facts kept"), Whole(FMath::Abs(Facts))).ToString());
	}
	else if (FMath::Abs(Facts) >= 0.5)
	{
		Parts.Add((Facts < 0.0 ? LOCTEXT("OnePointFewerFacts", "1 percentage point fewer facts kept") : LOCTEXT("OnePointMoreFacts", "1 percentage point more facts kept")).ToString());
	}
	if (Summaries == 1 || Summaries == -1)
	{
		Parts.Add((Summaries < 0 ? LOCTEXT("OneSummaryFewer", "1 summary fewer") : LOCTEXT("OneSummaryMore", "1 summary more")).ToString());
	}
	else if (Summaries != 0)
	{
		Parts.Add(FText::Format(Summaries < 0 ? LOCTEXT("FewerSummaries", "{0} summaries fewer") : LOCTEXT("MoreSummaries", "{0} summaries more"),
			FText::AsNumber(FMath::Abs(Summaries))).ToString());
	}
	return Parts.Num() > 0 ? Join(Parts) : LOCTEXT("Same", "nearly the same");
}

FText FTuningTexts::Changes(const FTuningTrial& Trial)
{
	TArray<FString> Written;
	TArray<FString> Following;
	for (const FTuningChange& Change : Trial.Changes)
	{
		if (Trial.Kind == FTuningTrial::EKind::Preset && Change.Name == TEXT("Preset"))
		{
			// That is its title.
			continue;
		}
		const FText Line = FText::Format(LOCTEXT("Change", "{0} {1} → {2}"), FSettingNames::Find(Change.Name), FText::FromString(Change.Before), FText::FromString(Change.After));
		(Change.bFollows ? Following : Written).Add(Line.ToString());
	}
	if (Written.Num() == 0)
	{
		return LOCTEXT("NoChange", "Would change nothing.");
	}
	const FText Changes = FText::Format(LOCTEXT("Changes", "Would change: {0}."), TuningTextsPrivate::Join(Written));
	return Following.Num() == 0 ? Changes : FText::Format(LOCTEXT("Following", "{0} Also changes as a result: {1}."), Changes, TuningTextsPrivate::Join(Following));
}

FText FTuningTexts::Peak(const FTuningTrial& Trial)
{
	if (Trial.PeakRequest == 0)
	{
		return FText::GetEmpty();
	}
	const FText Where = FText::Format(LOCTEXT("Peak", "Fullest request: {0} of the budget, request {1} of “{2}”."), Percent(Trial.PeakPercent), FText::AsNumber(Trial.PeakRequest),
		FText::FromString(Trial.PeakConversation));
	return Trial.PeakFailure.IsEmpty() ? Where : FText::Format(LOCTEXT("PeakFailure", "{0} It cannot be made smaller: {1}."), Where, FCoreSentences::Say(Trial.PeakFailure));
}

FText FTuningTexts::Tokens(const FTuningReport& Report, int64 Tokens)
{
	return Report.bIsExact ? FText::AsNumber(Tokens) : FText::Format(LOCTEXT("About", "~{0}"), FText::AsNumber(Tokens));
}

FText FTuningTexts::Percent(double Percent)
{
	return FText::Format(LOCTEXT("Percent", "{0} %"), TuningTextsPrivate::Whole(Percent));
}

FText FTuningTexts::Dollars(double Dollars)
{
	FNumberFormattingOptions Cents;
	Cents.SetMinimumFractionalDigits(2).SetMaximumFractionalDigits(2);
	return FText::Format(LOCTEXT("Dollars", "${0}"), FText::AsNumber(Dollars, &Cents));
}

#undef LOCTEXT_NAMESPACE
