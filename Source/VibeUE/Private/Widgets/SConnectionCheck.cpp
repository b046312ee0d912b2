// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SConnectionCheck.h"

#include "Layout/Margin.h"
#include "Styling/StyleColors.h"
#include "VibeUESettings.h"
#include "VibeUEStyle.h"
#include "Widgets/Announcements.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Images/SThrobber.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SConnectionCheck"

namespace SConnectionCheckPrivate
{
static FName IconOf(FConnectionStep::EOutcome Outcome)
{
	switch (Outcome)
	{
	case FConnectionStep::EOutcome::Passed:
		return "VibeUE.Check.Small";
	case FConnectionStep::EOutcome::Warned:
		return "VibeUE.Warning.Small";
	case FConnectionStep::EOutcome::Failed:
		return "VibeUE.Error.Small";
	case FConnectionStep::EOutcome::Skipped:
		break;
	}
	return "VibeUE.Close.Small";
}

static FSlateColor ColorOf(FConnectionStep::EOutcome Outcome)
{
	switch (Outcome)
	{
	case FConnectionStep::EOutcome::Passed:
		return FStyleColors::AccentGreen;
	case FConnectionStep::EOutcome::Warned:
		return FStyleColors::Warning;
	case FConnectionStep::EOutcome::Failed:
		return FWordColors::GetError();
	case FConnectionStep::EOutcome::Skipped:
		break;
	}
	return FWordColors::GetQuiet();
}
} // namespace SConnectionCheckPrivate

void SConnectionCheck::Construct(const FArguments& InArgs)
{
	ShownText = InArgs._ShownText;
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				SNew(SChatButton)
				.ContentPadding(FMargin(10.0f, 3.0f))
				.Text(LOCTEXT("Test", "Test connection"))
				.ToolTipText(LOCTEXT("TestTip", "Sends a tiny request to the server in the settings, and reports what works and what does not."))
				.IsEnabled(this, &SConnectionCheck::CanTest)
				.OnClicked(this, &SConnectionCheck::HandleTestClicked)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(8.0f, 0.0f, 0.0f, 0.0f)
			[
				SNew(SThrobber)
				.NumPieces(3)
				.Visibility(this, &SConnectionCheck::GetThrobberVisibility)
			]
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 4.0f, 0.0f, 0.0f)
		[
			SAssignNew(Lines, SVerticalBox)
		]
	];
}

FReply SConnectionCheck::HandleTestClicked()
{
	Lines->ClearChildren();
	Check = MakeUnique<FConnectionCheck>(GetDefault<UVibeUESettings>()->GetModelChoice());
	RegisterActiveTimer(0.1f, FWidgetActiveTimerDelegate::CreateSP(this, &SConnectionCheck::HandleTime));
	return FReply::Handled();
}

EActiveTimerReturnType SConnectionCheck::HandleTime(double, float)
{
	if (Check.IsValid() && !Check->IsFinished())
	{
		return EActiveTimerReturnType::Continue;
	}
	if (Check.IsValid())
	{
		ShowResult();
		Check.Reset();
	}
	return EActiveTimerReturnType::Stop;
}

void SConnectionCheck::ShowResult()
{
	const FVibeUEError Problem = Check->GetProblem();
	if (Problem.Kind != EVibeUEFailure::None)
	{
		AddLine(FConnectionStep::EOutcome::Failed, Problem.Message, FString(), Problem.Hint);
		return;
	}
	// The steps that were skipped share one line: the line above it says what to do.
	TArray<FString> Skipped;
	for (const FConnectionStep& Step : Check->GetSteps())
	{
		if (Step.Outcome == FConnectionStep::EOutcome::Skipped)
		{
			Skipped.Add(Step.Title);
		}
		else
		{
			const bool bIsShown = !ShownText.IsEmpty() && Step.Detail == ShownText;
			AddLine(Step.Outcome, Step.Title, bIsShown ? LOCTEXT("AsAbove", "as said above").ToString() : Step.Detail, bIsShown ? FString() : Step.Hint);
		}
	}
	if (Skipped.Num() > 0)
	{
		AddLine(FConnectionStep::EOutcome::Skipped, LOCTEXT("Skipped", "Not tried").ToString(), FString::Join(Skipped, TEXT(", ")), FString());
	}
	const FText Verdict = Check->Works() ? LOCTEXT("Works", "The connection works.") : LOCTEXT("Fails", "The connection does not work yet.");
	AddLine(Check->Works() ? FConnectionStep::EOutcome::Passed : FConnectionStep::EOutcome::Failed, Verdict.ToString(), FString(), FString());
	if (Check->Works())
	{
		// What failed is said with its line.
		FAnnouncements::Say(Verdict, EAnnouncement::Note);
	}
}

void SConnectionCheck::AddLine(FConnectionStep::EOutcome Outcome, const FString& Title, const FString& Detail, const FString& Hint)
{
	const FText Name = FText::FromString(FChatSentence::Begin(Title));
	const FText What = Detail.IsEmpty() ? Name : FText::Format(LOCTEXT("Line", "{0}: {1}"), Name, FText::FromString(Detail));
	if (Outcome == FConnectionStep::EOutcome::Failed)
	{
		FAnnouncements::Say(Hint.IsEmpty() ? What : FChatSentence::WithHint(What.ToString(), Hint), EAnnouncement::Note);
	}
	Lines->AddSlot()
	.AutoHeight()
	.Padding(0.0f, 2.0f)
	[
		SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Top)
		.Padding(0.0f, 2.0f, 6.0f, 0.0f)
		[
			SNew(SImage)
			.Image(FVibeUEStyle::GetBrush(SConnectionCheckPrivate::IconOf(Outcome)))
			.ColorAndOpacity_Lambda([Outcome]() { return SConnectionCheckPrivate::ColorOf(Outcome); })
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.Text(What)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.Text(FText::FromString(FChatSentence::Begin(Hint)))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.AutoWrapText(true)
				.Visibility(Hint.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible)
			]
		]
	];
}

EVisibility SConnectionCheck::GetThrobberVisibility() const
{
	return Check.IsValid() ? EVisibility::Visible : EVisibility::Collapsed;
}

bool SConnectionCheck::CanTest() const
{
	return !Check.IsValid();
}

#undef LOCTEXT_NAMESPACE
