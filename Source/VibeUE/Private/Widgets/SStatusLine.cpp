// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SStatusLine.h"

#include "VibeUEStyle.h"
#include "Widgets/Announcements.h"
#include "Widgets/Images/SThrobber.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SStatusLine"

void SStatusLine::Construct(const FArguments& InArgs)
{
	OnCancelled = InArgs._OnCancelled;
	IsAsking = InArgs._IsAsking;
	SetVisibility(TAttribute<EVisibility>::CreateSP(this, &SStatusLine::GetLineVisibility));
	ChildSlot
	[
		SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(0.0f, 0.0f, 6.0f, 0.0f)
		[
			SNew(SThrobber)
			.NumPieces(3)
			.Visibility(this, &SStatusLine::GetThrobberVisibility)
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(this, &SStatusLine::GetStatus)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.AutoWrapText(true)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SChatButton)
			.Text(LOCTEXT("Cancel", "Cancel"))
			.ToolTipText(LOCTEXT("CancelTip", "Stops the summarization; the conversation stays unchanged."))
			.Visibility(this, &SStatusLine::GetCancelVisibility)
			.OnClicked(this, &SStatusLine::HandleCancelled)
		]
	];
}

void SStatusLine::SetStatus(const FText& Text, bool bAnnounce)
{
	if (bAnnounce && !Text.EqualTo(Status))
	{
		FAnnouncements::Say(Text, EAnnouncement::Note);
	}
	Status = Text;
}

void SStatusLine::SetActivity(const FText& Text, bool bInCanCancel)
{
	ShowActivity(Text, bInCanCancel, true);
}

void SStatusLine::ShowActivity(const FText& Text, bool bInCanCancel, bool bAnnounce)
{
	SetStatus(Text, bAnnounce);
	bIsActive = !Text.IsEmpty();
	bCanCancel = bIsActive && bInCanCancel;
	bWaitsForTools = false;
}

void SStatusLine::ShowState(EVibeUEChatState State, const FText& WhenIdle)
{
	if (State == EVibeUEChatState::Idle || State == EVibeUEChatState::Failed || State == EVibeUEChatState::Closed)
	{
		bAnnouncedPreparing = false;
		bAnnouncedAnswering = false;
	}
	switch (State)
	{
	case EVibeUEChatState::Opening:
		SetActivity(LOCTEXT("Opening", "Opening the conversation\u2026"), false);
		break;
	case EVibeUEChatState::Preparing:
		ShowActivity(LOCTEXT("Preparing", "Preparing the request\u2026"), false, !bAnnouncedPreparing);
		bAnnouncedPreparing = true;
		break;
	case EVibeUEChatState::Compacting:
		SetActivity(LOCTEXT("Compacting", "Making room for the request\u2026"), false);
		break;
	case EVibeUEChatState::Streaming:
		ShowActivity(LOCTEXT("Streaming", "Answering\u2026"), false, !bAnnouncedAnswering);
		bAnnouncedAnswering = true;
		break;
	case EVibeUEChatState::WaitingForTools:
		// A call that waits for the user says so itself, with its name.
		SetActivity(FText::GetEmpty(), false);
		Status = LOCTEXT("Tools", "Waiting for tools\u2026");
		bIsActive = true;
		bWaitsForTools = true;
		break;
	case EVibeUEChatState::Failed:
		// What to do is shown above, where it can be done.
		SetOutcome(FText::GetEmpty());
		break;
	case EVibeUEChatState::Closed:
		SetOutcome(LOCTEXT("Closed", "The conversation is closed."));
		break;
	case EVibeUEChatState::Idle:
		SetIdle(WhenIdle);
		break;
	}
}

void SStatusLine::SetIdle(const FText& Text)
{
	ShowOutcome(Text, !Text.EqualTo(AnnouncedIdle));
	AnnouncedIdle = Text;
}

void SStatusLine::SetOutcome(const FText& Text)
{
	ShowOutcome(Text, true);
}

void SStatusLine::ShowOutcome(const FText& Text, bool bAnnounce)
{
	SetStatus(Text, bAnnounce);
	bIsActive = false;
	bCanCancel = false;
	bWaitsForTools = false;
}

FText SStatusLine::GetStatus() const
{
	return WaitsForPerson() ? LOCTEXT("Person", "Waiting for your answer\u2026") : Status;
}

bool SStatusLine::WaitsForPerson() const
{
	return bWaitsForTools && IsAsking.Get(false);
}

FReply SStatusLine::HandleCancelled()
{
	OnCancelled.ExecuteIfBound();
	return FReply::Handled();
}

EVisibility SStatusLine::GetLineVisibility() const
{
	return HasStatus() ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SStatusLine::GetThrobberVisibility() const
{
	return bIsActive && !WaitsForPerson() ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SStatusLine::GetCancelVisibility() const
{
	return bCanCancel ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
