// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/SettingsTuning.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "ConversationFiles.h"
#include "VibeUESettings.h"

namespace SettingsTuningPrivate
{
static int64 Number(std::uint64_t Count)
{
	return VibeUE::FromCore(static_cast<uint64>(Count));
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

static FTuningTrial FromCore(const vibeue::TuningTrial& CoreTrial)
{
	FTuningTrial Trial;
	Trial.Kind = KindOf(CoreTrial.kind);
	Trial.Preset = VibeUE::FromCore(CoreTrial.preset);
	Trial.Title = VibeUE::FromCore(CoreTrial.title);
	Trial.Threshold = CoreTrial.threshold;
	Trial.bIsBest = CoreTrial.best;
	Trial.Summarizations = Number(CoreTrial.compactions);
	Trial.OverBudget = Number(CoreTrial.over_budget);
	Trial.Tokens = Number(CoreTrial.tokens);
	Trial.TokensWithCaching = Number(CoreTrial.tokens_with_caching);
	Trial.Dollars = CoreTrial.dollars;
	Trial.Facts = Number(CoreTrial.facts);
	Trial.FactsPercent = CoreTrial.facts_percent;
	Trial.PeakPercent = CoreTrial.peak_percent;
	Trial.PeakConversation = VibeUE::FromCore(CoreTrial.peak_conversation);
	Trial.PeakRequest = Number(CoreTrial.peak_request);
	Trial.PeakFailure = VibeUE::FromCore(CoreTrial.peak_failure);
	for (const vibeue::TrialChange& Change : CoreTrial.changes)
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
	const vibeue::TuningReport CoreReport = Tuning->report();
	FTuningReport Report;
	Report.Problem = VibeUE::FromCore(CoreReport.status);
	Report.bIsExact = CoreReport.exact;
	Report.Window = Number(CoreReport.window);
	Report.Budget = Number(CoreReport.budget);
	for (const rust::String& Name : CoreReport.conversations)
	{
		Report.Conversations.Add(VibeUE::FromCore(Name));
	}
	Report.Messages = Number(CoreReport.messages);
	Report.Requests = Number(CoreReport.requests);
	for (const vibeue::SkippedConversation& Skipped : CoreReport.skipped)
	{
		Report.Skipped.Add({VibeUE::FromCore(Skipped.name), FCoreSentences::FromCore(Skipped.why)});
	}
	Report.LeftOut = Number(CoreReport.left_out);
	for (const vibeue::TuningTrial& Trial : CoreReport.trials)
	{
		Report.Trials.Add(FromCore(Trial));
	}
	return Report;
}

FTuningPlot FSettingsTuning::GetPlot(int32 Trial) const
{
	const vibeue::TuningPlot CorePlot = Tuning->plot(VibeUE::ToCore(static_cast<int64>(Trial)));
	FTuningPlot Plot;
	Plot.Size = FVector2D(static_cast<double>(CorePlot.width), static_cast<double>(CorePlot.height));
	for (const vibeue::PlotStroke& Line : CorePlot.strokes)
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
	for (const vibeue::PlotText& Text : CorePlot.texts)
	{
		Plot.Texts.Add({Text.role, FVector2D(static_cast<double>(Text.x), static_cast<double>(Text.y)), VibeUE::FromCore(Text.text)});
	}
	return Plot;
}
