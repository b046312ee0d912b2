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
/** The room of a number: its height, and its width if it is centred at its place. */
static constexpr double TextHeight = 16.0;
static constexpr double NumberWidth = 44.0;

/** Slate units that the card takes left and right, and how much larger than it was drawn a plot may be. */
static constexpr float Edges = 16.0f;
static constexpr float MostScale = 1.5f;

/** From a text's top to its base line. */
static constexpr double BaseLine = 12.0;
} // namespace STuningPlotPrivate

void STuningPlot::Construct(const FArguments& InArgs)
{
	const FTuningPlot& Plot = InArgs._Plot;
	Size = Plot.Size;
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
				.Text(LOCTEXT("Axes", "Vertical: share of the budget used; horizontal: requests."))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.HAlign(HAlign_Left)
			[
				SNew(SBox)
				.WidthOverride(this, &STuningPlot::GetDrawnWidth)
				.HeightOverride(this, &STuningPlot::GetDrawnHeight)
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
		// The numbers lie next to lines that were drawn from left to right.
		.FlowDirectionPreference(EFlowDirectionPreference::LeftToRight)
		+ SOverlay::Slot()
		[
			SNew(STuningLines)
			.Plot(Plot)
		];
	for (const FTuningText& Text : Plot.Texts)
	{
		// What the axes count is in the words above.
		const bool bIsShare = Text.Role == vibeue::PlotTextRole::Share;
		if (!bIsShare && Text.Role != vibeue::PlotTextRole::Request)
		{
			continue;
		}
		Drawing->AddSlot()
		.HAlign(HAlign_Left)
		.VAlign(VAlign_Top)
		.Padding(TAttribute<FMargin>::CreateSP(this, &STuningPlot::GetTextPlace, Text.At, bIsShare))
		[
			MakeText(Text)
		];
	}
	return Drawing;
}

float STuningPlot::GetScale() const
{
	const float Room = GetCachedGeometry().GetLocalSize().X - STuningPlotPrivate::Edges;
	return Room > 0.0f && Size.X > 0.0 ? FMath::Min(Room / static_cast<float>(Size.X), STuningPlotPrivate::MostScale) : 1.0f;
}

FOptionalSize STuningPlot::GetDrawnWidth() const
{
	return static_cast<float>(Size.X) * GetScale();
}

FOptionalSize STuningPlot::GetDrawnHeight() const
{
	return static_cast<float>(Size.Y) * GetScale();
}

FMargin STuningPlot::GetTextPlace(FVector2D At, bool bIsShare) const
{
	const double Scale = static_cast<double>(GetScale());
	// A share ends where the axis begins; its box is as wide as the drawn text.
	const double Left = bIsShare ? At.X * (Scale - 1.0) : At.X * Scale - STuningPlotPrivate::NumberWidth / 2.0;
	const double Top = FMath::Min(At.Y * Scale - STuningPlotPrivate::BaseLine, Size.Y * Scale - STuningPlotPrivate::TextHeight);
	return FMargin(static_cast<float>(FMath::Max(0.0, Left)), static_cast<float>(FMath::Max(0.0, Top)), 0.0f, 0.0f);
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
