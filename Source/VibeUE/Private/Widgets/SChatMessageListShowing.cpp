// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Finding the row of a message, however old it is.

#include "Widgets/SChatMessageList.h"

#include "VibeUESummaries.h"
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
		if (Row.Get() == SummaryRow.Get())
		{
			SummaryRow->Unfold();
		}
		Rows->ShowRow(Row.ToSharedRef());
	}
}

TSharedPtr<SWidget> SChatMessageList::ShowSummarySources()
{
	if (!SummaryRow.IsValid())
	{
		return nullptr;
	}
	Rows->ShowRow(SummaryRow.ToSharedRef());
	return SummaryRow->ShowSources();
}

TSharedPtr<SWidget> SChatMessageList::EditSummary()
{
	if (!SummaryRow.IsValid())
	{
		return nullptr;
	}
	Rows->ShowRow(SummaryRow.ToSharedRef());
	return SummaryRow->Edit();
}

TArray<FVibeUESourcedLine> SChatMessageList::HandleSourcesAsked(int64 MessageId)
{
	return UVibeUESummaries::GetSources(Session.Get(), MessageId);
}

FVibeUEMessagesWithoutLine SChatMessageList::HandleWithoutLineAsked(int64 MessageId)
{
	return UVibeUESummaries::GetMessagesWithoutLine(Session.Get(), MessageId);
}

int64 SChatMessageList::FindTopMessage() const
{
	if (Rows->IsFollowing())
	{
		return 0;
	}
	// A row that begins above the view counts as being read only if no other one begins in it.
	const float ViewY = GetCachedGeometry().GetAbsolutePosition().Y - 1.0f;
	const FPlaces Places = FindPlaces();
	int64 Top = INDEX_NONE;
	float TopY = 0.0f;
	for (const TPair<int64, TWeakPtr<SWidget>>& Each : MessageRows)
	{
		const TSharedPtr<SWidget> Row = Each.Value.Pin();
		const FArrangedWidget* Place = Row.IsValid() ? Places.Find(Row.ToSharedRef()) : nullptr;
		if (!Place || !IsInView(Place->Geometry, false))
		{
			continue;
		}
		const float Y = static_cast<float>(Place->Geometry.GetAbsolutePosition().Y);
		if (Top == INDEX_NONE || (Y >= ViewY && (TopY < ViewY || Y < TopY)))
		{
			Top = Each.Key;
			TopY = Y;
		}
	}
	return Top;
}

void SChatMessageList::ShowEnd()
{
	Rows->StartFollowing();
	Rows->FollowEnd();
}

void SChatMessageList::ShowQuestion(int32 By)
{
	const FPlaces Places = FindPlaces();
	const auto Find = [this, &Places](int64 Id) -> const FArrangedWidget*
	{
		const TSharedPtr<SWidget> Row = MessageRows.FindRef(Id).Pin();
		return Row.IsValid() ? Places.Find(Row.ToSharedRef()) : nullptr;
	};
	const FArrangedWidget* Last = Find(ShownQuestion);
	int32 Next = Questions.IndexOfByKey(ShownQuestion);
	if (Next != INDEX_NONE && Last && IsInView(Last->Geometry, false))
	{
		Next += By;
	}
	else
	{
		// The user scrolled away from it: they continue from what they see.
		const auto IsAbove = [this, &Find](int64 Id)
		{
			const FArrangedWidget* Place = Find(Id);
			return Place && Place->Geometry.GetAbsolutePosition().Y < GetCachedGeometry().GetAbsolutePosition().Y - 1.0f;
		};
		Next = 0;
		while (Next < Questions.Num() && IsAbove(Questions[Next]))
		{
			++Next;
		}
		Next = By < 0 ? Next - 1 : Next;
	}
	if (Next < 0 && Pages.CountEarlier() > 0)
	{
		const int64 First = Questions.Num() > 0 ? Questions[0] : 0;
		Pages.ShowEarlier();
		Reload();
		Next = FMath::Max(Questions.IndexOfByKey(First), 0) - 1;
	}
	if (Next >= Questions.Num())
	{
		MarkMessage(0);
		ShownQuestion = 0;
		ShowEnd();
	}
	else if (Questions.Num() > 0)
	{
		ShownQuestion = Questions[FMath::Max(Next, 0)];
		MarkMessage(ShownQuestion);
	}
}

SChatMessageList::FPlaces SChatMessageList::FindPlaces() const
{
	TSet<TSharedRef<SWidget>> Sought;
	for (const TPair<int64, TWeakPtr<SWidget>>& Each : MessageRows)
	{
		if (const TSharedPtr<SWidget> Row = Each.Value.Pin())
		{
			Sought.Add(Row.ToSharedRef());
		}
	}
	for (const TPair<FString, TSharedPtr<SToolCallRow>>& Row : NewestToolRows)
	{
		Sought.Add(Row.Value.ToSharedRef());
	}
	return Rows->FindPlaces(Sought);
}

void SChatMessageList::Scroll(float Way)
{
	// Some lines stay in view, so that the reader does not lose the place.
	static constexpr float Part = 0.85f;
	Rows->ScrollByViews(Way * Part);
}

float SChatMessageList::GetRowWidth() const
{
	return Rows->GetRowWidth();
}

bool SChatMessageList::IsInView(const FGeometry& Its, bool bWholly) const
{
	const FGeometry& Own = Rows->GetCachedGeometry();
	const float Top = Own.GetAbsolutePosition().Y;
	const float Bottom = Top + Own.GetAbsoluteSize().Y;
	const float RowTop = Its.GetAbsolutePosition().Y;
	const float RowBottom = RowTop + Its.GetAbsoluteSize().Y;
	return bWholly ? RowTop >= Top - 1.0f && RowBottom <= Bottom + 1.0f : RowBottom > Top && RowTop < Bottom;
}

TSharedPtr<SToolCallRow> SChatMessageList::FindAsking() const
{
	TSharedPtr<SToolCallRow> Found;
	float FoundY = 0.0f;
	const FPlaces Places = IsAsking() ? FindPlaces() : FPlaces();
	for (const TPair<FString, TSharedPtr<SToolCallRow>>& Row : NewestToolRows)
	{
		// While something else is shown in the talk's place, no row has one: then any is as good.
		const FArrangedWidget* Place = Places.Find(Row.Value.ToSharedRef());
		const float Y = Place ? static_cast<float>(Place->Geometry.GetAbsolutePosition().Y) : MAX_flt;
		if (Row.Value->GetState() == EToolCallState::Asking && (!Found.IsValid() || Y < FoundY))
		{
			Found = Row.Value;
			FoundY = Y;
		}
	}
	return Found;
}

TSharedPtr<SWidget> SChatMessageList::ShowAsking()
{
	const TSharedPtr<SToolCallRow> Row = FindAsking();
	const FPlaces Places = FindPlaces();
	const FArrangedWidget* Place = Row.IsValid() ? Places.Find(Row.ToSharedRef()) : nullptr;
	if (Row.IsValid() && (!Place || !IsInView(Place->Geometry, true)))
	{
		Rows->ShowRow(Row.ToSharedRef());
	}
	return Row;
}

void SChatMessageList::AnswerAsking(EVibeUEToolApproval Approval)
{
	const TSharedPtr<SToolCallRow> Row = FindAsking();
	if (!Row.IsValid())
	{
		return;
	}
	// Nobody should allow what they do not see. A row that is taller than the list is shown as far as possible.
	const FPlaces Places = FindPlaces();
	const FArrangedWidget* Place = Places.Find(Row.ToSharedRef());
	const bool bIsHigh = Place && Place->Geometry.GetAbsoluteSize().Y > Rows->GetCachedGeometry().GetAbsoluteSize().Y;
	if (Place && IsInView(Place->Geometry, !bIsHigh))
	{
		Row->Answer(Approval);
	}
	else
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

void SChatMessageList::HandleHeadingAsked(const TSharedRef<SWidget>& Heading)
{
	Rows->ShowRow(Heading);
}

void SChatMessageList::HandleContentsOpened(bool bOpen, int64 MessageId)
{
	if (bOpen)
	{
		OpenContents.Add(MessageId);
	}
	else
	{
		OpenContents.Remove(MessageId);
	}
}
