// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ChatEventSink.h"

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"
#include "Bridge/ToolBridge.h"
#include "ChatEvents.h"
#include "Tools/ToolHost.h"
#include "TurnUnderWay.h"
#include "VibeUEChatSession.h"

FChatEventSink::FChatEventSink(UChatSession& InSession)
	: Owner(&InSession)
{
}

UChatSession* FChatEventSink::GetSession() const
{
	UChatSession* Session = Owner.Get();
	// A handler may have closed the conversation and opened another one in the same object. That one must not hear of this one's
	// end, while a session that is only closed does.
	const bool bHasAnother = Session && Session->Core.IsValid() && &Session->Core->Sink != this;
	return bHasAnother ? nullptr : Session;
}

void FChatEventSink::on_opened(const vibeue::OpenReport& Report)
{
	if (UChatSession* Session = GetSession())
	{
		Session->HandleOpened(VibeUE::FromCore(Report.status));
	}
}

void FChatEventSink::on_state(const vibeue::SessionState&)
{
	if (UChatSession* Session = GetSession())
	{
		Session->RefreshState();
	}
}

void FChatEventSink::on_turn_started(uint64_t Turn)
{
	if (UChatSession* Session = GetSession())
	{
		Session->UnderWay->Turn = Turn;
		if (Session->ToolHost.IsValid())
		{
			Session->ToolHost->BeginTurn(Turn);
		}
		VibeUE::Fire(*Session, Session->TurnStarted, Session->OnTurnStartedDynamic, VibeUE::FromCore(static_cast<uint64>(Turn)));
	}
}

void FChatEventSink::on_text_delta(uint64_t, rust::Str Text)
{
	if (UChatSession* Session = GetSession())
	{
		const FString Words = VibeUE::FromCore(Text);
		Session->UnderWay->Answer += Words;
		VibeUE::Fire(*Session, Session->TextDelta, Session->OnTextDeltaDynamic, Words);
	}
}

void FChatEventSink::on_reasoning_delta(uint64_t, rust::Str Text)
{
	if (UChatSession* Session = GetSession())
	{
		const FString Words = VibeUE::FromCore(Text);
		Session->UnderWay->Reasoning += Words;
		VibeUE::Fire(*Session, Session->ReasoningDelta, Session->OnReasoningDeltaDynamic, Words);
	}
}

void FChatEventSink::on_answer_retracted(uint64_t, rust::Str Reason)
{
	if (UChatSession* Session = GetSession())
	{
		Session->UnderWay->DropAnswer();
		VibeUE::Fire(*Session, Session->AnswerRetracted, Session->OnAnswerRetractedDynamic, FCoreSentences::FromCore(Reason));
	}
}

void FChatEventSink::on_message(uint64_t Turn, const vibeue::Message& Message)
{
	if (UChatSession* Session = GetSession())
	{
		Session->HandleMessage(Turn, VibeUE::FromCore(Message));
	}
}

void FChatEventSink::on_tool_call(const vibeue::ToolRequest& Request)
{
	if (UChatSession* Session = GetSession())
	{
		Session->HandleToolCall(VibeUE::FromCore(Request), Request.is_offered);
	}
}

void FChatEventSink::on_tool_approved(uint64_t, rust::Str CallId)
{
	if (UChatSession* Session = GetSession())
	{
		Session->HandleToolApproved(VibeUE::FromCore(CallId));
	}
}

void FChatEventSink::on_tool_ended(uint64_t, rust::Str CallId, vibeue::ToolEnd End)
{
	if (UChatSession* Session = GetSession())
	{
		Session->HandleToolEnded(VibeUE::FromCore(CallId), VibeUE::FromCore(End));
	}
}

void FChatEventSink::on_tool_servers_changed()
{
	if (UChatSession* Session = GetSession())
	{
		VibeUE::Fire(*Session, Session->ToolServersChanged, Session->OnToolServersChangedDynamic);
	}
}

void FChatEventSink::on_agent_changed()
{
	if (UChatSession* Session = GetSession())
	{
		VibeUE::Fire(*Session, Session->AgentChanged, Session->OnAgentChangedDynamic);
	}
}

void FChatEventSink::on_usage(const vibeue::UsageReport& Usage)
{
	if (UChatSession* Session = GetSession())
	{
		VibeUE::Fire(*Session, Session->TokenUsageChanged, Session->OnTokenUsageChangedDynamic, VibeUE::FromCore(Usage));
	}
}

void FChatEventSink::on_summarization_started(const vibeue::SummarizationStarted& Started)
{
	if (UChatSession* Session = GetSession())
	{
		VibeUE::Fire(*Session, Session->SummarizationStarted, Session->OnSummarizationStartedDynamic, FCoreSentences::FromCore(Started.explanation));
	}
}

void FChatEventSink::on_summarization_complete(const vibeue::SummarizationComplete& Complete)
{
	if (UChatSession* Session = GetSession())
	{
		Session->HandleSummarizationEnded(VibeUE::FromCore(Complete));
	}
}

void FChatEventSink::on_preview_started(uint64_t)
{
	if (UChatSession* Session = GetSession())
	{
		VibeUE::Fire(*Session, Session->PreviewStarted, Session->OnPreviewStartedDynamic);
	}
}

void FChatEventSink::on_preview_ready(const vibeue::SummaryPreview& Preview)
{
	if (UChatSession* Session = GetSession())
	{
		VibeUE::Fire(*Session, Session->SummaryPreview, Session->OnSummaryPreviewDynamic, VibeUE::FromCore(Preview));
	}
}

void FChatEventSink::on_preview_failed(const vibeue::PreviewFailure& Failed)
{
	if (UChatSession* Session = GetSession())
	{
		VibeUE::Fire(*Session, Session->PreviewFailed, Session->OnPreviewFailedDynamic, VibeUE::FromCore(Failed.failure));
	}
}

void FChatEventSink::on_undone(rust::Slice<const uint64_t>)
{
	HistoryChanged();
}

void FChatEventSink::on_branch_shown(uint64_t)
{
	HistoryChanged();
}

void FChatEventSink::on_redone(uint64_t)
{
	HistoryChanged();
}

void FChatEventSink::on_pinned(uint64_t, bool)
{
	HistoryChanged();
}

void FChatEventSink::on_shortened(const vibeue::FormChange&)
{
	HistoryChanged();
}

void FChatEventSink::on_restored(const vibeue::FormChange&)
{
	HistoryChanged();
}

void FChatEventSink::on_summary_edited(uint64_t)
{
	HistoryChanged();
}

void FChatEventSink::on_model_changed(rust::Str)
{
	if (UChatSession* Session = GetSession())
	{
		// The budget is another one now.
		VibeUE::Fire(*Session, Session->TokenUsageChanged, Session->OnTokenUsageChangedDynamic, Session->GetTokenBreakdown());
	}
}

void FChatEventSink::on_warning(uint64_t, rust::Str Message)
{
	if (UChatSession* Session = GetSession())
	{
		VibeUE::Fire(*Session, Session->Warning, Session->OnWarningDynamic, FCoreSentences::FromCore(Message));
	}
}

void FChatEventSink::on_session_error(uint64_t, const vibeue::Failure& Failure)
{
	if (UChatSession* Session = GetSession())
	{
		Session->Check(VibeUE::FromCore(Failure));
	}
}

void FChatEventSink::on_turn_ended(uint64_t Turn, vibeue::TurnEnd End)
{
	if (UChatSession* Session = GetSession())
	{
		Session->HandleTurnEnded(Turn, VibeUE::FromCore(End));
	}
}

void FChatEventSink::on_lagged(uint64_t)
{
	HistoryChanged();
}

void FChatEventSink::on_closed()
{
	if (UChatSession* Session = GetSession())
	{
		Session->RefreshState();
	}
}

void FChatEventSink::HistoryChanged()
{
	if (UChatSession* Session = GetSession())
	{
		VibeUE::Fire(*Session, Session->HistoryChanged, Session->OnHistoryChangedDynamic);
	}
}
