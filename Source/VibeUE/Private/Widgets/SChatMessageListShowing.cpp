// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Finding the row of a message, however old it is.

#include "Widgets/SChatMessageList.h"

#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SFollowingScrollBox.h"
#include "Widgets/SToolCallRow.h"

namespace SChatMessageListShowingPrivate
{
/** Messages that are looked through at once. */
static constexpr int32 PageSize = 100;
} // namespace SChatMessageListShowingPrivate

void SChatMessageList::ShowMessage(int64 MessageId)
{
	const auto Find = [this, MessageId]() -> TSharedPtr<SWidget>
	{
		const bool bIsSummary = SummaryRow.IsValid() && SummaryRow->GetMessageId() == MessageId;
		return bIsSummary ? TSharedPtr<SWidget>(SummaryRow) : MessageRows.FindRef(MessageId).Pin();
	};
	if (!Find().IsValid())
	{
		Shown = FMath::Max(Shown, FindDepth(MessageId));
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

int32 SChatMessageList::FindDepth(int64 MessageId) const
{
	const int64 Total = Session.IsValid() ? Session->GetMessageCount(EVibeUEHistory::Transcript) : 0;
	for (int64 End = FirstShown; End > 0;)
	{
		const int64 First = FMath::Max<int64>(End - SChatMessageListShowingPrivate::PageSize, 0);
		const TArray<FVibeUEMessage> Page = Session->GetMessages(First, static_cast<int32>(End - First), EVibeUEHistory::Transcript);
		if (Page.ContainsByPredicate([MessageId](const FVibeUEMessage& Message) { return Message.Id == MessageId; }))
		{
			return static_cast<int32>(Total - First);
		}
		End = First;
	}
	return 0;
}
