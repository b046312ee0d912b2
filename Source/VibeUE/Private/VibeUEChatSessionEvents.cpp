// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The core's events, and how they are handled.

#include "VibeUEChatSession.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "ChatError.h"
#include "ChatEvents.h"
#include "Tools/AskingGuard.h"
#include "Tools/ToolHost.h"
#include "TurnUnderWay.h"
#include "UObject/StrongObjectPtr.h"
#include "VibeUESettings.h"

#define LOCTEXT_NAMESPACE "ChatSession"

namespace ChatSessionEventsPrivate
{
/** Returns whether a tool runs without asking. Its name counts to the letter: another case is another tool. */
static bool AllowsTool(const UVibeUESettings& Settings, const FString& Name)
{
	return !Settings.bAskBeforeToolsRun ||
		Settings.AlwaysAllowedTools.ContainsByPredicate([&Name](const FString& Allowed) { return Allowed.Equals(Name); });
}
} // namespace ChatSessionEventsPrivate

void UChatSession::HandleOpened(const FVibeUEError& Problem)
{
	// A handler may close this conversation and open another one, to which none of this belongs.
	const TSharedPtr<FChatSessionCore> CoreBefore = Core;
	const auto HasAnother = [this, &CoreBefore]() { return Core.IsValid() && Core != CoreBefore; };
	const bool bSuccess = Check(Problem);
	if (!HasAnother())
	{
		RefreshState();
	}
	if (!bSuccess && !HasAnother())
	{
		// What was submitted while it was being opened has no turn that would end.
		ReturnMessages();
	}
	if (!HasAnother())
	{
		VibeUE::Fire(*this, Opened, OnOpenedDynamic, bSuccess);
	}
	if (bSuccess && Core.IsValid() && Core == CoreBefore)
	{
		VibeUE::Fire(*this, TokenUsageChanged, OnTokenUsageChangedDynamic, GetTokenBreakdown());
	}
	if (!HasAnother())
	{
		bOpeningReported = true;
		OpenAgain();
	}
}

void UChatSession::HandleToolCall(const FVibeUEToolCall& Call, bool bIsOffered)
{
	FVibeUEToolCall Requested = Call;
	if (Call.bDryRun)
	{
		if (bIsOffered && ToolHost.IsValid())
		{
			ToolHost->AddPreview(Requested);
		}
		VibeUE::Fire(*this, ToolCallRequested, OnToolCallRequestedDynamic, Requested);
		Rehearse(Requested);
		return;
	}
	if (Call.bNeedsApproval && Core.IsValid() && ChatSessionEventsPrivate::AllowsTool(*GetDefault<UVibeUESettings>(), Call.Name))
	{
		// Before anybody hears of the call: a host may answer it in the event.
		if (Check(VibeUE::FromCore(Core->Session->approve_tool(VibeUE::ToCore(Call.CallId), vibeue::Approval::Allow, rust::Str()))))
		{
			Requested.bNeedsApproval = false;
			UnderWay->AllowedCalls.Add(Call.CallId);
		}
	}
	if (bIsOffered && ToolHost.IsValid())
	{
		if (Requested.bNeedsApproval)
		{
			ToolHost->AddPreview(Requested);
		}
		// As the core reported it: what the settings allow runs when the core says that it may.
		ToolHost->Take(Call);
	}
	else if (!bIsOffered && !Call.bNeedsApproval && !Call.bRunsItself)
	{
		// A handler may run it within the event.
		NoteRunning(Call.CallId);
	}
	if (Requested.bNeedsApproval)
	{
		UnderWay->AskedCalls.Add(Requested);
	}
	VibeUE::Fire(*this, ToolCallRequested, OnToolCallRequestedDynamic, Requested);
}

void UChatSession::NoteRunning(const FString& CallId)
{
	if (Core.IsValid())
	{
		Core->Session->tool_begins(VibeUE::ToCore(CallId));
	}
}

void UChatSession::HandleToolApproved(const FString& CallId)
{
	UnderWay->DropCall(CallId);
	const bool bIsEditors = ToolHost.IsValid() && ToolHost->Approve(CallId);
	if (!bIsEditors)
	{
		NoteRunning(CallId);
	}
	// What the settings allow was reported as a call that may run at once: reporting it again would run it twice.
	const int32 Index = UnderWay->AllowedCalls.IndexOfByPredicate([&CallId](const FString& Allowed) { return Allowed.Equals(CallId); });
	if (Index != INDEX_NONE)
	{
		UnderWay->AllowedCalls.RemoveAt(Index);
		return;
	}
	VibeUE::Fire(*this, ToolCallApproved, OnToolCallApprovedDynamic, CallId);
}

void UChatSession::HandleToolEnded(const FString& CallId, EVibeUEToolEnd End)
{
	// A tool that hears that nobody waits for it any more may release the session and collect garbage.
	const TStrongObjectPtr<UChatSession> KeepAlive(this);
	UnderWay->DropCall(CallId);
	if (ToolHost.IsValid())
	{
		ToolHost->Forget(CallId);
	}
	VibeUE::Fire(*this, ToolCallEnded, OnToolCallEndedDynamic, CallId, End);
}

void UChatSession::HandleSummarizationEnded(const FVibeUESummarization& Summarization)
{
	const bool bApplied = Summarization.End == EVibeUESummaryEnd::Applied;
	// A handler may close this conversation and open another one, to which none of this belongs.
	const TSharedPtr<FChatSessionCore> CoreBefore = Core;
	VibeUE::Fire(*this, SummarizationEnded, OnSummarizationEndedDynamic, Summarization);
	if (!Core.IsValid() || Core == CoreBefore)
	{
		VibeUE::Fire(*this, SummarizationComplete, OnSummarizationCompleteDynamic, bApplied, Summarization.Summary);
	}
	if (bApplied && (!Core.IsValid() || Core == CoreBefore))
	{
		VibeUE::Fire(*this, HistoryChanged, OnHistoryChangedDynamic);
	}
}

void UChatSession::HandleMessage(uint64 Turn, const FVibeUEMessage& Message)
{
	UnderWay->DropAnswer();
	// What an earlier session left unsent comes with the same turn.
	const FString* Text = Message.Role == EVibeUERole::User ? UnderWay->Submitted.Find(Turn) : nullptr;
	if (Text && Text->Equals(Message.Text))
	{
		UnderWay->Submitted.Remove(Turn);
	}
	VibeUE::Fire(*this, MessageAdded, OnMessageAddedDynamic, Message);
}

void UChatSession::HandleTurnEnded(uint64 Turn, EVibeUETurnEnd End)
{
	// A tool that hears that nobody waits for it any more may release the session and collect garbage.
	const TStrongObjectPtr<UChatSession> KeepAlive(this);
	// A handler may close this conversation and open another one, to which none of this belongs.
	const TSharedPtr<FChatSessionCore> CoreBefore = Core;
	FString Text;
	const bool bIsUnsent = UnderWay->Submitted.RemoveAndCopyValue(Turn, Text) && End == EVibeUETurnEnd::Failed;
	// The end of a turn that never began is reported, too, for example when its message is withdrawn: the current one
	// continues.
	if (UnderWay->Turn == Turn)
	{
		UnderWay->Turn = 0;
		UnderWay->AllowedCalls.Reset();
		UnderWay->AskedCalls.Reset();
		UnderWay->DropAnswer();
		if (ToolHost.IsValid())
		{
			ToolHost->EndTurn();
		}
	}
	if (bIsUnsent && Core.IsValid() && Core == CoreBefore && !Core->Session->is_waiting(VibeUE::ToCore(Text)))
	{
		VibeUE::Fire(*this, MessageReturned, OnMessageReturnedDynamic, Text);
	}
	if (!Core.IsValid() || Core == CoreBefore)
	{
		VibeUE::Fire(*this, TurnEnded, OnTurnEndedDynamic, VibeUE::FromCore(Turn), End);
	}
}

void UChatSession::ReturnMessages()
{
	if (!UnderWay.IsValid())
	{
		return;
	}
	const TMap<uint64, FString> Returned = MoveTemp(UnderWay->Submitted);
	UnderWay->Submitted.Reset();
	for (const TPair<uint64, FString>& Message : Returned)
	{
		VibeUE::Fire(*this, MessageReturned, OnMessageReturnedDynamic, Message.Value);
	}
}

void UChatSession::RefreshState()
{
	const EVibeUEChatState State = GetState();
	if (State != LastState)
	{
		LastState = State;
		VibeUE::Fire(*this, StateChanged, OnStateChangedDynamic, State);
	}
}

bool UChatSession::Check(const FVibeUEError& Error)
{
	if (Error.Kind == EVibeUEFailure::None)
	{
		return true;
	}
	LastError = Error;
	VibeUE::Fire(*this, SessionError, OnSessionErrorDynamic, Error);
	return false;
}

bool UChatSession::RefuseClosed()
{
	return Check(VibeUE::MakeError(EVibeUEFailure::Conflict, LOCTEXT("Closed", "The conversation is closed."),
		LOCTEXT("ClosedHint", "Open it again, or start a new one.")));
}

bool UChatSession::RefuseScript(const TCHAR* What)
{
	const bool bIsScript = FAskingGuard::Refuses(What);
	if (bIsScript)
	{
		Check(VibeUE::MakeError(EVibeUEFailure::Invalid, LOCTEXT("ScriptDecides", "A script tried to decide what only you decide: whether a tool may run."),
			LOCTEXT("ScriptDecidesHint", "It was refused. Allow or deny calls, and leave plan mode or a dry run, in this window.")));
	}
	return bIsScript;
}

#undef LOCTEXT_NAMESPACE
