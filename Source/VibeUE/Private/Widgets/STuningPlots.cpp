// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What is drawn of a comparison, and what its lines are.

#include "Widgets/STuning.h"

#include "VibeUEStyle.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/STuningLines.h"
#include "Widgets/STuningPlot.h"
#include "Widgets/Text/STextBlock.h"
#include "Widgets/TuningTexts.h"

#define LOCTEXT_NAMESPACE "STuning"

namespace STuningPlotsPrivate
{
/** Slate units below which plots are below each other, and those between two. */
static constexpr float LeastPlot = 360.0f;
static constexpr float BetweenPlots = 8.0f;

/** A line as the plots have it, in as many dashes. */
static TSharedRef<SWidget> MakeLine(vibeue::PlotInk Ink, int32 Color, int32 Dashes, float Width)
{
	const TSharedRef<SHorizontalBox> Line = SNew(SHorizontalBox);
	for (int32 Dash = 0; Dash < Dashes; ++Dash)
	{
		Line->AddSlot()
		.AutoWidth()
		.Padding(Dash > 0 ? 3.0f : 0.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(SBox)
			.WidthOverride(Width)
			.HeightOverride(3.0f)
			[
				SNew(SBorder)
				.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Fill"))
				.BorderBackgroundColor_Lambda([Ink, Color]() { return FSlateColor(STuningLines::ColorOf(Ink, Color)); })
			]
		];
	}
	return Line;
}
} // namespace STuningPlotsPrivate

void STuning::AddPlots()
{
	const TSharedRef<SWrapBox> Plots = SNew(SWrapBox)
		.UseAllottedSize(true);
	TArray<int32> Shown = {0};
	if (Chosen > 0)
	{
		Shown.Add(Chosen);
	}
	Plotted = Shown.Num();
	for (const int32 Trial : Shown)
	{
		// Only a plot followed by another one has padding: the last one ends where the table does.
		Plots->AddSlot()
		.Padding(0.0f, 0.0f, Trial != Shown.Last() ? STuningPlotsPrivate::BetweenPlots : 0.0f, 8.0f)
		[
			SNew(SBox)
			.WidthOverride(this, &STuning::GetPlotWidth)
			[
				SNew(STuningPlot)
				.Title(FTuningTexts::NameOf(Report.Trials[Trial]))
				.Plot(Tuning->GetPlot(Trial))
			]
		];
	}
	Result->AddSlot()
	.AutoHeight()
	[
		Plots
	];
}

FOptionalSize STuning::GetPlotWidth() const
{
	using namespace STuningPlotsPrivate;
	const float Room = Result->GetCachedGeometry().GetLocalSize().X;
	if (Room <= 0.0f)
	{
		return LeastPlot;
	}
	const bool bBeside = Plotted > 1 && Room >= 2.0f * LeastPlot + BetweenPlots;
	return bBeside ? static_cast<float>(FMath::FloorToInt((Room - BetweenPlots) / 2.0f)) : Room;
}

// Long because it lists what is drawn.
void STuning::AddLegend()
{
	const TSharedRef<SWrapBox> Legend = SNew(SWrapBox)
		.UseAllottedSize(true);
	const auto AddWith = [&Legend](const TSharedRef<SWidget>& Sign, const FText& Words)
	{
		Legend->AddSlot()
		.Padding(0.0f, 0.0f, 14.0f, 4.0f)
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(0.0f, 0.0f, 5.0f, 0.0f)
			[
				Sign
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				SNew(STextBlock)
				.Text(Words)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			]
		];
	};
	const auto Add = [&AddWith](vibeue::PlotInk Ink, int32 Color, const FText& Words)
	{
		AddWith(STuningPlotsPrivate::MakeLine(Ink, Color, 1, 16.0f), Words);
	};
	const int32 Conversations = Report.Conversations.Num();
	if (Conversations <= STuningLines::MostColors)
	{
		for (int32 Index = 0; Index < Conversations; ++Index)
		{
			const FString& Title = Report.Conversations[Index];
			const FString Begin = FChatExcerpt::Begin(Title, 40);
			Add(vibeue::PlotInk::Course, Index, FText::FromString(Begin.Len() < Title.Len() ? Begin.TrimEnd() + TEXT("\u2026") : Title));
		}
	}
	else
	{
		Add(vibeue::PlotInk::Crowd, 0, FText::Format(LOCTEXT("Crowd", "{0} conversations"), FText::AsNumber(Conversations)));
		Add(vibeue::PlotInk::Median, 0, LOCTEXT("Median", "their median"));
		Add(vibeue::PlotInk::Course, 1, LOCTEXT("Highest", "the one with the fullest request"));
	}
	AddWith(STuningPlotsPrivate::MakeLine(vibeue::PlotInk::Threshold, 0, 3, 5.0f), LOCTEXT("Threshold", "threshold"));
	Add(vibeue::PlotInk::Budget, 0, LOCTEXT("Budget", "budget"));
	AddWith(SNew(STextBlock).Text(LOCTEXT("Ring", "\u25cb")).TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small")), LOCTEXT("RingIs", "a summary"));
	Result->AddSlot()
	.AutoHeight()
	[
		Legend
	];
}

#undef LOCTEXT_NAMESPACE
