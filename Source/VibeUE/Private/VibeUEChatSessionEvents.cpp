// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the core tells, and what becomes of it.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "ChatError.h"
#include "ChatEvents.h"
#include "VibeUESettings.h"

#define LOCTEXT_NAMESPACE "ChatSession"

void UChatSession::HandleOpened(const FVibeUEError& Problem)
{
	const bool bSuccess = Check(Problem);
	RefreshState();
	if (!bSuccess)
	{
		// What was submitted while it was being opened has no turn that would end.
		ReturnMessages();
	}
	VibeUE::Fire(Opened, OnOpenedDynamic, bSuccess);
	if (bSuccess && Core.IsValid())
	{
		VibeUE::Fire(TokenUsageChanged, OnTokenUsageChangedDynamic, GetTokenBreakdown());
	}
}

void UChatSession::HandleToolCall(const FVibeUEToolCall& Call)
{
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	FVibeUEToolCall Told = Call;
	const bool bAsk = Settings->bAskBeforeToolsRun && !Settings->AlwaysAllowedTools.Contains(Call.Name);
	Told.bNeedsApproval = Call.bNeedsApproval && bAsk;
	VibeUE::Fire(ToolCallRequested, OnToolCallRequestedDynamic, Told);
	if (Call.bNeedsApproval && !bAsk && Core.IsValid())
	{
		Check(VibeUE::FromCore(Core->Session->approve_tool(VibeUE::ToCore(Call.CallId), vibeue::Approval::Allow, rust::Str())));
	}
}

void UChatSession::HandleSummarizationEnded(const FVibeUESummarization& Summarization)
{
	const bool bApplied = Summarization.End == EVibeUESummaryEnd::Applied;
	VibeUE::Fire(SummarizationEnded, OnSummarizationEndedDynamic, Summarization);
	VibeUE::Fire(SummarizationComplete, OnSummarizationCompleteDynamic, bApplied, Summarization.Summary);
	if (bApplied)
	{
		VibeUE::Fire(HistoryChanged, OnHistoryChangedDynamic);
	}
}

void UChatSession::HandleMessage(uint64 Turn, const FVibeUEMessage& Message)
{
	// What an earlier session left unsent comes with the same turn.
	const FString* Text = Message.Role == EVibeUERole::User ? Submitted.Find(Turn) : nullptr;
	if (Text && Text->Equals(Message.Text))
	{
		Submitted.Remove(Turn);
	}
	VibeUE::Fire(MessageAdded, OnMessageAddedDynamic, Message);
}

void UChatSession::HandleTurnEnded(uint64 Turn, EVibeUETurnEnd End)
{
	FString Text;
	const bool bIsUnsaid = Submitted.RemoveAndCopyValue(Turn, Text) && End == EVibeUETurnEnd::Failed;
	if (bIsUnsaid && Core.IsValid() && !Core->Session->is_waiting(VibeUE::ToCore(Text)))
	{
		VibeUE::Fire(MessageReturned, OnMessageReturnedDynamic, Text);
	}
	VibeUE::Fire(TurnEnded, OnTurnEndedDynamic, VibeUE::FromCore(Turn), End);
}

void UChatSession::ReturnMessages()
{
	const TMap<uint64, FString> Returned = MoveTemp(Submitted);
	Submitted.Reset();
	for (const TPair<uint64, FString>& Message : Returned)
	{
		VibeUE::Fire(MessageReturned, OnMessageReturnedDynamic, Message.Value);
	}
}

void UChatSession::RefreshState()
{
	const EVibeUEChatState State = GetState();
	if (State != LastState)
	{
		LastState = State;
		VibeUE::Fire(StateChanged, OnStateChangedDynamic, State);
	}
}

bool UChatSession::Check(const FVibeUEError& Error)
{
	if (Error.Kind == EVibeUEFailure::None)
	{
		return true;
	}
	LastError = Error;
	VibeUE::Fire(SessionError, OnSessionErrorDynamic, Error);
	return false;
}

bool UChatSession::RefuseClosed()
{
	return Check(VibeUE::MakeError(EVibeUEFailure::Conflict, LOCTEXT("Closed", "The conversation is closed."),
		LOCTEXT("ClosedHint", "Open it again, or start a new one.")));
}

#undef LOCTEXT_NAMESPACE
