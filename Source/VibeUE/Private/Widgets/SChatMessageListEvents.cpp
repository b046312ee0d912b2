// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The events of the conversation, and the resulting rows.

#include "Widgets/SChatMessageList.h"

#include "Bridge/ChatWriting.h"
#include "Widgets/Announcements.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatWelcome.h"
#include "Widgets/SFollowingScrollBox.h"
#include "Widgets/SNoticeActions.h"
#include "Widgets/SSummaryPreviewRow.h"
#include "Widgets/SThoughtRow.h"
#include "Widgets/SToolCallRow.h"

void SChatMessageList::HandleOpened(bool bSuccess)
{
	Welcome->Refresh();
	if (bSuccess)
	{
		// Why it could not be opened before is over.
		Notices.RemoveAll([](const FNotice& Notice) { return Notice.Kind == EChatRowKind::Error; });
		// Before, there was nothing to show.
		Pages = FShownPages();
		Reload();
		Rows->FollowEnd();
	}
}

void SChatMessageList::HandleMessageAdded(const FVibeUEMessage& Message)
{
	if (Message.Role == EVibeUERole::Assistant)
	{
		FinishSpeaking();
	}
	KeepThought(&Message);
	DropStreaming();
	bTurnFailed = false;
	DropRetry();
	if (Message.Role == EVibeUERole::User && Message.ToolResults.Num() == 0)
	{
		TrimRows();
	}
	// A change of the history may be reported before what was added to it, and trimming reads the history: then the
	// message has its row already.
	if (Message.Id > NewestMessage || Message.Id == 0)
	{
		AddMessage(Message);
	}
}

void SChatMessageList::HandleTextDelta(const FString& Text)
{
	if (Thinking.IsValid())
	{
		Thinking->Finish();
	}
	if (!Streaming.IsValid())
	{
		AddRow(SAssignNew(Streaming, SChatMessageRow).TalkWidth(this, &SChatMessageList::GetRowWidth).Kind(EChatRowKind::Assistant));
	}
	Streaming->AppendText(Text);
	Speaker.Add(Text);
	KeepSpeaking();
	Rows->FollowEnd();
}

void SChatMessageList::FinishSpeaking()
{
	Speaker.Finish();
	KeepSpeaking();
}

void SChatMessageList::KeepSpeaking()
{
	static constexpr float LookAfter = 0.25f;
	if (!Speaker.SpeakRest() && !bSpeechTimerRuns)
	{
		bSpeechTimerRuns = true;
		RegisterActiveTimer(LookAfter, FWidgetActiveTimerDelegate::CreateSP(this, &SChatMessageList::HandleSpeechTime));
	}
}

void SChatMessageList::StopReading()
{
	Speaker.DropRest();
	FAnnouncements::CutOff();
}

EActiveTimerReturnType SChatMessageList::HandleSpeechTime(double, float)
{
	bSpeechTimerRuns = !Speaker.SpeakRest();
	return bSpeechTimerRuns ? EActiveTimerReturnType::Continue : EActiveTimerReturnType::Stop;
}

void SChatMessageList::HandleReasoningDelta(const FString& Text)
{
	if (!Thinking.IsValid())
	{
		AddRow(SAssignNew(Thinking, SThoughtRow));
	}
	Thinking->AppendText(Text);
	Rows->FollowEnd();
}

void SChatMessageList::HandleAnswerRetracted(const FString& Reason)
{
	DropStreaming();
	Speaker.Reset();
	AddNotice(EChatRowKind::Warning, Reason, FString());
}

void SChatMessageList::HandleToolCall(const FVibeUEToolCall& Call)
{
	if (Call.bNeedsApproval)
	{
		AskedCalls.Add(Call.CallId, Call);
	}
	AddToolRow(Call, 0);
	const TSharedPtr<SToolCallRow> Row = NewestToolRows.FindRef(Call.CallId);
	if (Row.IsValid() && Row->GetState() == EToolCallState::Asking)
	{
		// The conversation waits for the user, wherever they are.
		FAnnouncements::Say(Row->GetSpoken(), EAnnouncement::Question);
	}
}

void SChatMessageList::HandleToolApproved(const FString& CallId)
{
	AskedCalls.Remove(CallId);
	if (const TSharedPtr<SToolCallRow>* Row = NewestToolRows.Find(CallId))
	{
		(*Row)->SetApproved();
	}
}

void SChatMessageList::HandleToolEnded(const FString& CallId, EVibeUEToolEnd End)
{
	AskedCalls.Remove(CallId);
	if (const TSharedPtr<SToolCallRow>* Row = NewestToolRows.Find(CallId))
	{
		(*Row)->SetEnd(End);
	}
}

int64 SChatMessageList::HandleToolTimed(const FString& CallId) const
{
	return Session.IsValid() ? Session->GetToolCallTime(CallId) : -1;
}

void SChatMessageList::HandleHistoryChanged()
{
	Reload();
	Rows->FollowEnd();
}

void SChatMessageList::HandleWarning(const FString& Text)
{
	// What keeps models from writing summaries is in the context, with what helps.
	if (Session.IsValid() && Session->GetBreakers().ContainsByPredicate([&Text](const FString& Breaker) { return Breaker.Equals(Text); }))
	{
		AddContextNotice();
		return;
	}
	AddNotice(EChatRowKind::Warning, Text, FString());
}

void SChatMessageList::HandleSessionError(const FVibeUEError& Error)
{
	if (Session.IsValid() && !Session->IsSummarizing())
	{
		// It may be why a preview was not applied.
		for (const TSharedPtr<SSummaryPreviewRow>& Row : PreviewRows)
		{
			Row->SetNotApplied();
		}
	}
	AddNotice(EChatRowKind::Error, Error.Message, Error.Hint, Error);
}

void SChatMessageList::HandleTurnEnded(int64, EVibeUETurnEnd End)
{
	if (Session.IsValid() && FChatWriting::HasTurn(*Session.Get()))
	{
		// It only waited, like a message that was withdrawn: the rows belong to the current turn.
		return;
	}
	FinishSpeaking();
	KeepThought(nullptr);
	DropStreaming();
	AskedCalls.Empty();
	EndOpenCalls();
	bTurnFailed = End == EVibeUETurnEnd::Failed;
	const TSharedPtr<SNoticeActions> Actions = RetryActions.Pin();
	if (bTurnFailed && Actions.IsValid())
	{
		Actions->SetCanRetryNow(true);
		Rows->FollowEnd();
	}
}
