// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Finding words in the conversation.

#include "SAIChatWindow.h"

#include "Widgets/SChatMessageList.h"
#include "Widgets/SFindBar.h"

TSharedRef<SWidget> SAIChatWindow::MakeFindBar()
{
	return SAssignNew(FindBar, SFindBar)
		.OnSought(this, &SAIChatWindow::HandleWordsSought)
		.OnShown(this, &SAIChatWindow::HandleFoundShown)
		.OnClosed(this, &SAIChatWindow::GiveKeyboardBack);
}

void SAIChatWindow::HandleFindAsked()
{
	FindBar->Open();
}

TArray<FVibeUEFoundMessage> SAIChatWindow::HandleWordsSought(const FString& Words, bool bMatchCase)
{
	return Session.IsValid() ? Session->FindMessages(Words, bMatchCase) : TArray<FVibeUEFoundMessage>();
}

void SAIChatWindow::HandleFoundShown(int64 MessageId)
{
	MessageList->MarkMessage(MessageId);
}
