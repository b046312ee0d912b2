// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What is being written, and what was said before.

#include "SAIChatWindow.h"

#include "Bridge/CoreVersion.h"
#include "Bridge/DraftKeeper.h"
#include "Bridge/PromptHistory.h"
#include "ConversationFiles.h"
#include "Widgets/Input/SMultiLineEditableTextBox.h"
#include "Widgets/SChatInput.h"

void SAIChatWindow::TakeUpDraft(bool bBegins)
{
	const FString Left = DraftOf;
	// Nothing is kept meanwhile.
	DraftOf.Empty();
	if (Drafts.IsValid() && !Left.IsEmpty() && Left != GetConversationId() && Drafts->TakeUp(Left, false).Equals(Input->GetTextBox()->GetText().ToString()))
	{
		// It is on disk; what could not be written stays in the field.
		Input->TakeUp(FString());
	}
	DraftOf = GetConversationId();
	if (DraftOf.IsEmpty() || !VibeUE::IsCoreUsable())
	{
		return;
	}
	Drafts = MakeShared<FDraftKeeper>(FConversationFiles::GetFolder());
	const FString Draft = Drafts->TakeUp(DraftOf, bBegins);
	const FString Here = Input->GetTextBox()->GetText().ToString();
	if (Draft.IsEmpty() && !Here.IsEmpty())
	{
		Drafts->Keep(DraftOf, Here);
		return;
	}
	Input->TakeUp(Draft);
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
