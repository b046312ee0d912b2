// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatMessageList.h"

#include "Layout/Margin.h"
#include "VibeUETurn.h"
#include "Widgets/Announcements.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatWelcome.h"
#include "Widgets/SFollowingScrollBox.h"
#include "Widgets/SThoughtRow.h"
#include "Widgets/SToolCallRow.h"

#define LOCTEXT_NAMESPACE "SChatMessageList"

namespace SChatMessageListPrivate
{
/** What tells a call from all others of its conversation. */
static FString KeyOf(int64 MessageId, const FString& CallId)
{
	return FString::Printf(TEXT("%lld %s"), MessageId, *CallId);
}

static EChatRowKind KindOf(const FVibeUEMessage& Message)
{
	if (Message.bIsSummary)
	{
		return EChatRowKind::Summary;
	}
	return Message.Role == EVibeUERole::User ? EChatRowKind::User : EChatRowKind::Assistant;
}

static FText StateOf(const FVibeUEMessage& Message)
{
	if (Message.bInterrupted)
	{
		return LOCTEXT("Interrupted", "stopped");
	}
	if (Message.bPinned)
	{
		return LOCTEXT("Pinned", "pinned");
	}
	if (Message.bCondensed)
	{
		return LOCTEXT("Condensed", "summarized");
	}
	const bool bIsPictures = Message.Text.IsEmpty() && Message.Attachments.Num() == 0 && Message.Images > 0;
	return bIsPictures ? FText::Format(LOCTEXT("PicturesAlone", "pictures: {0}"), FText::AsNumber(Message.Images)) : FText::GetEmpty();
}

static FText NoteOf(const FVibeUEMessage& Message)
{
	// The lines of a summary name it so; of a message that the model reads itself no line speaks.
	return Message.bCondensed ? FText::Format(LOCTEXT("Numbered", "{0}, m{1}"), StateOf(Message), FText::FromString(FString::Printf(TEXT("%lld"), Message.Id)))
							  : StateOf(Message);
}
} // namespace SChatMessageListPrivate

void SChatMessageList::Construct(const FArguments& InArgs)
{
	OnSettingsAsked = InArgs._OnSettingsAsked;
	OnContextAsked = InArgs._OnContextAsked;
	OnEditAsked = InArgs._OnEditAsked;
	OnSelectingEnded = InArgs._OnSelectingEnded;
	OnKeyboardLost = InArgs._OnKeyboardLost;
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.FillHeight(1.0f)
		[
			SAssignNew(Rows, SFollowingScrollBox)
			.MostRowWidth(SChatMessageRow::GetMostWidth())
			.OnKeyboardLost(InArgs._OnKeyboardLost)
			.Visibility(this, &SChatMessageList::GetRowsVisibility)
		]
		+ SVerticalBox::Slot()
		.FillHeight(2.0f)
		[
			SAssignNew(Welcome, SChatWelcome)
			.Visibility(this, &SChatMessageList::GetWelcomeVisibility)
			.OnSettingsAsked(this, &SChatMessageList::HandleSettingsAsked)
			.OnAgentChosen(InArgs._OnAgentChosen)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeSelectionBar()
		]
	];
}

SChatMessageList::~SChatMessageList()
{
	SetCorrectionAside();
	UnbindSession();
}

void SChatMessageList::SetSession(UChatSession* InSession)
{
	SetCorrectionAside();
	SetPreviewsAside();
	UnbindSession();
	Session.Reset(InSession);
	DropStreaming();
	Speaker.Reset();
	Notices.Empty();
	AskedCalls.Empty();
	Unfolded.Empty();
	OpenContents.Empty();
	EndSelecting();
	SummaryRow.Reset();
	// Calls of another conversation may have the same ids.
	ToolRows.Empty();
	NewestToolRows.Empty();
	ThoughtRows.Empty();
	NewestMessage = 0;
	bTurnFailed = false;
	Pages = FShownPages();
	BindSession();
	Rows->StartFollowing();
	// What is missing may be missing since the last look.
	Welcome->Refresh();
	for (const FVibeUEToolCall& Call : UVibeUETurn::GetAskedCalls(InSession))
	{
		AskedCalls.Add(Call.CallId, Call);
	}
	Reload();
	ShowWhatHasCome();
	for (const TPair<FString, FVibeUEToolCall>& Asked : AskedCalls)
	{
		const TSharedPtr<SToolCallRow> Row = NewestToolRows.FindRef(Asked.Key);
		if (Row.IsValid() && Row->GetState() == EToolCallState::Asking)
		{
			// It was requested while nothing listened. The others are announced when this one is answered.
			FAnnouncements::Say(Row->GetSpoken(), EAnnouncement::Question);
			break;
		}
	}
	Rows->FollowEnd();
}

void SChatMessageList::ShowWhatHasCome()
{
	const FString Reasoning = UVibeUETurn::GetReasoning(Session.Get());
	const FString Answer = UVibeUETurn::GetAnswer(Session.Get());
	if (!Reasoning.IsEmpty())
	{
		HandleReasoningDelta(Reasoning);
	}
	if (!Answer.IsEmpty())
	{
		HandleTextDelta(Answer);
	}
}

bool SChatMessageList::IsAtRest() const
{
	// What is not painted follows nothing until it is.
	return Rows->IsAtRest() || GetRowsVisibility() == EVisibility::Collapsed;
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
	Session->OnToolCallEnded().AddSP(this, &SChatMessageList::HandleToolEnded);
	Session->OnHistoryChanged().AddSP(this, &SChatMessageList::HandleHistoryChanged);
	Session->OnWarning().AddSP(this, &SChatMessageList::HandleWarning);
	Session->OnSessionError().AddSP(this, &SChatMessageList::HandleSessionError);
	Session->OnTurnEnded().AddSP(this, &SChatMessageList::HandleTurnEnded);
	Session->OnSummaryPreview().AddSP(this, &SChatMessageList::HandlePreview);
	Session->OnSummarizationEnded().AddSP(this, &SChatMessageList::HandleSummarizationEnded);
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
	Session->OnToolCallEnded().RemoveAll(this);
	Session->OnHistoryChanged().RemoveAll(this);
	Session->OnWarning().RemoveAll(this);
	Session->OnSessionError().RemoveAll(this);
	Session->OnTurnEnded().RemoveAll(this);
	Session->OnSummaryPreview().RemoveAll(this);
	Session->OnSummarizationEnded().RemoveAll(this);
	Session.Reset();
}

void SChatMessageList::HandleToolAnswered(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason)
{
	AskedCalls.Remove(CallId);
	if (Session.IsValid())
	{
		Session->ApproveToolCall(CallId, Approval, Reason);
	}
}

void SChatMessageList::HandleUnfolded(int32 Characters, int64 MessageId)
{
	// A message that has no id yet gets another row with it.
	if (MessageId != 0)
	{
		Unfolded.Add(MessageId, Characters);
	}
}

void SChatMessageList::HandlePinned(int64 MessageId, bool bPinned)
{
	if (Session.IsValid())
	{
		Session->PinMessage(MessageId, bPinned);
	}
}

bool SChatMessageList::HandleSummaryEdited(int64 MessageId, const FString& Text)
{
	return Session.IsValid() && Session->EditSummary(MessageId, Text);
}

void SChatMessageList::HandleSettingsAsked()
{
	OnSettingsAsked.ExecuteIfBound();
}

void SChatMessageList::HandleContextAsked()
{
	OnContextAsked.ExecuteIfBound();
}

void SChatMessageList::HandleRetryAsked()
{
	if (Session.IsValid() && Session->RetryTurn())
	{
		bTurnFailed = false;
		DropRetry();
		// The button that was pressed is gone.
		OnKeyboardLost.ExecuteIfBound();
	}
}

bool SChatMessageList::HasError() const
{
	return Notices.ContainsByPredicate([](const FNotice& Notice) { return Notice.Kind == EChatRowKind::Error; });
}

EVisibility SChatMessageList::GetWelcomeVisibility() const
{
	// What is missing is said once, by the welcome, and not also by the error with which opening ended. A note may be
	// above it.
	const bool bHasBegun = NewestMessage != 0 || Streaming.IsValid() || Thinking.IsValid();
	return !bHasBegun && (!HasError() || Welcome->NeedsSetup()) ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SChatMessageList::GetRowsVisibility() const
{
	const bool bIsCovered = GetWelcomeVisibility() == EVisibility::Visible && (RowCount == 0 || Welcome->NeedsSetup());
	return bIsCovered ? EVisibility::Collapsed : EVisibility::Visible;
}

void SChatMessageList::Reload()
{
	Rows->Clear();
	MessageRows.Empty();
	Questions.Empty();
	Selectable.Empty();
	RowCount = 0;
	// What the user opened or writes in stays as it is.
	KeptToolRows = MoveTemp(ToolRows);
	ToolRows.Empty();
	NewestToolRows.Empty();
	KeptThoughtRows = MoveTemp(ThoughtRows);
	ThoughtRows.Empty();
	KeptSummaryRow = SummaryRow;
	SummaryRow.Reset();
	AddKnownRows();
	ReportLostCorrection();
	TakeUpCorrection();
	KeptSummaryRow.Reset();
	KeptToolRows.Empty();
	KeptThoughtRows.Empty();
	AddPreviewRows();
	// An answer that is on its way continues where it is.
	for (const TSharedPtr<SWidget>& Row : {TSharedPtr<SWidget>(Thinking), TSharedPtr<SWidget>(Streaming)})
	{
		if (Row.IsValid())
		{
			AddRow(Row.ToSharedRef(), FString());
		}
	}
	if (Session.IsValid() && Session->GetState() == EVibeUEChatState::Idle)
	{
		EndOpenCalls();
	}
	SetMark(MarkedMessage, true);
}

void SChatMessageList::ReportLostCorrection()
{
	const bool bIsStillThere = SummaryRow.IsValid() && KeptSummaryRow.IsValid() && SummaryRow->GetMessageId() == KeptSummaryRow->GetMessageId();
	if (bIsStillThere || !KeptSummaryRow.IsValid() || KeptSummaryRow->GetCorrection().IsEmpty())
	{
		return;
	}
	ReportLost(KeptSummaryRow->GetCorrection());
}

void SChatMessageList::ReportLost(const FString& Correction)
{
	AddNotice(EChatRowKind::Warning,
		FText::Format(LOCTEXT("CorrectionLost", "The summary that you were correcting is no longer in use. You had written:\n{0}"),
			FText::FromString(Correction)).ToString(), FString());
}

void SChatMessageList::AddMessage(const FVibeUEMessage& Message)
{
	if (Message.Role == EVibeUERole::System)
	{
		return;
	}
	NewestMessage = Message.Id;
	AddThought(Message);
	const bool bHasPictures = Message.Role == EVibeUERole::User && Message.ToolResults.Num() == 0 && (Message.Images > 0 || Message.Attachments.Num() > 0);
	if ((!Message.Text.IsEmpty() || bHasPictures) && Message.Role != EVibeUERole::Tool)
	{
		const TSharedRef<SWidget> Row = SNew(SChatMessageRow)
			.Kind(SChatMessageListPrivate::KindOf(Message))
			.Text(Message.Text)
			.Shown(Message.Shown)
			.Note(SChatMessageListPrivate::NoteOf(Message))
			.Attachments(Message.Attachments)
			// What is condensed can no longer be pinned: undoing comes first.
			.MessageId(Message.bCondensed ? 0 : Message.Id)
			.bPinned(Message.bPinned)
			.SelectionId(Message.bIsSummary ? 0 : Message.Id)
			.IsSelecting(this, &SChatMessageList::IsSelecting)
			.IsSelected(this, &SChatMessageList::IsMessageSelected, Message.Id)
			.OnSelected(this, &SChatMessageList::HandleSelected)
			.TalkWidth(this, &SChatMessageList::GetRowWidth)
			.RequestId(bCanChange && Message.Role == EVibeUERole::User && !Message.bIsSummary && Message.ToolResults.Num() == 0 ? Message.Id : 0)
			.Wording(Wordings.FindRef(Message.Id))
			.OnEditAsked(OnEditAsked)
			.OnBranchAsked(this, &SChatMessageList::HandleBranchAsked)
			.Unfolded(Unfolded.FindRef(Message.Id))
			.OnUnfolded(this, &SChatMessageList::HandleUnfolded, Message.Id)
			.bHasContents(SChatMessageListPrivate::KindOf(Message) == EChatRowKind::Assistant)
			.bContentsOpen(OpenContents.Contains(Message.Id))
			.OnHeadingAsked(this, &SChatMessageList::HandleHeadingAsked)
			.OnContentsOpened(this, &SChatMessageList::HandleContentsOpened, Message.Id)
			.OnPinned(this, &SChatMessageList::HandlePinned);
		AddRow(Row, FString::Printf(TEXT("message %lld"), Message.Id));
		MessageRows.Add(Message.Id, Row);
		if (!Message.bIsSummary)
		{
			Selectable.Add(Message.Id);
		}
		if (Message.Role == EVibeUERole::User && !Message.bIsSummary)
		{
			Questions.Add(Message.Id);
		}
	}
	AddCalls(Message);
}

void SChatMessageList::AddCalls(const FVibeUEMessage& Message)
{
	for (const FVibeUEToolCall& Call : Message.ToolCalls)
	{
		AddToolRow(Call, Message.Id);
		if (const TSharedPtr<SToolCallRow>* Row = NewestToolRows.Find(Call.CallId))
		{
			(*Row)->SetCallNumber(Message.bCondensed ? Message.Id : 0);
		}
	}
	for (const FVibeUEToolResult& Result : Message.ToolResults)
	{
		if (const TSharedPtr<SToolCallRow>* Row = NewestToolRows.Find(Result.CallId))
		{
			(*Row)->SetResult(Result);
			(*Row)->SetResultNumber(Message.bCondensed ? Message.Id : 0);
			MessageRows.Add(Message.Id, *Row);
		}
	}
}

void SChatMessageList::AddToolRow(const FVibeUEToolCall& Call, int64 MessageId)
{
	// A call is reported twice: as a part of the message, and as a request to run it; the one that asks for approval
	// wins. One that has ended is another call, of an earlier message.
	const FVibeUEToolCall* Asked = AskedCalls.Find(Call.CallId);
	const TSharedPtr<SToolCallRow> Newest = NewestToolRows.FindRef(Call.CallId);
	const bool bIsKnown = Newest.IsValid() && !Newest->HasEnded();
	if (bIsKnown && !Asked)
	{
		return;
	}
	if (bIsKnown)
	{
		Rows->RemoveRow(Newest.ToSharedRef());
		--RowCount;
	}
	const int64 Owner = bIsKnown ? Newest->GetMessageId() : MessageId;
	const FString Key = SChatMessageListPrivate::KeyOf(Owner, Call.CallId);
	TSharedPtr<SToolCallRow> Row = KeptToolRows.FindRef(Key);
	if (!Row.IsValid())
	{
		SAssignNew(Row, SToolCallRow)
			.Call(Asked ? *Asked : Call)
			.MessageId(Owner)
			.OnAnswered(this, &SChatMessageList::HandleToolAnswered)
			.OnTimed(this, &SChatMessageList::HandleToolTimed);
	}
	AddRow(Row.ToSharedRef(), TEXT("call ") + Key, TAttribute<bool>::CreateSP(Row.Get(), &SToolCallRow::IsShowingCode));
	// A call that belongs to no message, such as an agent's, is not in a message's row.
	const TSharedPtr<SWidget> Known = MessageRows.FindRef(Owner).Pin();
	if (Owner != 0 && (!Known.IsValid() || Known.Get() == Newest.Get()))
	{
		MessageRows.Add(Owner, Row);
	}
	ToolRows.Add(Key, Row);
	NewestToolRows.Add(Call.CallId, Row);
}

void SChatMessageList::EndOpenCalls()
{
	for (const TPair<FString, TSharedPtr<SToolCallRow>>& Row : ToolRows)
	{
		Row.Value->SetTurnEnded();
	}
}

void SChatMessageList::AddRow(const TSharedRef<SWidget>& Row, const FString& Name, const TAttribute<bool>& IsWide)
{
	Rows->AddRow(Row, FMargin(0.0f), Name, IsWide);
	++RowCount;
}

void SChatMessageList::DropStreaming()
{
	for (const TSharedPtr<SWidget>& Row : {TSharedPtr<SWidget>(Thinking), TSharedPtr<SWidget>(Streaming)})
	{
		if (Row.IsValid())
		{
			Rows->RemoveRow(Row.ToSharedRef());
			--RowCount;
		}
	}
	Thinking.Reset();
	Streaming.Reset();
}

#undef LOCTEXT_NAMESPACE
