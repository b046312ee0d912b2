// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The rows of previews, and what the user has written into them.

#include "Widgets/SChatMessageList.h"

#include "Widgets/SFollowingScrollBox.h"
#include "Widgets/SSummaryPreviewRow.h"

void SChatMessageList::HandlePreview(const FVibeUESummaryPreview& Preview)
{
	if (!bShowsPreviews)
	{
		return;
	}
	// Only the newest can be applied; those that the user has edited are left to be read.
	PreviewRows.RemoveAll([this](const TSharedPtr<SSummaryPreviewRow>& Row)
	{
		const bool bGoes = !Row->HasWords();
		if (bGoes)
		{
			Rows->RemoveRow(Row.ToSharedRef());
			--RowCount;
		}
		return bGoes;
	});
	const TSharedRef<SSummaryPreviewRow> Row = SNew(SSummaryPreviewRow).Preview(Preview).OnAccepted(this, &SChatMessageList::HandlePreviewAccepted);
	PreviewRows.Add(Row);
	AddPreviewRow(Row);
}

void SChatMessageList::AddPreviewRow(const TSharedRef<SSummaryPreviewRow>& Row)
{
	AddRow(Row, FString::Printf(TEXT("preview %lld"), Row->GetId()));
}

void SChatMessageList::AddPreviewRows()
{
	TakeUpPreviews();
	PreviewRows.RemoveAll([](const TSharedPtr<SSummaryPreviewRow>& Row) { return !Row->IsOpen(); });
	for (const TSharedPtr<SSummaryPreviewRow>& Row : PreviewRows)
	{
		AddPreviewRow(Row.ToSharedRef());
	}
}

void SChatMessageList::SetPreviewsAside()
{
	const FString Id = Session.IsValid() ? Session->GetConversationId() : FString();
	PreviewRows.RemoveAll([](const TSharedPtr<SSummaryPreviewRow>& Row) { return !Row->HasWords(); });
	if (!Id.IsEmpty() && PreviewRows.Num() > 0)
	{
		PreviewsAside.Add(Id, PreviewRows);
	}
	PreviewRows.Empty();
}

void SChatMessageList::TakeUpPreviews()
{
	const FString Id = Session.IsValid() ? Session->GetConversationId() : FString();
	if (const TArray<TSharedPtr<SSummaryPreviewRow>>* Found = PreviewsAside.Find(Id))
	{
		TArray<TSharedPtr<SSummaryPreviewRow>> All = *Found;
		PreviewsAside.Remove(Id);
		// What came since is newer.
		All.Append(PreviewRows);
		PreviewRows = MoveTemp(All);
	}
}

bool SChatMessageList::HandlePreviewAccepted(const FString& EditedSummary)
{
	return Session.IsValid() && Session->AcceptPreview(EditedSummary);
}

void SChatMessageList::HandleSummarizationEnded(const FVibeUESummarization& Summarization)
{
	for (const TSharedPtr<SSummaryPreviewRow>& Row : PreviewRows)
	{
		if (Summarization.End == EVibeUESummaryEnd::Applied)
		{
			Row->SetApplied();
		}
		else if (Summarization.End == EVibeUESummaryEnd::Failed)
		{
			// One that is cancelled may have given way to what was accepted.
			Row->SetNotApplied();
		}
	}
}
