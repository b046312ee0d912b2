// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the user does to the conversations of the history.

#include "Widgets/SConversationList.h"

#include "ConversationFiles.h"
#include "Widgets/ConversationTexts.h"
#include "Widgets/SConversationImport.h"
#include "Widgets/SConversationRow.h"

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
	const FConversationEntry* Entry = FindShown(Id);
	if (Entry && !Title.Equals(Entry->Title) && OnRenamed.IsBound())
	{
		const FVibeUEError Renaming = OnRenamed.Execute(Id, Title);
		if (Renaming.Kind != EVibeUEFailure::None)
		{
			Problem = Renaming;
		}
		else
		{
			Renamed.RemoveAll([&Id](const FRenamed& Each) { return FConversationFiles::IsSameId(Each.Id, Id); });
			// Without one it goes by its first words again.
			if (!Title.IsEmpty())
			{
				Renamed.Add(FRenamed{Id, Title});
			}
		}
	}
	ShowProblem(Problem);
	Refresh();
	return Problem.Kind == EVibeUEFailure::None;
}

const FConversationEntry* SConversationList::FindShown(const FString& Id) const
{
	const TSharedPtr<SConversationRow>* Row = Shown.FindByPredicate([&Id](const TSharedPtr<SConversationRow>& Each) { return FConversationFiles::IsSameId(Each->GetId(), Id); });
	return Row ? &(*Row)->GetEntry() : nullptr;
}

void SConversationList::HandleDeleted(const FString& Id)
{
	const FConversationEntry* Entry = FindShown(Id);
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
	const FConversationEntry* Entry = FindShown(Id);
	OnExported.ExecuteIfBound(Id, Entry ? FConversationTexts::Title(*Entry) : FText::GetEmpty(), Form);
}

void SConversationList::HandleTrashRestored(const FString& Id, const FVibeUEError& Problem)
{
	ShowProblem(Problem);
	if (Problem.Kind == EVibeUEFailure::None && FConversationFiles::IsSameId(Id, DeletedId))
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
