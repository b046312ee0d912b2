// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatWelcome.h"

#include "ChatSetup.h"
#include "Framework/Application/SlateApplication.h"
#include "VibeUESettings.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SConnectionCheck.h"
#include "Widgets/SSetupOffers.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatWelcome"

namespace SChatWelcomePrivate
{
/** Slate units of the column of words, if there is room. */
static constexpr float MostWidth = 420.0f;

/** Slate units from the column to the edge on each side. */
static constexpr float Edge = 24.0f;
} // namespace SChatWelcomePrivate

void SChatWelcome::Construct(const FArguments& InArgs)
{
	// The settings' panel and their files are the user's: look again once they may be others, and while this is seen.
	GetMutableDefault<UVibeUESettings>()->OnSettingChanged().AddSP(this, &SChatWelcome::HandleSettingsChanged);
	if (FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().OnApplicationActivationStateChanged().AddSP(this, &SChatWelcome::HandleActivated);
	}
	RegisterActiveTimer(0.2f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatWelcome::HandleTime));
	// In a low window it scrolls, rather than lie over the note above it.
	ChildSlot
	.HAlign(HAlign_Center)
	.VAlign(VAlign_Center)
	[
		SNew(SScrollBox)
		.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
		+ SScrollBox::Slot()
		.Padding(SChatWelcomePrivate::Edge, 12.0f)
		[
			SNew(SBox)
			.MaxDesiredWidth(SChatWelcomePrivate::MostWidth)
			.WidthOverride(this, &SChatWelcome::GetColumnWidth)
			[
				MakeWords(InArgs)
			]
		]
	];
	Refresh();
}

SChatWelcome::~SChatWelcome()
{
	GetMutableDefault<UVibeUESettings>()->OnSettingChanged().RemoveAll(this);
	if (FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().OnApplicationActivationStateChanged().RemoveAll(this);
	}
}

TSharedRef<SWidget> SChatWelcome::MakeWords(const FArguments& InArgs)
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
		.Padding(0.0f, 14.0f, 0.0f, 0.0f)
		[
			SAssignNew(Offers, SSetupOffers)
			.Visibility(this, &SChatWelcome::GetSetupVisibility)
			.OnAgentChosen(InArgs._OnAgentChosen)
			.OnSettingsAsked(InArgs._OnSettingsAsked)
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

void SChatWelcome::Refresh()
{
	bIsStale = false;
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	AgentCommand = Settings->AgentCommand;
	bAgentAnswers = !AgentCommand.TrimStartAndEnd().IsEmpty();
	const FVibeUEModelChoice Model = Settings->GetModelChoice();
	Problem = bAgentAnswers ? FVibeUEError() : FChatSetup::FindProblem(Model);
	bHasServer = !Model.Provider.IsEmpty() || !Model.BaseUrl.IsEmpty();
	ShowWords();
}

void SChatWelcome::ShowWords()
{
	// They are asked for in each frame while this is seen.
	const bool bOffers = NeedsSetup() && !bHasServer && Offers->CanBegin();
	Title = bOffers ? LOCTEXT("FoundTitle", "Start with what was found")
		: NeedsSetup() ? FText::FromString(Problem.Message) : LOCTEXT("Title", "What are you working on?");
	Advice = bOffers ? LOCTEXT("FoundAdvice", "Choose who answers. You can change it later in the settings.")
		: NeedsSetup() ? FText::FromString(Problem.Hint)
		: bAgentAnswers
		? FText::Format(LOCTEXT("AgentAdvice", "Write below: {0} answers, with its own sign-in and its own context. You are asked here when it asks for permission."),
			  FText::FromString(AgentCommand))
		: LOCTEXT("Advice", "Type below and talk as long as you like: before the model's window is full, earlier messages are summarized. Nothing is "
			"lost, and each summary can be undone.");
}

EActiveTimerReturnType SChatWelcome::HandleTime(double, float)
{
	// Only while this is seen, and somebody has to be chosen.
	if (NeedsSetup())
	{
		Offers->LookOnce();
	}
	if (bIsStale)
	{
		Refresh();
	}
	else if (NeedsSetup())
	{
		// What is found on this machine comes by and by.
		ShowWords();
	}
	return EActiveTimerReturnType::Continue;
}

void SChatWelcome::HandleSettingsChanged(UObject*, FPropertyChangedEvent&)
{
	bIsStale = true;
}

void SChatWelcome::HandleActivated(const bool bIsActive)
{
	// Another program may have written the files meanwhile.
	bIsStale = bIsStale || bIsActive;
}

FOptionalSize SChatWelcome::GetColumnWidth() const
{
	// Not as wide as the words, which break at the width that they had before, and would never be set wider again.
	const float Room = GetCachedGeometry().GetLocalSize().X - 2.0f * SChatWelcomePrivate::Edge;
	return Room > 0.0f ? FOptionalSize(FMath::Min(Room, SChatWelcomePrivate::MostWidth)) : FOptionalSize();
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
