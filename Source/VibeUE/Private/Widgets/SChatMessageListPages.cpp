// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Which messages have rows, and what lies between them.

#include "Widgets/SChatMessageList.h"

#include "ConversationFiles.h"
#include "Layout/Margin.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SFollowingScrollBox.h"

#define LOCTEXT_NAMESPACE "SChatMessageList"

namespace SChatMessageListPagesPrivate
{
/** What the user was writing into a summary when its conversation was left. */
struct FCorrection
{
	FString ConversationId;
	/** The summary's message. */
	int64 MessageId = 0;
	FString Words;
};

/** Returns what was set aside, at most one of each conversation: it outlives the tab in which it was written. */
static TArray<FCorrection>& GetCorrections()
{
	static TArray<FCorrection> Corrections;
	return Corrections;
}

/** Returns the place of a conversation's; INDEX_NONE if there is none. */
static int32 FindCorrection(const FString& ConversationId)
{
	return GetCorrections().IndexOfByPredicate([&ConversationId](const FCorrection& Each) { return FConversationFiles::IsSameId(Each.ConversationId, ConversationId); });
}
} // namespace SChatMessageListPagesPrivate

void SChatMessageList::AddKnownRows()
{
	int32 NextNotice = 0;
	RefreshWordings();
	if (Session.IsValid())
	{
		Pages.Fit(Session->GetMessageCount(EVibeUEHistory::Transcript));
		const auto Read = [this](int64 First, int64 End)
		{
			return Session->GetMessages(First, static_cast<int32>(End - First), EVibeUEHistory::Transcript, true);
		};
		if (Pages.CountEarlier() > 0)
		{
			AddPageButton(TEXT("earlier"), FText::Format(LOCTEXT("Earlier", "Show earlier messages ({0})"), FText::AsNumber(Pages.CountEarlier())),
				&SChatMessageList::HandleEarlierClicked);
		}
		const TArray<FVibeUEMessage> Past = Pages.HasPast() ? Read(Pages.GetPastFirst(), Pages.GetPastEnd()) : TArray<FVibeUEMessage>();
		const TArray<FVibeUEMessage> Newest = Read(Pages.GetNewestFirst(), Pages.GetTotal());
		const int32 CondensedOfPast = FindLastCondensed(Past);
		const int32 CondensedOfNewest = FindLastCondensed(Newest);
		const bool bIsInPast = CondensedOfNewest == INDEX_NONE && CondensedOfPast != INDEX_NONE && CondensedOfPast + 1 < Past.Num();
		const bool bIsBeforePast = CondensedOfNewest == INDEX_NONE && CondensedOfPast == INDEX_NONE && Past.Num() > 0;
		if (bIsBeforePast)
		{
			AddSummary();
		}
		AddMessages(Past, bIsInPast ? CondensedOfPast : INDEX_NONE, NextNotice);
		LastPastMessage = Past.Num() > 0 ? Past.Last().Id : 0;
		if (Pages.HasPast())
		{
			AddPageButton(TEXT("later"), FText::Format(LOCTEXT("Later", "Show later messages ({0})"), FText::AsNumber(Pages.CountLater())),
				&SChatMessageList::HandleLaterClicked);
		}
		if (CondensedOfNewest == INDEX_NONE && !bIsInPast && !bIsBeforePast && Pages.GetNewestFirst() > 0)
		{
			AddSummary();
		}
		AddMessages(Newest, CondensedOfNewest, NextNotice);
	}
	while (NextNotice < Notices.Num())
	{
		AddNoticeRow(Notices[NextNotice++]);
	}
}

void SChatMessageList::AddPageButton(const TCHAR* Name, const FText& Label, FReply (SChatMessageList::*HandleClicked)())
{
	Rows->AddRow(SNew(SChatButton).HAlign(HAlign_Center).Text(Label).OnClicked(this, HandleClicked), FMargin(4.0f), Name);
}

int32 SChatMessageList::FindLastCondensed(const TArray<FVibeUEMessage>& Messages)
{
	int32 Last = INDEX_NONE;
	for (int32 Index = 0; Index < Messages.Num(); ++Index)
	{
		Last = Messages[Index].bCondensed ? Index : Last;
	}
	return Last;
}

void SChatMessageList::AddMessages(const TArray<FVibeUEMessage>& Messages, int32 SummaryAfter, int32& NextNotice)
{
	// Notices of messages that have no row are shown before the first that is newer.
	while (Messages.Num() > 0 && NextNotice < Notices.Num() && Notices[NextNotice].AfterMessage < Messages[0].Id)
	{
		AddNoticeRow(Notices[NextNotice++]);
	}
	for (int32 Index = 0; Index < Messages.Num(); ++Index)
	{
		AddMessage(Messages[Index]);
		if (Index == SummaryAfter)
		{
			AddSummary();
		}
		// The message that a notice came after may belong to another branch: then it is shown after the one before
		// that.
		while (NextNotice < Notices.Num() && Notices[NextNotice].AfterMessage <= Messages[Index].Id)
		{
			AddNoticeRow(Notices[NextNotice++]);
		}
	}
}

void SChatMessageList::AddSummary()
{
	// The view begins with what is never condensed; the summary comes soon after.
	static constexpr int32 MostLookedAt = 200;
	TArray<FVibeUESummaryRow> Known = Session->GetSummaries();
	while (Known.Num() > 0 && (!Known.Last().bInForce || Known.Last().MessageId == 0))
	{
		Known.Pop();
	}
	if (Known.Num() == 0)
	{
		return;
	}
	for (const FVibeUEMessage& Message : Session->GetMessages(0, MostLookedAt, EVibeUEHistory::View, true))
	{
		if (Message.Id == Known.Last().MessageId)
		{
			if (KeptSummaryRow.IsValid() &&
				(KeptSummaryRow->IsStillEditing(Message.Id, Message.Text) || KeptSummaryRow->IsShowingSources(Message.Id, Message.Text)))
			{
				SummaryRow = KeptSummaryRow;
			}
			else
			{
				SAssignNew(SummaryRow, SChatSummaryRow)
				.Summary(Known.Last())
				.Text(Message.Text)
				.TalkWidth(this, &SChatMessageList::GetRowWidth)
				.bOpen(KeptSummaryRow.IsValid() && KeptSummaryRow->IsOpen() && KeptSummaryRow->GetMessageId() == Message.Id)
				.OnEdited(this, &SChatMessageList::HandleSummaryEdited)
				.OnSourcesAsked(this, &SChatMessageList::HandleSourcesAsked)
				.OnWithoutLineAsked(this, &SChatMessageList::HandleWithoutLineAsked)
				.OnSourceShown(this, &SChatMessageList::MarkMessage)
				.OnUndone(FOnVibeUEChatSummaryUndone::CreateUObject(Session.Get(), &UChatSession::UndoSummarization));
			}
			AddRow(SummaryRow.ToSharedRef(), TEXT("summary"));
			return;
		}
	}
}

void SChatMessageList::SetCorrectionAside()
{
	using namespace SChatMessageListPagesPrivate;
	const FString Words = Session.IsValid() && SummaryRow.IsValid() ? SummaryRow->GetCorrection() : FString();
	if (!Words.IsEmpty())
	{
		const FString ConversationId = Session->GetConversationId();
		const int32 Earlier = FindCorrection(ConversationId);
		if (Earlier != INDEX_NONE)
		{
			GetCorrections().RemoveAt(Earlier);
		}
		GetCorrections().Add(FCorrection{ConversationId, SummaryRow->GetMessageId(), Words});
	}
}

void SChatMessageList::TakeUpCorrection()
{
	using namespace SChatMessageListPagesPrivate;
	const int32 Found = Session.IsValid() && SummaryRow.IsValid() ? FindCorrection(Session->GetConversationId()) : INDEX_NONE;
	if (Found == INDEX_NONE || !SummaryRow->GetCorrection().IsEmpty())
	{
		// What is being written here is not replaced.
		return;
	}
	const FCorrection Correction = GetCorrections()[Found];
	GetCorrections().RemoveAt(Found);
	if (SummaryRow->GetMessageId() == Correction.MessageId)
	{
		SummaryRow->Resume(Correction.Words);
	}
	else
	{
		ReportLost(Correction.Words);
	}
}

FReply SChatMessageList::HandleEarlierClicked()
{
	int64 First = MAX_int64;
	for (const TPair<int64, TWeakPtr<SWidget>>& Row : MessageRows)
	{
		First = FMath::Min(First, Row.Key);
	}
	Pages.ShowEarlier();
	ReloadAround(First);
	return FReply::Handled();
}

FReply SChatMessageList::HandleLaterClicked()
{
	const int64 Last = LastPastMessage;
	Pages.ShowLater();
	ReloadAround(Last);
	return FReply::Handled();
}

void SChatMessageList::ReloadAround(int64 MessageId)
{
	Reload();
	// The user continues reading where they were.
	if (const TSharedPtr<SWidget> Row = MessageRows.FindRef(MessageId).Pin())
	{
		Rows->ShowRow(Row.ToSharedRef());
	}
}

void SChatMessageList::TrimRows()
{
	if (Session.IsValid() && Rows->IsFollowing() && Pages.Trim(Session->GetMessageCount(EVibeUEHistory::Transcript)))
	{
		Reload();
		Rows->FollowEnd();
	}
}

#undef LOCTEXT_NAMESPACE
