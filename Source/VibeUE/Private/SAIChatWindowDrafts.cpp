// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What is being written, and what was said before.

#include "SAIChatWindow.h"

#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "Bridge/DraftKeeper.h"
#include "Bridge/PromptHistory.h"
#include "ConversationFiles.h"
#include "Widgets/BoxText.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatText.h"

namespace SAIChatWindowDraftsPrivate
{
/** Returns a text as the core keeps it, with the lines of every system ended alike: so a draft can be compared with the field. */
static FString Plain(const FString& Text)
{
	return FBoxText::Plain(VibeUE::FromCore(VibeUE::ToCore(Text)));
}
} // namespace SAIChatWindowDraftsPrivate

void SAIChatWindow::TakeUpDraft(bool bBegins)
{
	using SAIChatWindowDraftsPrivate::Plain;
	const FString Left = DraftOf;
	// Nothing is kept meanwhile.
	DraftOf.Empty();
	if (Drafts.IsValid() && !Left.IsEmpty() && !FConversationFiles::IsSameId(Left, GetConversationId()) && Plain(Drafts->TakeUp(Left, false)).Equals(Plain(Input->GetTextBox()->GetText().ToString())))
	{
		// It is on disk; what could not be written stays in the field.
		Input->TakeUp(FString());
	}
	DraftOf = GetConversationId();
	if (DraftOf.IsEmpty() || !VibeUE::IsCoreUsable())
	{
		// Another window may have the file now.
		Drafts.Reset();
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
	if (Here.TrimStartAndEnd().IsEmpty() || Plain(Here).Equals(Plain(Draft)))
	{
		Input->TakeUp(Draft);
		return;
	}
	// What is still in the field could not be written: nothing else has it.
	const FString Both = Draft + TEXT("\n\n") + Here;
	Input->TakeUp(Both);
	Drafts->Keep(DraftOf, Both);
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
