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

void SSummaryBadge::Construct(const FArguments& InArgs)
{
	IsShort = InArgs._IsShort;
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
				.Visibility(this, &SSummaryBadge::GetLabelVisibility)
				.Text(this, &SSummaryBadge::GetLabel)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SChatIconButton::MakeClose(LOCTEXT("DismissTip", "Dismiss this notice."), FOnClicked::CreateSP(this, &SSummaryBadge::HandleDismissed))
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
	bIsSummary = Summarization.MessagesSummarized > 0;
	Details = Describe(Summarization);
	Deadline = FPlatformTime::Seconds() + Seconds;
	bShown = true;
	if (!bTimerRuns)
	{
		bTimerRuns = true;
		RegisterActiveTimer(0.25f, FWidgetActiveTimerDelegate::CreateSP(this, &SSummaryBadge::HandleTime));
	}
}

FText SSummaryBadge::Describe(const FVibeUESummarization& Summarization)
{
	const FText Before = FText::AsNumber(Summarization.TokensBefore);
	const FText Available = FText::AsNumber(Summarization.Account.TokensAvailable);
	const FText After = FText::AsNumber(Summarization.TokensAfter);
	const bool bWasTooMuch = Summarization.TokensBefore > Summarization.Account.TokensAvailable;
	const FText Tokens = bWasTooMuch
		? FText::Format(LOCTEXT("TokensAbove", "{0} tokens exceeded the budget of {1} and became {2}"), Before, Available, After)
		: FText::Format(LOCTEXT("TokensBelow", "{0} tokens of a budget of {1} became {2}"), Before, Available, After);
	if (Summarization.MessagesSummarized > 0)
	{
		return FText::Format(LOCTEXT("Details", "Summarized {0} of {1} messages ({2})"), FText::AsNumber(Summarization.MessagesSummarized),
			FText::AsNumber(Summarization.MessagesTotal), Tokens);
	}
	if (Summarization.MessagesTrimmed == 0)
	{
		return FText::Format(LOCTEXT("Pruned", "Tool results shortened: {0}; no message was summarized ({1})"),
			FText::AsNumber(Summarization.ResultsPruned), Tokens);
	}
	return FText::Format(LOCTEXT("Trimmed", "Tool results shortened: {0}, messages cut: {1}; no message was summarized ({2})"),
		FText::AsNumber(Summarization.ResultsPruned), FText::AsNumber(Summarization.MessagesTrimmed), Tokens);
}

FText SSummaryBadge::GetLabel() const
{
	return bIsSummary ? LOCTEXT("Badge", "Context summarized") : LOCTEXT("ShortenedBadge", "Context shortened");
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

EVisibility SSummaryBadge::GetLabelVisibility() const
{
	return IsShort.Get(false) ? EVisibility::Collapsed : EVisibility::Visible;
}

EVisibility SSummaryBadge::GetBadgeVisibility() const
{
	return IsShown() ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
