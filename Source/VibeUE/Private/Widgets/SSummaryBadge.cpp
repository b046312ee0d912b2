// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SSummaryBadge.h"

#include "HAL/PlatformTime.h"
#include "Layout/Margin.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SSummaryBadge"

void SSummaryBadge::Construct(const FArguments&)
{
	SetVisibility(TAttribute<EVisibility>::CreateSP(this, &SSummaryBadge::GetBadgeVisibility));
	SetToolTipText(TAttribute<FText>::CreateSP(this, &SSummaryBadge::GetDetails));
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Badge"))
		.Padding(FMargin(8.0f, 0.0f, 2.0f, 0.0f))
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SNew(SImage)
				.Image(FVibeUEStyle::GetBrush("VibeUE.Summarize.Small"))
				.ColorAndOpacity(FStyleColors::AccentGreen)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(6.0f, 0.0f, 2.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(LOCTEXT("Badge", "Context summarized"))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SNew(SChatIconButton)
				.Icon("VibeUE.Close.Small")
				.IconColor(FSlateColor::UseSubduedForeground())
				.ToolTipText(LOCTEXT("DismissTip", "Dismiss this notice."))
				.OnClicked(this, &SSummaryBadge::HandleDismissed)
			]
		]
	];
}

void SSummaryBadge::Show(const FVibeUESummarization& Summarization, double Seconds)
{
	if (!(Seconds > 0.0))
	{
		Dismiss();
		return;
	}
	Details = Summarization.MessagesSummarized > 0
		? FText::Format(LOCTEXT("Details", "Summarized {0} of {1} messages ({2} tokens exceeded {3} budget)"),
			FText::AsNumber(Summarization.MessagesSummarized), FText::AsNumber(Summarization.MessagesTotal),
			FText::AsNumber(Summarization.TokensBefore), FText::AsNumber(Summarization.TokensAvailable))
		: LOCTEXT("Shortened", "Old tool results were shortened; no message was summarized");
	if (Summarization.TokensBefore <= Summarization.TokensAvailable)
	{
		Details = FText::Format(LOCTEXT("DetailsBelow", "Summarized {0} of {1} messages ({2} tokens of {3} budget became {4})"),
			FText::AsNumber(Summarization.MessagesSummarized), FText::AsNumber(Summarization.MessagesTotal),
			FText::AsNumber(Summarization.TokensBefore), FText::AsNumber(Summarization.TokensAvailable),
			FText::AsNumber(Summarization.TokensAfter));
	}
	Deadline = FPlatformTime::Seconds() + Seconds;
	bShown = true;
	if (!bTimerRuns)
	{
		bTimerRuns = true;
		RegisterActiveTimer(0.25f, FWidgetActiveTimerDelegate::CreateSP(this, &SSummaryBadge::HandleTime));
	}
}

void SSummaryBadge::Dismiss()
{
	bShown = false;
}

bool SSummaryBadge::IsShown() const
{
	return bShown && FPlatformTime::Seconds() < Deadline;
}

EActiveTimerReturnType SSummaryBadge::HandleTime(double, float)
{
	// What a timer is given is the length of the frame, not the time since it ran last.
	if (IsShown())
	{
		return EActiveTimerReturnType::Continue;
	}
	bTimerRuns = false;
	bShown = false;
	return EActiveTimerReturnType::Stop;
}

FReply SSummaryBadge::HandleDismissed()
{
	Dismiss();
	return FReply::Handled();
}

EVisibility SSummaryBadge::GetBadgeVisibility() const
{
	return IsShown() ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
