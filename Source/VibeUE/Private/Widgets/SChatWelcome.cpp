// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatWelcome.h"

#include "ChatSetup.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUESettings.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SConnectionCheck.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatWelcome"

void SChatWelcome::Construct(const FArguments& InArgs)
{
	OnSettingsAsked = InArgs._OnSettingsAsked;
	Refresh();
	// The settings' panel and the environment are the person's: look again while this is seen.
	RegisterActiveTimer(1.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatWelcome::HandleTime));
	// In a low window it scrolls, rather than lie over the note above it.
	ChildSlot
	.HAlign(HAlign_Center)
	.VAlign(VAlign_Center)
	[
		SNew(SScrollBox)
		+ SScrollBox::Slot()
		.Padding(24.0f, 12.0f)
		[
			SNew(SBox)
			.MaxDesiredWidth(420.0f)
			[
				MakeWords()
			]
		]
	];
}

TSharedRef<SWidget> SChatWelcome::MakeWords()
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.HAlign(HAlign_Center)
		[
			SNew(SImage)
			.Image(FVibeUEStyle::GetBrush("VibeUE.ChatTab.Large"))
			.ColorAndOpacity(FSlateColor::UseSubduedForeground())
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 12.0f, 0.0f, 6.0f)
		[
			SNew(STextBlock)
			.Text(this, &SChatWelcome::GetTitle)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Title"))
			.Justification(ETextJustify::Center)
			.AutoWrapText(true)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(STextBlock)
			.Text(this, &SChatWelcome::GetAdvice)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text"))
			.Justification(ETextJustify::Center)
			.AutoWrapText(true)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.HAlign(HAlign_Center)
		.Padding(0.0f, 14.0f, 0.0f, 0.0f)
		[
			MakeSettingsButton()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.HAlign(HAlign_Center)
		.Padding(0.0f, 8.0f, 0.0f, 0.0f)
		[
			SNew(SConnectionCheck)
			.Visibility(this, &SChatWelcome::GetTestVisibility)
		];
}

TSharedRef<SWidget> SChatWelcome::MakeSettingsButton()
{
	return SNew(SButton)
		.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
		.ContentPadding(FMargin(14.0f, 5.0f))
		.Text(LOCTEXT("OpenSettings", "Open settings"))
		.ToolTipText(LOCTEXT("OpenSettingsTip", "Shows Project Settings, Plugins, VibeUE."))
		.Visibility(this, &SChatWelcome::GetSetupVisibility)
		.OnClicked(this, &SChatWelcome::HandleSettingsClicked);
}

void SChatWelcome::Refresh()
{
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	bAgentAnswers = !Settings->AgentCommand.TrimStartAndEnd().IsEmpty();
	Problem = bAgentAnswers ? FVibeUEError() : FChatSetup::FindProblem(Settings->GetModelChoice());
	// They are asked for in each frame while this is seen.
	Title = NeedsSetup() ? FText::FromString(Problem.Message) : LOCTEXT("Title", "What are you working on?");
	Advice = NeedsSetup() ? FText::FromString(Problem.Hint)
		: bAgentAnswers
		? FText::Format(LOCTEXT("AgentAdvice", "Write below: {0} answers, with its own sign-in and its own context. What it asks to do is asked here."),
			  FText::FromString(Settings->AgentCommand))
		: LOCTEXT("Advice", "Write below. Talk as long as you like: before the model's window is full, earlier messages are summarized. Nothing is "
			"lost, and each summary can be undone.");
}

EActiveTimerReturnType SChatWelcome::HandleTime(double, float)
{
	Refresh();
	return EActiveTimerReturnType::Continue;
}

FReply SChatWelcome::HandleSettingsClicked()
{
	OnSettingsAsked.ExecuteIfBound();
	return FReply::Handled();
}

FText SChatWelcome::GetTitle() const
{
	return Title;
}

FText SChatWelcome::GetAdvice() const
{
	return Advice;
}

EVisibility SChatWelcome::GetSetupVisibility() const
{
	return NeedsSetup() ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SChatWelcome::GetTestVisibility() const
{
	// Without a server there is nothing to test.
	return bAgentAnswers || Problem.Kind == EVibeUEFailure::Settings ? EVisibility::Collapsed : EVisibility::Visible;
}

#undef LOCTEXT_NAMESPACE
