// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatMessageList.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatWelcome.h"
#include "Widgets/SConnectionCheck.h"
#include "Widgets/SSummaryPreviewRow.h"
#include "Widgets/SToolCallRow.h"

#define LOCTEXT_NAMESPACE "SChatMessageList"

namespace SChatMessageListPrivate
{
/** Rows cost layout each frame: older messages come in pages of this many when a person asks for them. */
static constexpr int32 PageSize = 100;

/** Slate units from the end within which a person counts as being at the end. */
static constexpr float EndTolerance = 20.0f;

/** Frames until the height of new rows is known. */
static constexpr int32 FramesToSettle = 3;

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
		return LOCTEXT("Pinned", "pinned");
	}
	return Message.bCondensed ? LOCTEXT("Condensed", "summarized") : FText::GetEmpty();
}
} // namespace SChatMessageListPrivate

void SChatMessageList::Construct(const FArguments& InArgs)
{
	OnSettingsAsked = InArgs._OnSettingsAsked;
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.FillHeight(1.0f)
		[
			SAssignNew(ScrollBox, SScrollBox)
			.Orientation(Orient_Vertical)
			.Visibility(this, &SChatMessageList::GetRowsVisibility)
			.OnUserScrolled(this, &SChatMessageList::HandleUserScrolled)
		]
		+ SVerticalBox::Slot()
		.FillHeight(2.0f)
		[
			SAssignNew(Welcome, SChatWelcome)
			.Visibility(this, &SChatMessageList::GetWelcomeVisibility)
			.OnSettingsAsked(this, &SChatMessageList::HandleSettingsAsked)
		]
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
	DropStreaming();
	Notices.Empty();
	AskedCalls.Empty();
	SummaryRow.Reset();
	PreviewRow.Reset();
	NewestMessage = 0;
	bTurnFailed = false;
	Shown = 0;
	BindSession();
	bFollows = true;
	// What is missing may be missing since the last look.
	Welcome->Refresh();
	Reload();
	FollowEnd();
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
	Session->OnHistoryChanged().RemoveAll(this);
	Session->OnWarning().RemoveAll(this);
	Session->OnSessionError().RemoveAll(this);
	Session->OnTurnEnded().RemoveAll(this);
	Session->OnSummaryPreview().RemoveAll(this);
	Session->OnSummarizationEnded().RemoveAll(this);
	Session.Reset();
}

void SChatMessageList::AddNotice(EChatRowKind Kind, const FString& Text, const FString& Hint, const FVibeUEError& Error)
{
	if (Notices.Num() >= SChatMessageListPrivate::MostNotices)
	{
		Notices.RemoveAt(0);
	}
	Notices.Add(FNotice{Kind, Text, Hint, Error.bCanRetry, Error.bFixedInSettings, NewestMessage});
	AddNoticeRow(Notices.Last());
}

void SChatMessageList::AddNoticeRow(const FNotice& Notice)
{
	const TSharedRef<SWidget> Actions = MakeActions(Notice);
	AddRow(SNew(SChatMessageRow).Kind(Notice.Kind).Text(Notice.Text).Hint(Notice.Hint)[Actions]);
}

TSharedRef<SWidget> SChatMessageList::MakeActions(const FNotice& Notice)
{
	const TSharedRef<SVerticalBox> Actions = SNew(SVerticalBox);
	const TSharedRef<SHorizontalBox> Buttons = SNew(SHorizontalBox);
	Actions->AddSlot()
	.AutoHeight()
	[
		Buttons
	];
	if (Notice.Kind != EChatRowKind::Error)
	{
		return Actions;
	}
	if (Notice.bCanRetry)
	{
		DropRetry();
		const TSharedRef<SWidget> Retry = SNew(SButton)
			.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("Retry", "Try again"))
			.ToolTipText(LOCTEXT("RetryTip", "Ask the model again; your message is not sent twice."))
			.Visibility(bTurnFailed ? EVisibility::Visible : EVisibility::Collapsed)
			.OnClicked(this, &SChatMessageList::HandleRetryClicked);
		RetryButton = Retry;
		Buttons->AddSlot()
		.AutoWidth()
		.Padding(0.0f, 6.0f, 6.0f, 0.0f)
		[
			Retry
		];
	}
	if (Notice.bFixedInSettings)
	{
		Buttons->AddSlot()
		.AutoWidth()
		.Padding(0.0f, 6.0f, 6.0f, 0.0f)
		[
			SNew(SButton)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("OpenSettings", "Open settings"))
			.ToolTipText(LOCTEXT("OpenSettingsTip", "Shows Project Settings, Plugins, VibeUE."))
			.OnClicked(this, &SChatMessageList::HandleSettingsClicked)
		];
		Actions->AddSlot()
		.AutoHeight()
		.Padding(0.0f, 6.0f, 0.0f, 0.0f)
		[
			SNew(SConnectionCheck)
		];
	}
	return Actions;
}

void SChatMessageList::DropRetry()
{
	if (const TSharedPtr<SWidget> Button = RetryButton.Pin())
	{
		Button->SetVisibility(EVisibility::Collapsed);
	}
	RetryButton.Reset();
}

void SChatMessageList::HandleOpened(bool bSuccess)
{
	Welcome->Refresh();
	if (bSuccess)
	{
		Reload();
		FollowEnd();
	}
}

void SChatMessageList::HandleMessageAdded(const FVibeUEMessage& Message)
{
	DropStreaming();
	bTurnFailed = false;
	DropRetry();
	// What changed the history may be told before what was added to it: then the message has its row already.
	if (Message.Id > NewestMessage || Message.Id == 0)
	{
		AddMessage(Message);
		++Shown;
	}
}

void SChatMessageList::HandleTextDelta(const FString& Text)
{
	if (!Streaming.IsValid())
	{
		AddRow(SAssignNew(Streaming, SChatMessageRow).Kind(EChatRowKind::Assistant));
	}
	Streaming->AppendText(Text);
	FollowEnd();
}

void SChatMessageList::HandleReasoningDelta(const FString& Text)
{
	if (!Thinking.IsValid())
	{
		AddRow(SAssignNew(Thinking, SChatMessageRow).Kind(EChatRowKind::Reasoning));
	}
	Thinking->AppendText(Text);
	FollowEnd();
}

void SChatMessageList::HandleAnswerRetracted(const FString& Reason)
{
	DropStreaming();
	AddNotice(EChatRowKind::Warning, Reason, FString());
}

void SChatMessageList::HandleToolCall(const FVibeUEToolCall& Call)
{
	if (Call.bNeedsApproval)
	{
		AskedCalls.Add(Call.CallId, Call);
	}
	AddToolRow(Call);
}

void SChatMessageList::HandleToolApproved(const FString& CallId)
{
	AskedCalls.Remove(CallId);
	if (const TSharedPtr<SToolCallRow>* Row = ToolRows.Find(CallId))
	{
		(*Row)->SetApproved();
	}
}

void SChatMessageList::HandleHistoryChanged()
{
	Reload();
	FollowEnd();
}

void SChatMessageList::HandleWarning(const FString& Text)
{
	AddNotice(EChatRowKind::Warning, Text, FString());
}

void SChatMessageList::HandleSessionError(const FVibeUEError& Error)
{
	AddNotice(EChatRowKind::Error, Error.Message, Error.Hint, Error);
}

void SChatMessageList::HandleTurnEnded(int64, EVibeUETurnEnd End)
{
	DropStreaming();
	AskedCalls.Empty();
	EndOpenCalls();
	bTurnFailed = End == EVibeUETurnEnd::Failed;
	const TSharedPtr<SWidget> Button = RetryButton.Pin();
	if (bTurnFailed && Button.IsValid())
	{
		Button->SetVisibility(EVisibility::Visible);
		FollowEnd();
	}
}

void SChatMessageList::HandlePreview(const FVibeUESummaryPreview& Preview)
{
	// Only the newest can be applied; one that a person has edited is left to be read.
	if (PreviewRow.IsValid() && !(PreviewRow->IsOpen() && PreviewRow->IsEdited()))
	{
		ScrollBox->RemoveSlot(PreviewRow.ToSharedRef());
		--RowCount;
	}
	AddRow(SAssignNew(PreviewRow, SSummaryPreviewRow).Preview(Preview).OnAccepted(this, &SChatMessageList::HandlePreviewAccepted));
}

void SChatMessageList::HandleSummarizationEnded(const FVibeUESummarization& Summarization)
{
	if (PreviewRow.IsValid() && Summarization.End == EVibeUESummaryEnd::Applied)
	{
		PreviewRow->SetApplied();
	}
}

bool SChatMessageList::HandlePreviewAccepted(const FString& EditedSummary)
{
	return Session.IsValid() && Session->AcceptPreview(EditedSummary);
}

void SChatMessageList::HandleToolAnswered(const FString& CallId, EVibeUEToolApproval Approval)
{
	AskedCalls.Remove(CallId);
	if (Session.IsValid())
	{
		Session->ApproveToolCall(CallId, Approval, FString());
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

FReply SChatMessageList::HandleSettingsClicked()
{
	OnSettingsAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SChatMessageList::HandleRetryClicked()
{
	if (Session.IsValid() && Session->RetryTurn())
	{
		bTurnFailed = false;
		DropRetry();
	}
	return FReply::Handled();
}

bool SChatMessageList::HasError() const
{
	return Notices.ContainsByPredicate([](const FNotice& Notice) { return Notice.Kind == EChatRowKind::Error; });
}

EVisibility SChatMessageList::GetWelcomeVisibility() const
{
	// What is missing is said once, by the welcome, and not also by the error that opening ended in. A note may be above it.
	const bool bHasBegun = NewestMessage != 0 || Streaming.IsValid() || Thinking.IsValid();
	return !bHasBegun && (!HasError() || Welcome->NeedsSetup()) ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SChatMessageList::GetRowsVisibility() const
{
	const bool bIsCovered = GetWelcomeVisibility() == EVisibility::Visible && (RowCount == 0 || Welcome->NeedsSetup());
	return bIsCovered ? EVisibility::Collapsed : EVisibility::Visible;
}

FReply SChatMessageList::HandleEarlierClicked()
{
	Shown += SChatMessageListPrivate::PageSize;
	Reload();
	return FReply::Handled();
}

void SChatMessageList::Reload()
{
	ScrollBox->ClearChildren();
	ToolRows.Empty();
	RowCount = 0;
	EditedRow = SummaryRow.IsValid() && SummaryRow->IsEditing() ? SummaryRow : nullptr;
	SummaryRow.Reset();
	AddKnownRows();
	const bool bIsStillThere = EditedRow.IsValid() && SummaryRow.IsValid() && SummaryRow->GetMessageId() == EditedRow->GetMessageId();
	if (EditedRow.IsValid() && !bIsStillThere && !EditedRow->GetCorrection().IsEmpty())
	{
		AddNotice(EChatRowKind::Warning,
			FText::Format(LOCTEXT("CorrectionLost", "The summary that you were correcting is no longer in use. You had written:\n{0}"),
				FText::FromString(EditedRow->GetCorrection())).ToString(), FString());
	}
	EditedRow.Reset();
	if (PreviewRow.IsValid() && PreviewRow->IsOpen())
	{
		AddRow(PreviewRow.ToSharedRef());
	}
	// An answer that is on its way goes on where it is.
	for (const TSharedPtr<SChatMessageRow>& Row : {Thinking, Streaming})
	{
		if (Row.IsValid())
		{
			AddRow(Row.ToSharedRef());
		}
	}
	if (Session.IsValid() && Session->GetState() == EVibeUEChatState::Idle)
	{
		EndOpenCalls();
	}
}

void SChatMessageList::AddKnownRows()
{
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
		const TArray<FVibeUEMessage> Messages = Session->GetMessages(FirstShown, Shown, EVibeUEHistory::Transcript);
		int32 LastCondensed = INDEX_NONE;
		TSet<int64> Ids;
		for (int32 Index = 0; Index < Messages.Num(); ++Index)
		{
			LastCondensed = Messages[Index].bCondensed ? Index : LastCondensed;
			Ids.Add(Messages[Index].Id);
		}
		int32 NextNotice = 0;
		while (NextNotice < Notices.Num() && !Ids.Contains(Notices[NextNotice].AfterMessage))
		{
			AddNoticeRow(Notices[NextNotice++]);
		}
		if (LastCondensed == INDEX_NONE && FirstShown > 0)
		{
			AddSummary();
		}
		for (int32 Index = 0; Index < Messages.Num(); ++Index)
		{
			AddMessage(Messages[Index]);
			if (Index == LastCondensed)
			{
				AddSummary();
			}
			while (NextNotice < Notices.Num() && Notices[NextNotice].AfterMessage == Messages[Index].Id)
			{
				AddNoticeRow(Notices[NextNotice++]);
			}
		}
		while (NextNotice < Notices.Num())
		{
			AddNoticeRow(Notices[NextNotice++]);
		}
		return;
	}
	for (const FNotice& Notice : Notices)
	{
		AddNoticeRow(Notice);
	}
}

void SChatMessageList::AddSummary()
{
	// The view begins with what is never condensed; the summary comes soon after.
	static constexpr int32 MostLookedAt = 200;
	TArray<FVibeUESummaryRow> Rows = Session->GetSummaries();
	while (Rows.Num() > 0 && (!Rows.Last().bInForce || Rows.Last().MessageId == 0))
	{
		Rows.Pop();
	}
	if (Rows.Num() == 0)
	{
		return;
	}
	for (const FVibeUEMessage& Message : Session->GetMessages(0, MostLookedAt, EVibeUEHistory::View))
	{
		if (Message.Id == Rows.Last().MessageId)
		{
			if (EditedRow.IsValid() && EditedRow->IsStillEditing(Message.Id, Message.Text))
			{
				SummaryRow = EditedRow;
			}
			else
			{
				SAssignNew(SummaryRow, SChatSummaryRow).Summary(Rows.Last()).Text(Message.Text).OnEdited(this, &SChatMessageList::HandleSummaryEdited);
			}
			AddRow(SummaryRow.ToSharedRef());
			return;
		}
	}
}

void SChatMessageList::AddMessage(const FVibeUEMessage& Message)
{
	if (Message.Role == EVibeUERole::System)
	{
		return;
	}
	NewestMessage = Message.Id;
	if (!Message.Text.IsEmpty() && Message.Role != EVibeUERole::Tool)
	{
		AddRow(SNew(SChatMessageRow)
			.Kind(SChatMessageListPrivate::KindOf(Message))
			.Text(Message.Text)
			.Note(SChatMessageListPrivate::NoteOf(Message))
			// What is condensed cannot be pinned any more: undoing comes first.
			.MessageId(Message.bCondensed ? 0 : Message.Id)
			.bPinned(Message.bPinned)
			.OnPinned(this, &SChatMessageList::HandlePinned));
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
	const FVibeUEToolCall* Asked = AskedCalls.Find(Call.CallId);
	const TSharedPtr<SToolCallRow>* Known = ToolRows.Find(Call.CallId);
	if (Known && !Asked)
	{
		return;
	}
	if (Known)
	{
		ScrollBox->RemoveSlot(Known->ToSharedRef());
		--RowCount;
	}
	TSharedPtr<SToolCallRow> Row;
	AddRow(SAssignNew(Row, SToolCallRow).Call(Asked ? *Asked : Call).OnAnswered(this, &SChatMessageList::HandleToolAnswered));
	ToolRows.Add(Call.CallId, Row);
}

void SChatMessageList::EndOpenCalls()
{
	for (const TPair<FString, TSharedPtr<SToolCallRow>>& Row : ToolRows)
	{
		Row.Value->SetTurnEnded();
	}
}

void SChatMessageList::AddRow(const TSharedRef<SWidget>& Row)
{
	ScrollBox->AddSlot()
	[
		Row
	];
	++RowCount;
	FollowEnd();
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

void SChatMessageList::HandleUserScrolled(float Offset)
{
	// What a person did last decides, before anything is added: a row that is new is always beyond the end.
	bFollows = ScrollBox->GetScrollOffsetOfEnd() - Offset <= SChatMessageListPrivate::EndTolerance;
}

void SChatMessageList::FollowEnd()
{
	if (!bFollows)
	{
		return;
	}
	ScrollBox->ScrollToEnd();
	// New text knows its height only after it was laid out once: the end moves for some frames.
	FramesToFollow = SChatMessageListPrivate::FramesToSettle;
	if (!bTimerRuns)
	{
		bTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatMessageList::HandleFrame));
	}
}

void SChatMessageList::Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime)
{
	SCompoundWidget::Tick(AllottedGeometry, InCurrentTime, InDeltaTime);
	const FVector2f Size = AllottedGeometry.GetLocalSize();
	if (Size != KnownSize)
	{
		// Another width breaks the lines again: whoever was at the end stays there.
		KnownSize = Size;
		FollowEnd();
	}
}

EActiveTimerReturnType SChatMessageList::HandleFrame(double, float)
{
	if (bFollows && FramesToFollow > 0)
	{
		--FramesToFollow;
		ScrollBox->ScrollToEnd();
		return EActiveTimerReturnType::Continue;
	}
	bTimerRuns = false;
	return EActiveTimerReturnType::Stop;
}

#undef LOCTEXT_NAMESPACE
