// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/SettingsTuning.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "ConversationFiles.h"
#include "VibeUESettings.h"

namespace SettingsTuningPrivate
{
static int64 Number(std::uint64_t Told)
{
	return VibeUE::FromCore(static_cast<uint64>(Told));
}

static FTuningTrial::EKind KindOf(vibeue::TrialKind Kind)
{
	switch (Kind)
	{
	case vibeue::TrialKind::Preset:
		return FTuningTrial::EKind::Preset;
	case vibeue::TrialKind::Threshold:
		return FTuningTrial::EKind::Threshold;
	case vibeue::TrialKind::Today:
		break;
	}
	return FTuningTrial::EKind::Today;
}

static FTuningTrial FromCore(const vibeue::TuningTrial& Told)
{
	FTuningTrial Trial;
	Trial.Kind = KindOf(Told.kind);
	Trial.Preset = VibeUE::FromCore(Told.preset);
	Trial.Title = VibeUE::FromCore(Told.title);
	Trial.Threshold = Told.threshold;
	Trial.bIsBest = Told.best;
	Trial.Summarizations = Number(Told.compactions);
	Trial.OverBudget = Number(Told.over_budget);
	Trial.Tokens = Number(Told.tokens);
	Trial.TokensWithCaching = Number(Told.tokens_with_caching);
	Trial.Dollars = Told.dollars;
	Trial.Facts = Number(Told.facts);
	Trial.FactsPercent = Told.facts_percent;
	Trial.PeakPercent = Told.peak_percent;
	Trial.PeakConversation = VibeUE::FromCore(Told.peak_conversation);
	Trial.PeakRequest = Number(Told.peak_request);
	Trial.PeakFailure = VibeUE::FromCore(Told.peak_failure);
	for (const vibeue::TrialChange& Change : Told.changes)
	{
		Trial.Changes.Add({VibeUE::FromCore(Change.name), VibeUE::FromCore(Change.before), VibeUE::FromCore(Change.after), Change.follows});
	}
	return Trial;
}

static rust::Box<vibeue::Tuning> Start(const UVibeUESettings& Settings)
{
	const rust::Vec<vibeue::NameValue> Values = VibeUE::ToCore(Settings.GetCoreSettingsInForce());
	return vibeue::start_tuning(VibeUE::ToCore(FConversationFiles::GetFolder()), rust::Slice<const vibeue::NameValue>(Values.data(), Values.size()),
		VibeUE::ToCore(Settings.GetModelChoice()));
}
} // namespace SettingsTuningPrivate

FSettingsTuning::FSettingsTuning(const UVibeUESettings& Settings)
	: Tuning(SettingsTuningPrivate::Start(Settings))
{
}

bool FSettingsTuning::IsFinished() const
{
	return Tuning->is_finished();
}

void FSettingsTuning::Cancel() const
{
	Tuning->cancel();
}

float FSettingsTuning::GetDone() const
{
	const vibeue::TuningProgress Progress = Tuning->progress();
	return Progress.all > 0 ? static_cast<float>(static_cast<double>(Progress.done) / static_cast<double>(Progress.all)) : 0.0f;
}

FTuningReport FSettingsTuning::GetReport() const
{
	using namespace SettingsTuningPrivate;
	const vibeue::TuningReport Told = Tuning->report();
	FTuningReport Report;
	Report.Problem = VibeUE::FromCore(Told.status);
	Report.bIsExact = Told.exact;
	Report.Window = Number(Told.window);
	Report.Budget = Number(Told.budget);
	for (const rust::String& Name : Told.conversations)
	{
		Report.Conversations.Add(VibeUE::FromCore(Name));
	}
	Report.Messages = Number(Told.messages);
	Report.Requests = Number(Told.requests);
	for (const vibeue::SkippedConversation& Skipped : Told.skipped)
	{
		Report.Skipped.Add({VibeUE::FromCore(Skipped.name), FCoreSentences::FromCore(Skipped.why)});
	}
	Report.LeftOut = Number(Told.left_out);
	for (const vibeue::TuningTrial& Trial : Told.trials)
	{
		Report.Trials.Add(FromCore(Trial));
	}
	return Report;
}

FTuningPlot FSettingsTuning::GetPlot(int32 Trial) const
{
	const vibeue::TuningPlot Told = Tuning->plot(VibeUE::ToCore(static_cast<int64>(Trial)));
	FTuningPlot Plot;
	Plot.Size = FVector2D(static_cast<double>(Told.width), static_cast<double>(Told.height));
	for (const vibeue::PlotStroke& Line : Told.strokes)
	{
		FTuningStroke Stroke;
		Stroke.Ink = Line.ink;
		Stroke.Color = static_cast<int32>(Line.color);
		Stroke.Thickness = Line.thickness;
		for (std::size_t Index = 0; Index + 1 < Line.points.size(); Index += 2)
		{
			Stroke.Points.Add(FVector2D(static_cast<double>(Line.points[Index]), static_cast<double>(Line.points[Index + 1])));
		}
		Plot.Strokes.Add(MoveTemp(Stroke));
	}
	for (const vibeue::PlotText& Text : Told.texts)
	{
		Plot.Texts.Add({Text.role, FVector2D(static_cast<double>(Text.x), static_cast<double>(Text.y)), VibeUE::FromCore(Text.text)});
	}
	return Plot;
}
