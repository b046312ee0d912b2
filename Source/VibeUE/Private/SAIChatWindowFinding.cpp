// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Finding words in the conversation.

#include "SAIChatWindow.h"

#include "InputCoreTypes.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SFindBar.h"

TSharedRef<SWidget> SAIChatWindow::MakeFindBar()
{
	return SAssignNew(FindBar, SFindBar)
		.OnSought(this, &SAIChatWindow::HandleWordsSought)
		.OnShown(this, &SAIChatWindow::HandleFoundShown);
}

FReply SAIChatWindow::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	const bool bFinds = InKeyEvent.GetKey() == EKeys::F && InKeyEvent.IsControlDown() && !InKeyEvent.IsShiftDown() && !InKeyEvent.IsAltDown();
	if (bFinds && GetConversationVisibility() == EVisibility::Visible)
	{
		FindBar->Open();
		return FReply::Handled();
	}
	const bool bChooses = InKeyEvent.GetKey() == EKeys::M && InKeyEvent.IsControlDown() && !InKeyEvent.IsShiftDown() && !InKeyEvent.IsAltDown();
	if (bChooses && GetConversationVisibility() == EVisibility::Visible)
	{
		HandleModelsAsked();
		return FReply::Handled();
	}
	return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
}

TArray<FVibeUEFoundMessage> SAIChatWindow::HandleWordsSought(const FString& Words, bool bMatchCase)
{
	return Session.IsValid() ? Session->FindMessages(Words, bMatchCase) : TArray<FVibeUEFoundMessage>();
}

void SAIChatWindow::HandleFoundShown(int64 MessageId)
{
	MessageList->MarkMessage(MessageId);
}
