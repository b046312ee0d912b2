// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"

class UChatSession;

/** Turns what the core tells during a pump into the events of a session. */
class FChatEventSink final : public vibeue::EventSink
{
public:
	explicit FChatEventSink(UChatSession& InSession);

	virtual void on_opened(const vibeue::OpenReport& Report) override;
	virtual void on_state(const vibeue::SessionState& State) override;
	virtual void on_turn_started(uint64_t Turn) override;
	virtual void on_text_delta(uint64_t Turn, rust::Str Text) override;
	virtual void on_reasoning_delta(uint64_t Turn, rust::Str Text) override;
	virtual void on_answer_retracted(uint64_t Turn, rust::Str Reason) override;
	virtual void on_message(uint64_t Turn, const vibeue::Message& Message) override;
	virtual void on_tool_call(const vibeue::ToolRequest& Request) override;
	virtual void on_tool_approved(uint64_t Turn, rust::Str CallId) override;
	virtual void on_tool_ended(uint64_t Turn, rust::Str CallId, vibeue::ToolEnd End) override;
	virtual void on_tool_servers_changed() override;
	virtual void on_agent_changed() override;
	virtual void on_usage(const vibeue::UsageReport& Usage) override;
	virtual void on_summarization_started(const vibeue::SummarizationStarted& Started) override;
	virtual void on_summarization_complete(const vibeue::SummarizationComplete& Complete) override;
	virtual void on_preview_started(uint64_t Summary) override;
	virtual void on_preview_ready(const vibeue::SummaryPreview& Preview) override;
	virtual void on_preview_failed(const vibeue::PreviewFailure& Failed) override;
	virtual void on_undone(rust::Slice<const uint64_t> Compactions) override;
	virtual void on_branch_shown(uint64_t Branch) override;
	virtual void on_redone(uint64_t Compaction) override;
	virtual void on_pinned(uint64_t Message, bool bPinned) override;
	virtual void on_shortened(const vibeue::FormChange& Change) override;
	virtual void on_restored(const vibeue::FormChange& Change) override;
	virtual void on_summary_edited(uint64_t Message) override;
	virtual void on_model_changed(rust::Str Model) override;
	virtual void on_warning(uint64_t Turn, rust::Str Message) override;
	virtual void on_session_error(uint64_t Turn, const vibeue::Failure& Failure) override;
	virtual void on_turn_ended(uint64_t Turn, vibeue::TurnEnd End) override;
	virtual void on_lagged(uint64_t Missed) override;
	virtual void on_closed() override;

private:
	/** Returns the session that hears of it; null if it is gone, or has another conversation by now. */
	UChatSession* GetSession() const;
	void HistoryChanged();

	TWeakObjectPtr<UChatSession> Owner;
};
