// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SAgentBar.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/QuietWords.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SNullWidget.h"
#include "Widgets/SToolPreview.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SAgentBar"

namespace SAgentBarPrivate
{
/** An agent says what it likes: what hides is shown. */
static FText Honest(const FString& Text)
{
	return FText::FromString(SToolPreview::MakeHonest(Text));
}

static FText GetStateText(EVibeUEAgentState State)
{
	switch (State)
	{
	case EVibeUEAgentState::NeedsPermission:
		return LOCTEXT("NeedsPermission", "waits for your permission");
	case EVibeUEAgentState::Starting:
		return LOCTEXT("Starting", "starting\u2026");
	case EVibeUEAgentState::Ready:
		return LOCTEXT("Ready", "answers");
	case EVibeUEAgentState::NeedsSignIn:
		return LOCTEXT("NeedsSignIn", "wants you to sign in");
	case EVibeUEAgentState::Failed:
		return LOCTEXT("Failed", "failed");
	case EVibeUEAgentState::Stopped:
		break;
	}
	return LOCTEXT("Stopped", "starts with your next message");
}

static FSlateColor GetStateColor(EVibeUEAgentState State)
{
	switch (State)
	{
	case EVibeUEAgentState::NeedsPermission:
		return FStyleColors::AccentBlue;
	case EVibeUEAgentState::NeedsSignIn:
	case EVibeUEAgentState::Failed:
		return FWordColors::GetError();
	case EVibeUEAgentState::Ready:
		return FStyleColors::AccentGreen;
	case EVibeUEAgentState::Starting:
	case EVibeUEAgentState::Stopped:
		break;
	}
	return FWordColors::GetQuiet();
}
} // namespace SAgentBarPrivate

void SAgentBar::Construct(const FArguments& InArgs)
{
	OnAllowed = InArgs._OnAllowed;
	SetVisibility(EVisibility::Collapsed);
}

void SAgentBar::SetAgent(const FVibeUEAgent& Agent)
{
	SetVisibility(Agent.bIsUsed ? EVisibility::SelfHitTestInvisible : EVisibility::Collapsed);
	ChildSlot
	[
		Agent.bIsUsed ? MakeCard(Agent) : SNullWidget::NullWidget
	];
}

TSharedRef<SWidget> SAgentBar::MakeCard(const FVibeUEAgent& Agent)
{
	const bool bIsAsked = Agent.State == EVibeUEAgentState::NeedsPermission;
	const bool bIsWrong = Agent.State == EVibeUEAgentState::NeedsSignIn || Agent.State == EVibeUEAgentState::Failed;
	const TSharedRef<SVerticalBox> Lines = SNew(SVerticalBox);
	Lines->AddSlot()
	.AutoHeight()
	[
		MakeHeader(Agent)
	];
	if (bIsAsked)
	{
		FQuietWords::AddLine(*Lines, LOCTEXT("Rights", "It runs on this machine with your permissions, in this project's folder and with its own sign-in. When it asks for permission, you are asked here; "
			"what it does without asking cannot be prevented here."), false);
	}
	FQuietWords::AddLine(*Lines, SAgentBarPrivate::Honest(Agent.Words), bIsWrong);
	if (Agent.State == EVibeUEAgentState::NeedsSignIn)
	{
		for (const FString& Way : Agent.SignInWays)
		{
			FQuietWords::AddLine(*Lines, SAgentBarPrivate::Honest(Way), false);
		}
		FQuietWords::AddLine(*Lines, Agent.SignInWays.IsEmpty()
			? LOCTEXT("SignIn", "Sign in with the agent's own program, then send your message again.")
			: LOCTEXT("SignInByWay", "Sign in with the agent's own program, or enter one of these in the settings as the sign-in method and reopen the conversation."), false);
	}
	if (!bIsWrong)
	{
		FQuietWords::AddLine(*Lines, LOCTEXT("KeepsContext", "It keeps its own context: it is sent only your newest message, and nothing is summarized here."), false);
	}
	return SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush(bIsAsked ? "VibeUE.Box.Asking" : bIsWrong ? "VibeUE.Box.Error" : "VibeUE.Box.Card"))
		.Padding(FMargin(8.0f, 4.0f))
		[
			Lines
		];
}

TSharedRef<SWidget> SAgentBar::MakeHeader(const FVibeUEAgent& Agent)
{
	const TSharedRef<SHorizontalBox> Header = SNew(SHorizontalBox);
	Header->AddSlot()
	.FillWidth(1.0f)
	.VAlign(VAlign_Center)
	.Padding(0.0f, 0.0f, 8.0f, 0.0f)
	[
		SNew(STextBlock)
		.Text(SAgentBarPrivate::Honest(Agent.Name.IsEmpty() ? Agent.Command : Agent.Name))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
		.ToolTipText(SAgentBarPrivate::Honest(Agent.Command))
		.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
		.Clipping(EWidgetClipping::ClipToBounds)
	];
	Header->AddSlot()
	.AutoWidth()
	.VAlign(VAlign_Center)
	[
		SNew(STextBlock)
		.Text(SAgentBarPrivate::GetStateText(Agent.State))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		.ColorAndOpacity_Lambda([State = Agent.State]() { return SAgentBarPrivate::GetStateColor(State); })
	];
	if (Agent.State == EVibeUEAgentState::NeedsPermission)
	{
		Header->AddSlot()
		.AutoWidth()
		.Padding(8.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(SChatButton)
			.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
			.ContentPadding(FMargin(8.0f, 1.0f))
			.Text(LOCTEXT("Allow", "Allow this agent"))
			.ToolTipText(LOCTEXT("AllowTip", "Start it with your messages in this project, as long as its command does not change. You are still asked when it asks for permission."))
			.OnClicked(this, &SAgentBar::HandleAllowClicked)
		];
	}
	return Header;
}

FReply SAgentBar::HandleAllowClicked()
{
	OnAllowed.ExecuteIfBound();
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
