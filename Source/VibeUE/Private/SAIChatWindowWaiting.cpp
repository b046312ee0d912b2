// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What waits for the user while something else is shown in the talk's place.

#include "SAIChatWindow.h"

#include "Layout/Margin.h"
#include "Tools/ServedTools.h"
#include "VibeUECommands.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

TSharedRef<SWidget> SAIChatWindow::MakeWaitingBar()
{
	return SNew(SBorder)
		.Visibility(this, &SAIChatWindow::GetWaitingVisibility)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Warning"))
		.Padding(FMargin(10.0f, 3.0f))
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			[
				SNew(STextBlock)
				.Text(LOCTEXT("WaitsBehind", "A tool call needs your answer."))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text"))
				.AutoWrapText(true)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SNew(SChatButton)
				.ContentPadding(FMargin(8.0f, 1.0f))
				.Text(LOCTEXT("ShowWaiting", "Show"))
				.ToolTipText(FVibeUEChatCommands::Tip(LOCTEXT("ShowWaitingTip", "Go back to the conversation, to the call that waits."), FVibeUEChatCommands::Get().ShowAsking))
				.OnClicked(this, &SAIChatWindow::HandleWaitingClicked)
			]
		];
}

bool SAIChatWindow::IsAnythingAsked() const
{
	const TSharedPtr<FServedTools> Served = FServedTools::Get();
	return MessageList->IsAsking() || (Served.IsValid() && Served->GetQuestions().Num() > 0);
}

EVisibility SAIChatWindow::GetWaitingVisibility() const
{
	return IsAnythingAsked() && !IsTalkShown() ? EVisibility::Visible : EVisibility::Collapsed;
}

FReply SAIChatWindow::HandleWaitingClicked()
{
	HandleAskingShown();
	return FReply::Handled();
}

bool SAIChatWindow::ShowTalk()
{
	bShowsHistory = false;
	if (!LeavePreview())
	{
		return false;
	}
	bShowsContext = bShowsContext && HasRoomForContext();
	return true;
}

void SAIChatWindow::HandleAskingShown()
{
	if (!IsAnythingAsked() || !ShowTalk())
	{
		return;
	}
	// Questions of other programs are in view as soon as the talk is.
	if (const TSharedPtr<SWidget> Row = MessageList->ShowAsking())
	{
		GiveKeyboardTo(Row);
	}
}

#undef LOCTEXT_NAMESPACE
