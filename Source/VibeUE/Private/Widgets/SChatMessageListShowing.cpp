// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Finding the row of a message, however old it is.

#include "Widgets/SChatMessageList.h"

#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SFollowingScrollBox.h"
#include "Widgets/SToolCallRow.h"

void SChatMessageList::ShowMessage(int64 MessageId)
{
	const auto Find = [this, MessageId]() -> TSharedPtr<SWidget>
	{
		const bool bIsSummary = SummaryRow.IsValid() && SummaryRow->GetMessageId() == MessageId;
		return bIsSummary ? TSharedPtr<SWidget>(SummaryRow) : MessageRows.FindRef(MessageId).Pin();
	};
	if (!Find().IsValid())
	{
		Pages.ShowAround(FindPlace(MessageId));
		Reload();
	}
	if (const TSharedPtr<SWidget> Row = Find())
	{
		Rows->ShowRow(Row.ToSharedRef());
	}
}

void SChatMessageList::MarkMessage(int64 MessageId)
{
	SetMark(MarkedMessage, false);
	MarkedMessage = MessageId;
	if (MessageId != 0)
	{
		ShowMessage(MessageId);
		SetMark(MessageId, true);
	}
}

void SChatMessageList::SetMark(int64 MessageId, bool bMarked)
{
	const TSharedPtr<SWidget> Row = MessageRows.FindRef(MessageId).Pin();
	if (!Row.IsValid())
	{
		return;
	}
	for (const TPair<FString, TSharedPtr<SToolCallRow>>& Tool : ToolRows)
	{
		if (Tool.Value.Get() == Row.Get())
		{
			Tool.Value->SetMarked(bMarked);
			return;
		}
	}
	// All others are messages.
	StaticCastSharedPtr<SChatMessageRow>(Row)->SetMarked(bMarked);
}

int64 SChatMessageList::FindPlace(int64 MessageId) const
{
	// Ids rise: what is newer has a higher one.
	int64 First = 0;
	int64 End = Session.IsValid() ? Session->GetMessageCount(EVibeUEHistory::Transcript) : 0;
	while (First < End)
	{
		const int64 Middle = First + (End - First) / 2;
		const TArray<FVibeUEMessage> Found = Session->GetMessages(Middle, 1, EVibeUEHistory::Transcript, true);
		if (Found.Num() == 0)
		{
			break;
		}
		if (Found[0].Id == MessageId)
		{
			return Middle;
		}
		(Found[0].Id < MessageId ? First : End) = Found[0].Id < MessageId ? Middle + 1 : Middle;
	}
	return INDEX_NONE;
}
