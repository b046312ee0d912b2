// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/UndoHistory.h"

#include "Editor.h"
#include "Editor/Transactor.h"

TArray<FString> VibeUE::GetNextSteps(bool bRedoes, int32 Most)
{
	check(IsInGameThread());
	TArray<FString> Titles;
	const UTransactor* Transactor = GEditor ? GEditor->Trans : nullptr;
	if (!Transactor)
	{
		return Titles;
	}
	// What was undone is at the end, the oldest of it first.
	const int32 Length = Transactor->GetQueueLength();
	const int32 Done = Length - Transactor->GetUndoCount();
	for (int32 Step = 0; Step < Most; ++Step)
	{
		const int32 Index = bRedoes ? Done + Step : Done - 1 - Step;
		const FTransaction* Transaction = Index >= 0 && Index < Length ? Transactor->GetTransaction(Index) : nullptr;
		if (!Transaction)
		{
			break;
		}
		Titles.Add(Transaction->GetTitle().ToString());
	}
	return Titles;
}

bool VibeUE::IsOwnStep(const FString& Title)
{
	return Title.StartsWith(TEXT("VibeUE:"));
}

FHistoryWatch::FHistoryWatch()
	: Length(GEditor && GEditor->Trans ? GEditor->Trans->GetQueueLength() : 0)
{
}

bool FHistoryWatch::IsEmptied() const
{
	// Emptying ends the step that is open, too. A script may end that itself, and then nothing has gone.
	return GEditor && GEditor->Trans && !GEditor->IsTransactionActive() && GEditor->Trans->GetQueueLength() < Length;
}
