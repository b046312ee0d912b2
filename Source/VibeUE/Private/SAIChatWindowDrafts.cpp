// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What is being written, and what was said before.

#include "SAIChatWindow.h"

#include "Bridge/CoreVersion.h"
#include "Bridge/DraftKeeper.h"
#include "Bridge/PromptHistory.h"
#include "ConversationFiles.h"
#include "Widgets/SChatInput.h"

void SAIChatWindow::TakeUpDraft(bool bBegins)
{
	DraftOf = GetConversationId();
	if (DraftOf.IsEmpty() || !VibeUE::IsCoreUsable())
	{
		return;
	}
	if (!Drafts.IsValid())
	{
		Drafts = MakeShared<FDraftKeeper>(FConversationFiles::GetFolder());
	}
	Input->TakeUp(Drafts->TakeUp(DraftOf, bBegins));
}

void SAIChatWindow::HandleDraftChanged(const FString& Text)
{
	if (Drafts.IsValid() && !DraftOf.IsEmpty())
	{
		Drafts->Keep(DraftOf, Text);
	}
}

void SAIChatWindow::LeaveDraft()
{
	DraftOf.Empty();
	if (Drafts.IsValid())
	{
		Drafts->Finish();
	}
}

TSharedPtr<FPromptHistory> SAIChatWindow::HandlePromptsAsked()
{
	return Session.IsValid() && VibeUE::IsCoreUsable() ? MakeShared<FPromptHistory>(*Session, FConversationFiles::GetFolder()) : TSharedPtr<FPromptHistory>();
}
