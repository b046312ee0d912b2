// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SNoticeActions.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUESettings.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SConnectionCheck.h"

#define LOCTEXT_NAMESPACE "SNoticeActions"

void SNoticeActions::Construct(const FArguments& InArgs)
{
	OnRetryAsked = InArgs._OnRetryAsked;
	OnSettingsAsked = InArgs._OnSettingsAsked;
	OnContextAsked = InArgs._OnContextAsked;
	bCanRetryNow = InArgs._bCanRetryNow;
	const TSharedRef<SVerticalBox> Actions = SNew(SVerticalBox);
	const TSharedRef<SHorizontalBox> Buttons = SNew(SHorizontalBox);
	Actions->AddSlot()
	.AutoHeight()
	[
		Buttons
	];
	if (InArgs._bCanRetry)
	{
		AddRetry(*Buttons, InArgs._bGoesOn);
	}
	if (InArgs._bInContext)
	{
		AddContext(*Buttons);
	}
	if (InArgs._bFixedInSettings)
	{
		AddSettings(*Buttons, InArgs._bIsAddress);
		// If an agent answers, there is no connection of ours to test.
		if (GetDefault<UVibeUESettings>()->AgentCommand.TrimStartAndEnd().IsEmpty())
		{
			Actions->AddSlot()
			.AutoHeight()
			.Padding(0.0f, 6.0f, 0.0f, 0.0f)
			[
				SNew(SConnectionCheck)
				.ShownText(InArgs._ShownText)
			];
		}
	}
	ChildSlot
	[
		Actions
	];
}

void SNoticeActions::SetCanRetryNow(bool bCan)
{
	bCanRetryNow = bCan;
}

void SNoticeActions::AddRetry(SHorizontalBox& Buttons, bool bGoesOn)
{
	Buttons.AddSlot()
	.AutoWidth()
	.Padding(0.0f, 6.0f, 6.0f, 0.0f)
	[
		SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
		.ContentPadding(FMargin(10.0f, 3.0f))
		.Text(bGoesOn ? LOCTEXT("GoOn", "Continue") : LOCTEXT("Retry", "Try again"))
		.ToolTipText(bGoesOn ? LOCTEXT("GoOnTip", "Continue from here, up to the same limit again.")
							 : LOCTEXT("RetryTip", "Ask the model again; your message is not sent twice."))
		.Visibility(this, &SNoticeActions::GetRetryVisibility)
		.OnClicked(this, &SNoticeActions::HandleRetryClicked)
	];
}

void SNoticeActions::AddSettings(SHorizontalBox& Buttons, bool bIsAddress)
{
	Buttons.AddSlot()
	.AutoWidth()
	.Padding(0.0f, 6.0f, 6.0f, 0.0f)
	[
		SNew(SChatButton)
		.ContentPadding(FMargin(10.0f, 3.0f))
		.Text(bIsAddress ? LOCTEXT("EditAddress", "Edit address") : LOCTEXT("OpenSettings", "Open settings"))
		.ToolTipText(LOCTEXT("OpenSettingsTip", "Shows Project Settings, Plugins, VibeUE."))
		.OnClicked(this, &SNoticeActions::HandleSettingsClicked)
	];
}

void SNoticeActions::AddContext(SHorizontalBox& Buttons)
{
	Buttons.AddSlot()
	.AutoWidth()
	.Padding(0.0f, 6.0f, 6.0f, 0.0f)
	[
		SNew(SChatButton)
		.ContentPadding(FMargin(10.0f, 3.0f))
		.Text(LOCTEXT("OpenContext", "Open context"))
		.ToolTipText(LOCTEXT("OpenContextTip", "Shows what fills the context, why summaries are restricted, and what helps."))
		.OnClicked(this, &SNoticeActions::HandleContextClicked)
	];
}

FReply SNoticeActions::HandleRetryClicked()
{
	OnRetryAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SNoticeActions::HandleSettingsClicked()
{
	OnSettingsAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SNoticeActions::HandleContextClicked()
{
	OnContextAsked.ExecuteIfBound();
	return FReply::Handled();
}

EVisibility SNoticeActions::GetRetryVisibility() const
{
	return bCanRetryNow ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
