// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SContextBar.h"

#include "Layout/Margin.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SSpacer.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SOverlay.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SContextBar"

namespace SContextBarPrivate
{
/** Percent of the bar from which on a part of it has room for its letter, also in a narrow dock. */
static constexpr double PercentForLetter = 6.0;

static FText PercentOf(double Percent)
{
	// What is there is more than nothing.
	return Percent > 0.0 && Percent < 0.5 ? LOCTEXT("LessThanOne", "<1 %")
										  : FText::Format(LOCTEXT("Percent", "{0} %"), FText::AsNumber(FMath::RoundToInt(Percent)));
}
} // namespace SContextBarPrivate

void SContextBar::Construct(const FArguments&)
{
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SBox)
			.HeightOverride(18.0f)
			[
				SNew(SOverlay)
				+ SOverlay::Slot()
				[
					SNew(SBorder)
					.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Code"))
					.Padding(FMargin(1.0f))
					[
						SAssignNew(Segments, SHorizontalBox)
					]
				]
				+ SOverlay::Slot()
				[
					SAssignNew(Line, SHorizontalBox)
				]
			]
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 8.0f, 0.0f, 0.0f)
		[
			SAssignNew(Legend, SVerticalBox)
		]
	];
}

void SContextBar::SetReport(const FVibeUEContextReport& Report)
{
	Segments->ClearChildren();
	Line->ClearChildren();
	Legend->ClearChildren();
	if (Report.Available > 0)
	{
		AddSegments(Report);
		AddLine(Report);
		AddLegend(Report);
	}
}

void SContextBar::AddSegments(const FVibeUEContextReport& Report)
{
	for (const FVibeUEContextPart& Part : Report.Parts)
	{
		if (Part.Tokens > 0)
		{
			Segments->AddSlot()
			.FillWidth(static_cast<float>(Part.Tokens))
			[
				SNew(SBox)
				.ToolTipText(FText::Format(LOCTEXT("PartTip", "{0}: {1} tokens"), FContextTexts::NameOf(Part.Kind), FText::AsNumber(Part.Tokens)))
				[
					MakeMark(Part.Kind, Part.Percent >= SContextBarPrivate::PercentForLetter)
				]
			];
		}
	}
	if (Report.Free > 0)
	{
		Segments->AddSlot()
		.FillWidth(static_cast<float>(Report.Free))
		[
			SNew(SSpacer)
		];
	}
}

void SContextBar::AddLine(const FVibeUEContextReport& Report)
{
	// A request that does not fit is longer than what is available.
	const int64 Whole = FMath::Max(Report.Used, Report.Available);
	if (Report.Next.Line <= 0 || Report.Next.Line >= Whole)
	{
		return;
	}
	Line->AddSlot()
	.FillWidth(static_cast<float>(Report.Next.Line))
	[
		SNew(SSpacer)
	];
	Line->AddSlot()
	.AutoWidth()
	[
		SNew(SBox)
		.WidthOverride(2.0f)
		.ToolTipText(FContextTexts::Line(Report.Next))
		[
			SNew(SBorder)
			.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Fill"))
			.BorderBackgroundColor(FStyleColors::ForegroundHover)
		]
	];
	Line->AddSlot()
	.FillWidth(static_cast<float>(Whole - Report.Next.Line))
	[
		SNew(SSpacer)
	];
}

void SContextBar::AddLegend(const FVibeUEContextReport& Report)
{
	for (const FVibeUEContextPart& Part : Report.Parts)
	{
		if (Part.Tokens > 0)
		{
			AddLegendRow(MakeMark(Part.Kind, true), FContextTexts::NameOf(Part.Kind), Part.Tokens, Part.Percent);
		}
	}
	const double FreePercent = FMath::Max(100.0 - Report.Percent, 0.0);
	const TSharedRef<SWidget> Empty = SNew(SBorder).BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Code"));
	if (Report.Over > 0)
	{
		AddLegendRow(Empty, LOCTEXT("Over", "Too much by"), Report.Over, Report.Percent - 100.0);
	}
	else
	{
		AddLegendRow(Empty, LOCTEXT("Free", "Free"), Report.Free, FreePercent);
	}
}

void SContextBar::AddLegendRow(const TSharedRef<SWidget>& Mark, const FText& Name, int64 Tokens, double Percent)
{
	Legend->AddSlot()
	.AutoHeight()
	.Padding(0.0f, 1.0f)
	[
		SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(0.0f, 0.0f, 8.0f, 0.0f)
		[
			SNew(SBox)
			.WidthOverride(16.0f)
			.HeightOverride(14.0f)
			[
				Mark
			]
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(Name)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(FText::AsNumber(Tokens))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SBox)
			.WidthOverride(44.0f)
			.HAlign(HAlign_Right)
			[
				SNew(STextBlock)
				.Text(SContextBarPrivate::PercentOf(Percent))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			]
		]
	];
}

TSharedRef<SWidget> SContextBar::MakeMark(EVibeUEContextKind Kind, bool bHasLetter)
{
	return SNew(SOverlay)
		+ SOverlay::Slot()
		[
			SNew(SBorder)
			.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Fill"))
			.BorderBackgroundColor(FContextTexts::ColorOf(Kind))
		]
		+ SOverlay::Slot()
		.HAlign(HAlign_Center)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(bHasLetter ? FContextTexts::LetterOf(Kind) : FText::GetEmpty())
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.OnColor"))
		];
}

#undef LOCTEXT_NAMESPACE
