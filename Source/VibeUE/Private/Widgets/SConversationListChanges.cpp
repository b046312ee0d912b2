// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the user does to the conversations of the history.

#include "Widgets/SConversationList.h"

#include "ConversationFiles.h"
#include "Widgets/ConversationTexts.h"
#include "Widgets/SConversationImport.h"

void SConversationList::HandleOpened(const FString& Id)
{
	OnOpened.ExecuteIfBound(Id);
}

void SConversationList::HandlePinned(const FString& Id, bool bPinned)
{
	ShowProblem(FConversationFiles::Pin(Id, bPinned));
	Refresh();
}

bool SConversationList::HandleEdited(const FString& Id, const FString& Title, const FString& Tags)
{
	FVibeUEError Problem = FConversationFiles::SetTags(Id, Tags);
	const FConversationEntry* Entry = Find(Id);
	if (Entry && !Title.Equals(Entry->Title) && OnRenamed.IsBound())
	{
		const FVibeUEError Renaming = OnRenamed.Execute(Id, Title);
		if (Renaming.Kind != EVibeUEFailure::None)
		{
			Problem = Renaming;
		}
		else if (!Title.IsEmpty())
		{
			Renamed.Add(Id, Title);
		}
	}
	ShowProblem(Problem);
	Refresh();
	return Problem.Kind == EVibeUEFailure::None;
}

void SConversationList::HandleDeleted(const FString& Id)
{
	const FConversationEntry* Entry = Find(Id);
	const FString Title = Entry ? FConversationTexts::Title(*Entry).ToString() : FString();
	const FVibeUEError Problem = OnDeleted.IsBound() ? OnDeleted.Execute(Id) : FVibeUEError();
	ShowProblem(Problem);
	if (Problem.Kind == EVibeUEFailure::None)
	{
		DeletedId = Id;
		DeletedTitle = Title;
	}
	Refresh();
}

void SConversationList::HandleExported(const FString& Id, EConversationForm Form)
{
	ShowProblem(FVibeUEError());
	const FConversationEntry* Entry = Find(Id);
	OnExported.ExecuteIfBound(Id, Entry ? FConversationTexts::Title(*Entry) : FText::GetEmpty(), Form);
}

void SConversationList::HandleTrashRestored(const FString& Id, const FVibeUEError& Problem)
{
	ShowProblem(Problem);
	if (Problem.Kind == EVibeUEFailure::None && Id == DeletedId)
	{
		DeletedId.Reset();
	}
	Refresh();
}

FReply SConversationList::HandleImportClicked()
{
	Import->Ask();
	return FReply::Handled();
}

FReply SConversationList::HandleUndoClicked()
{
	ShowProblem(OnRestored.IsBound() ? OnRestored.Execute(DeletedId) : FVibeUEError());
	DeletedId.Reset();
	Refresh();
	return FReply::Handled();
}

FReply SConversationList::HandleCloseClicked()
{
	OnClosed.ExecuteIfBound();
	return FReply::Handled();
}
