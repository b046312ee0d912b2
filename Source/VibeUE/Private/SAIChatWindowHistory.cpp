// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "SAIChatWindow.h"

// What a person does to other conversations than the one before them.

FVibeUEError SAIChatWindow::HandleConversationDeleted(const FString& ConversationId)
{
	const bool bWasShown = ConversationId == GetConversationId();
	if (bWasShown)
	{
		SetSession(nullptr);
		LeaveDraft();
	}
	const FVibeUEError Problem = UChatSession::DiscardConversation(ConversationId);
	if (bWasShown)
	{
		// The list stays open: it offers to take that back.
		OpenConversation(Problem.Kind == EVibeUEFailure::None ? FString() : ConversationId);
		bShowsHistory = true;
	}
	return Problem;
}

FVibeUEError SAIChatWindow::HandleConversationRestored(const FString& ConversationId)
{
	return UChatSession::RestoreConversation(ConversationId);
}

FVibeUEError SAIChatWindow::HandleConversationRenamed(const FString& ConversationId, const FString& Title)
{
	for (UChatSession* Open : UChatSession::FindOpenSessions())
	{
		if (Open->GetConversationId() == ConversationId)
		{
			// Whoever has it open writes its file.
			Open->RenameConversation(Title);
			return FVibeUEError();
		}
	}
	return FConversationFiles::Rename(ConversationId, Title);
}
