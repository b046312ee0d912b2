// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatMessageList.h"

#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SSummaryPreviewRow.h"
#include "Widgets/SToolCallRow.h"

#define LOCTEXT_NAMESPACE "SChatMessageList"

namespace SChatMessageListPrivate
{
/** Rows cost layout each frame: older messages come in pages of this many when a person asks for them. */
static constexpr int32 PageSize = 100;

/** Slate units from the end within which a person counts as being at the end. */
static constexpr float EndTolerance = 20.0f;

/** The most errors and notes that are kept. */
static constexpr int32 MostNotices = 50;

static EChatRowKind KindOf(const FVibeUEMessage& Message)
{
	if (Message.bIsSummary)
	{
		return EChatRowKind::Summary;
	}
	return Message.Role == EVibeUERole::User ? EChatRowKind::User : EChatRowKind::Assistant;
}

static FText NoteOf(const FVibeUEMessage& Message)
{
	if (Message.bInterrupted)
	{
		return LOCTEXT("Interrupted", "stopped");
	}
	if (Message.bPinned)
	{
		return LOCTEXT("Pinned", "pinned: never condensed");
	}
	return Message.bCondensed ? LOCTEXT("Condensed", "condensed: the model sees the summary") : FText::GetEmpty();
}
} // namespace SChatMessageListPrivate

void SChatMessageList::Construct(const FArguments&)
{
	ChildSlot
	[
		SAssignNew(ScrollBox, SScrollBox)
		.Orientation(Orient_Vertical)
	];
}

SChatMessageList::~SChatMessageList()
{
	UnbindSession();
}

void SChatMessageList::SetSession(UChatSession* InSession)
{
	UnbindSession();
	Session.Reset(InSession);
	Notices.Empty();
	Shown = 0;
	BindSession();
	Reload();
	ScrollBox->ScrollToEnd();
}

void SChatMessageList::BindSession()
{
	if (!Session.IsValid())
	{
		return;
	}
	Session->OnOpened().AddSP(this, &SChatMessageList::HandleOpened);
	Session->OnMessageAdded().AddSP(this, &SChatMessageList::HandleMessageAdded);
	Session->OnTextDelta().AddSP(this, &SChatMessageList::HandleTextDelta);
	Session->OnReasoningDelta().AddSP(this, &SChatMessageList::HandleReasoningDelta);
	Session->OnAnswerRetracted().AddSP(this, &SChatMessageList::HandleAnswerRetracted);
	Session->OnToolCallRequested().AddSP(this, &SChatMessageList::HandleToolCall);
	Session->OnToolCallApproved().AddSP(this, &SChatMessageList::HandleToolApproved);
	Session->OnHistoryChanged().AddSP(this, &SChatMessageList::HandleHistoryChanged);
	Session->OnWarning().AddSP(this, &SChatMessageList::HandleWarning);
	Session->OnSessionError().AddSP(this, &SChatMessageList::HandleSessionError);
	Session->OnTurnEnded().AddSP(this, &SChatMessageList::HandleTurnEnded);
	Session->OnSummaryPreview().AddSP(this, &SChatMessageList::HandlePreview);
}

void SChatMessageList::UnbindSession()
{
	if (!Session.IsValid())
	{
		return;
	}
	Session->OnOpened().RemoveAll(this);
	Session->OnMessageAdded().RemoveAll(this);
	Session->OnTextDelta().RemoveAll(this);
	Session->OnReasoningDelta().RemoveAll(this);
	Session->OnAnswerRetracted().RemoveAll(this);
	Session->OnToolCallRequested().RemoveAll(this);
	Session->OnToolCallApproved().RemoveAll(this);
	Session->OnHistoryChanged().RemoveAll(this);
	Session->OnWarning().RemoveAll(this);
	Session->OnSessionError().RemoveAll(this);
	Session->OnTurnEnded().RemoveAll(this);
	Session->OnSummaryPreview().RemoveAll(this);
	Session.Reset();
}

void SChatMessageList::AddNotice(EChatRowKind Kind, const FString& Text, const FString& Hint)
{
	if (Notices.Num() >= SChatMessageListPrivate::MostNotices)
	{
		Notices.RemoveAt(0);
	}
	Notices.Add(FNotice{Kind, Text, Hint});
	AddRow(SNew(SChatMessageRow).Kind(Kind).Text(Text).Hint(Hint));
}

void SChatMessageList::HandleOpened(bool bSuccess)
{
	if (bSuccess)
	{
		Reload();
		ScrollBox->ScrollToEnd();
	}
}

void SChatMessageList::HandleMessageAdded(const FVibeUEMessage& Message)
{
	DropStreaming();
	AddMessage(Message);
	++Shown;
}

void SChatMessageList::HandleTextDelta(const FString& Text)
{
	if (!Streaming.IsValid())
	{
		AddRow(SAssignNew(Streaming, SChatMessageRow).Kind(EChatRowKind::Assistant));
	}
	const bool bFollow = IsAtEnd();
	Streaming->AppendText(Text);
	if (bFollow)
	{
		ScrollBox->ScrollToEnd();
	}
}

void SChatMessageList::HandleReasoningDelta(const FString& Text)
{
	if (!Thinking.IsValid())
	{
		AddRow(SAssignNew(Thinking, SChatMessageRow).Kind(EChatRowKind::Reasoning));
	}
	const bool bFollow = IsAtEnd();
	Thinking->AppendText(Text);
	if (bFollow)
	{
		ScrollBox->ScrollToEnd();
	}
}

void SChatMessageList::HandleAnswerRetracted(const FString& Reason)
{
	DropStreaming();
	AddNotice(EChatRowKind::Warning, Reason, FString());
}

void SChatMessageList::HandleToolCall(const FVibeUEToolCall& Call)
{
	AddToolRow(Call);
}

void SChatMessageList::HandleToolApproved(const FString& CallId)
{
	if (const TSharedPtr<SToolCallRow>* Row = ToolRows.Find(CallId))
	{
		(*Row)->SetApproved();
	}
}

void SChatMessageList::HandleHistoryChanged()
{
	const bool bFollow = IsAtEnd();
	Reload();
	if (bFollow)
	{
		ScrollBox->ScrollToEnd();
	}
}

void SChatMessageList::HandleWarning(const FString& Text)
{
	AddNotice(EChatRowKind::Warning, Text, FString());
}

void SChatMessageList::HandleSessionError(const FVibeUEError& Error)
{
	AddNotice(EChatRowKind::Error, Error.Message, Error.Hint);
}

void SChatMessageList::HandleTurnEnded(int64, EVibeUETurnEnd)
{
	DropStreaming();
}

void SChatMessageList::HandlePreview(const FVibeUESummaryPreview& Preview)
{
	AddRow(SNew(SSummaryPreviewRow).Preview(Preview).OnAccepted(this, &SChatMessageList::HandlePreviewAccepted));
}

bool SChatMessageList::HandlePreviewAccepted(const FString& EditedSummary)
{
	return Session.IsValid() && Session->AcceptPreview(EditedSummary);
}

void SChatMessageList::HandleToolAnswered(const FString& CallId, EVibeUEToolApproval Approval)
{
	if (Session.IsValid())
	{
		Session->ApproveToolCall(CallId, Approval, FString());
	}
}

FReply SChatMessageList::HandleEarlierClicked()
{
	Shown += SChatMessageListPrivate::PageSize;
	Reload();
	return FReply::Handled();
}

void SChatMessageList::Reload()
{
	DropStreaming();
	ScrollBox->ClearChildren();
	ToolRows.Empty();
	RowCount = 0;
	if (Session.IsValid())
	{
		const int64 Total = Session->GetMessageCount(EVibeUEHistory::Transcript);
		Shown = static_cast<int32>(FMath::Min<int64>(Total, FMath::Max(Shown, SChatMessageListPrivate::PageSize)));
		FirstShown = Total - Shown;
		if (FirstShown > 0)
		{
			ScrollBox->AddSlot()
			.Padding(4.0f)
			[
				SNew(SButton)
				.HAlign(HAlign_Center)
				.Text(FText::Format(LOCTEXT("Earlier", "Show earlier messages ({0})"), FText::AsNumber(FirstShown)))
				.OnClicked(this, &SChatMessageList::HandleEarlierClicked)
			];
		}
		for (const FVibeUEMessage& Message : Session->GetMessages(FirstShown, Shown, EVibeUEHistory::Transcript))
		{
			AddMessage(Message);
		}
	}
	for (const FNotice& Notice : Notices)
	{
		AddRow(SNew(SChatMessageRow).Kind(Notice.Kind).Text(Notice.Text).Hint(Notice.Hint));
	}
}

void SChatMessageList::AddMessage(const FVibeUEMessage& Message)
{
	if (Message.Role == EVibeUERole::System)
	{
		return;
	}
	if (!Message.Text.IsEmpty() && Message.Role != EVibeUERole::Tool)
	{
		AddRow(SNew(SChatMessageRow)
			.Kind(SChatMessageListPrivate::KindOf(Message))
			.Text(Message.Text)
			.Note(SChatMessageListPrivate::NoteOf(Message)));
	}
	for (const FVibeUEToolCall& Call : Message.ToolCalls)
	{
		AddToolRow(Call);
	}
	for (const FVibeUEToolResult& Result : Message.ToolResults)
	{
		if (const TSharedPtr<SToolCallRow>* Row = ToolRows.Find(Result.CallId))
		{
			(*Row)->SetResult(Result);
		}
	}
}

void SChatMessageList::AddToolRow(const FVibeUEToolCall& Call)
{
	// A call is told twice: as a part of the message, and as a request to run it; what asks for approval wins.
	const TSharedPtr<SToolCallRow>* Known = ToolRows.Find(Call.CallId);
	if (Known && !Call.bNeedsApproval)
	{
		return;
	}
	if (Known)
	{
		ScrollBox->RemoveSlot(Known->ToSharedRef());
		--RowCount;
	}
	TSharedPtr<SToolCallRow> Row;
	AddRow(SAssignNew(Row, SToolCallRow).Call(Call).OnAnswered(this, &SChatMessageList::HandleToolAnswered));
	ToolRows.Add(Call.CallId, Row);
}

void SChatMessageList::AddRow(const TSharedRef<SWidget>& Row)
{
	// Asked before the row is there: afterwards nobody is at the end.
	const bool bFollow = IsAtEnd();
	ScrollBox->AddSlot()
	[
		Row
	];
	++RowCount;
	if (bFollow)
	{
		ScrollBox->ScrollToEnd();
	}
}

void SChatMessageList::DropStreaming()
{
	for (TSharedPtr<SChatMessageRow>* Row : {&Streaming, &Thinking})
	{
		if (Row->IsValid())
		{
			ScrollBox->RemoveSlot(Row->ToSharedRef());
			Row->Reset();
			--RowCount;
		}
	}
}

bool SChatMessageList::IsAtEnd() const
{
	return ScrollBox->GetScrollOffsetOfEnd() - ScrollBox->GetScrollOffset() <= SChatMessageListPrivate::EndTolerance;
}

#undef LOCTEXT_NAMESPACE
