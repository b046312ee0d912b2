// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/STuningPlot.h"

#include "Layout/Margin.h"
#include "VibeUEStyle.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SOverlay.h"
#include "Widgets/STuningLines.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "STuningPlot"

namespace STuningPlotPrivate
{
/** The room of a number: its height, and how wide it is where its middle is at its place. */
static constexpr double TextHeight = 16.0;
static constexpr double NumberWidth = 44.0;

/** From a text's top to its base line. */
static constexpr double BaseLine = 12.0;
} // namespace STuningPlotPrivate

void STuningPlot::Construct(const FArguments& InArgs)
{
	const FTuningPlot& Plot = InArgs._Plot;
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Card"))
		.Padding(FMargin(8.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.Text(InArgs._Title)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Bold"))
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 2.0f, 0.0f, 6.0f)
			[
				SNew(STextBlock)
				.Text(LOCTEXT("Axes", "Upwards the share of the budget that a request filled, to the right the requests."))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.HAlign(HAlign_Left)
			[
				SNew(SBox)
				.WidthOverride(static_cast<float>(Plot.Size.X))
				.HeightOverride(static_cast<float>(Plot.Size.Y))
				[
					MakeDrawing(Plot)
				]
			]
		]
	];
}

TSharedRef<SWidget> STuningPlot::MakeDrawing(const FTuningPlot& Plot)
{
	const TSharedRef<SOverlay> Drawing = SNew(SOverlay)
		+ SOverlay::Slot()
		[
			SNew(STuningLines)
			.Plot(Plot)
		];
	for (const FTuningText& Text : Plot.Texts)
	{
		// What the axes count is in the words above.
		const double Height = STuningPlotPrivate::TextHeight;
		const bool bIsShare = Text.Role == vibeue::PlotTextRole::Share;
		if (!bIsShare && Text.Role != vibeue::PlotTextRole::Request)
		{
			continue;
		}
		const double Left = bIsShare ? 0.0 : FMath::Max(0.0, Text.At.X - STuningPlotPrivate::NumberWidth / 2.0);
		const double Top = FMath::Max(0.0, Text.At.Y - STuningPlotPrivate::BaseLine);
		Drawing->AddSlot()
		.HAlign(HAlign_Left)
		.VAlign(VAlign_Top)
		.Padding(FMargin(static_cast<float>(Left), static_cast<float>(FMath::Min(Top, Plot.Size.Y - Height)), 0.0f, 0.0f))
		[
			MakeText(Text)
		];
	}
	return Drawing;
}

TSharedRef<SWidget> STuningPlot::MakeText(const FTuningText& Text)
{
	const bool bIsShare = Text.Role == vibeue::PlotTextRole::Share;
	return SNew(SBox)
		.WidthOverride(static_cast<float>(bIsShare ? Text.At.X : STuningPlotPrivate::NumberWidth))
		.HeightOverride(static_cast<float>(STuningPlotPrivate::TextHeight))
		.HAlign(bIsShare ? HAlign_Right : HAlign_Center)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(FText::FromString(Text.Text))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
		];
}

#undef LOCTEXT_NAMESPACE
