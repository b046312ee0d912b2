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
			// As the bar below the message box, in every language.
			.FlowDirectionPreference(EFlowDirectionPreference::LeftToRight)
			.HeightOverride(18.0f)
			.AccessibleText(this, &SContextBar::GetSpoken)
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
					SAssignNew(LineBox, SHorizontalBox)
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
	Read(Report);
	// In an answer the numbers change many times a second: a tool tip that the user reads stays.
	const FString Now = DescribeShape();
	if (Now == Shape)
	{
		return;
	}
	Shape = Now;
	Segments->ClearChildren();
	LineBox->ClearChildren();
	Legend->ClearChildren();
	for (int32 Index = 0; Index < Parts.Num(); ++Index)
	{
		AddPart(Parts[Index], Index);
		AddLegendRow(Parts[Index], Index);
	}
	if (Line > 0)
	{
		AddLine();
	}
}

void SContextBar::Read(const FVibeUEContextReport& Report)
{
	Parts.Reset();
	Line = 0;
	// A request that does not fit is longer than what is available.
	Whole = FMath::Max(Report.Used, Report.Available);
	if (Report.Available <= 0)
	{
		return;
	}
	for (const FVibeUEContextPart& Its : Report.Parts)
	{
		if (Its.Tokens > 0)
		{
			FPart& Part = Parts.AddDefaulted_GetRef();
			Part.Kind = Its.Kind;
			Part.Tokens = Its.Tokens;
			Part.Name = FContextTexts::NameOf(Its.Kind);
			Part.Number = FText::AsNumber(Its.Tokens);
			Part.Percent = FContextTexts::Share(Its.Percent);
			Part.Tip = FText::Format(LOCTEXT("PartTip", "{0}: {1} tokens"), Part.Name, Part.Number);
			Part.bHasLetter = Its.Percent >= SContextBarPrivate::PercentForLetter;
		}
	}
	const bool bIsOver = Report.Over > 0;
	FPart& Rest = Parts.AddDefaulted_GetRef();
	Rest.bIsRest = true;
	Rest.Tokens = bIsOver ? 0 : Report.Free;
	Rest.Name = bIsOver ? LOCTEXT("Over", "Over by") : LOCTEXT("Free", "Free");
	Rest.Number = FText::AsNumber(bIsOver ? Report.Over : Report.Free);
	Rest.Percent = FContextTexts::Share(bIsOver ? Report.Percent - 100.0 : FMath::Max(100.0 - Report.Percent, 0.0));
	if (Report.Next.Line > 0 && Report.Next.Line < Whole)
	{
		Line = Report.Next.Line;
		LineTip = FContextTexts::Line(Report.Next);
	}
}

FString SContextBar::DescribeShape() const
{
	FString Now = Line > 0 ? TEXT("line") : TEXT("none");
	for (const FPart& Part : Parts)
	{
		Now += FString::Printf(TEXT(" %d%d%d%d"), static_cast<int32>(Part.Kind), Part.bHasLetter ? 1 : 0, Part.bIsRest ? 1 : 0, Part.Tokens > 0 ? 1 : 0);
	}
	// What is free and what is too much have other names.
	return Parts.Num() > 0 ? Now + Parts.Last().Name.ToString() : Now;
}

void SContextBar::AddPart(const FPart& Part, int32 Index)
{
	if (Part.Tokens <= 0)
	{
		return;
	}
	TSharedPtr<SWidget> Segment;
	if (Part.bIsRest)
	{
		Segment = SNew(SSpacer);
	}
	else
	{
		Segment = SNew(SBox)
			.ToolTipText(this, &SContextBar::GetTip, Index)
			[
				MakeMark(Part.Kind, Part.bHasLetter)
			];
	}
	Segments->AddSlot()
	.FillWidth(TAttribute<float>::CreateSP(this, &SContextBar::GetShare, Index))
	[
		Segment.ToSharedRef()
	];
}

void SContextBar::AddLine()
{
	LineBox->AddSlot()
	.FillWidth(TAttribute<float>::CreateSP(this, &SContextBar::GetShareBeforeLine))
	[
		SNew(SSpacer)
	];
	LineBox->AddSlot()
	.AutoWidth()
	[
		SNew(SBox)
		.WidthOverride(2.0f)
		.ToolTipText(this, &SContextBar::GetLineTip)
		[
			SNew(SBorder)
			.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Fill"))
			.BorderBackgroundColor(FStyleColors::ForegroundHover)
		]
	];
	LineBox->AddSlot()
	.FillWidth(TAttribute<float>::CreateSP(this, &SContextBar::GetShareBehindLine))
	[
		SNew(SSpacer)
	];
}

void SContextBar::AddLegendRow(const FPart& Part, int32 Index)
{
	const TSharedRef<SWidget> Mark = Part.bIsRest ? TSharedRef<SWidget>(SNew(SBorder).BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Code"))) : MakeMark(Part.Kind, true);
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
			.Text(Part.Name)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(this, &SContextBar::GetNumber, Index)
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
				.Text(this, &SContextBar::GetPercent, Index)
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

float SContextBar::GetShare(int32 Index) const
{
	return Parts.IsValidIndex(Index) ? static_cast<float>(Parts[Index].Tokens) : 0.0f;
}

FText SContextBar::GetTip(int32 Index) const
{
	return Parts.IsValidIndex(Index) ? Parts[Index].Tip : FText::GetEmpty();
}

FText SContextBar::GetNumber(int32 Index) const
{
	return Parts.IsValidIndex(Index) ? Parts[Index].Number : FText::GetEmpty();
}

FText SContextBar::GetPercent(int32 Index) const
{
	return Parts.IsValidIndex(Index) ? Parts[Index].Percent : FText::GetEmpty();
}

float SContextBar::GetShareBeforeLine() const
{
	return static_cast<float>(Line);
}

float SContextBar::GetShareBehindLine() const
{
	return static_cast<float>(Whole - Line);
}

FText SContextBar::GetSpoken() const
{
	TArray<FText> Words;
	for (const FPart& Part : Parts)
	{
		Words.Add(FText::Format(LOCTEXT("SpokenPart", "{0}: {1} tokens, {2}"), Part.Name, Part.Number, Part.Percent));
	}
	if (Line > 0)
	{
		Words.Add(LineTip);
	}
	return FText::Join(LOCTEXT("SpokenGap", "; "), Words);
}

FText SContextBar::GetLineTip() const
{
	return LineTip;
}

#undef LOCTEXT_NAMESPACE
