// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include <cstdint>

#include "rust/cxx.h"

namespace vibeue
{

struct Failure;
struct FormChange;
struct Message;
struct OpenReport;
struct PreviewFailure;
struct SessionState;
struct SummarizationComplete;
struct SummarizationStarted;
struct SummaryPreview;
struct ToolRequest;
struct UsageReport;
enum class ToolEnd : std::uint8_t;
enum class TurnEnd : std::uint8_t;

/// What a host implements to hear of a session.
///
/// All methods are called by Session::pump and by nothing else, one at a time,
/// on the thread that pumps. What is passed by reference or as rust::Str is
/// valid until the method returns: copy what is to be kept. A turn or message
/// of 0 is none.
///
/// A turn begins with on_turn_started and ends with exactly one on_turn_ended;
/// a summarization begins with on_summarization_started and ends with exactly
/// one on_summarization_complete. A preview has neither: it begins with
/// on_preview_started and ends with exactly one on_preview_ready or
/// on_preview_failed. on_session_error of a turn comes before its end. The
/// methods may call the session, and may close or destroy it: then the pump
/// tells nothing more. They must not throw.
class EventSink
{
public:
	EventSink() = default;
	EventSink(const EventSink&) = delete;
	EventSink& operator=(const EventSink&) = delete;
	virtual ~EventSink() = default;

	/// The session is open, or could not be opened: the first of all events.
	virtual void on_opened(const OpenReport& report) = 0;
	/// What the session is doing changed.
	virtual void on_state(const SessionState& state) = 0;
	/// A turn left the queue.
	virtual void on_turn_started(std::uint64_t turn) = 0;
	/// More words of the answer; all since the last pump at once.
	virtual void on_text_delta(std::uint64_t turn, rust::Str text) = 0;
	/// More words of the model's reasoning.
	virtual void on_reasoning_delta(std::uint64_t turn, rust::Str text) = 0;
	/// The words since the last message do not count: the request is sent
	/// again.
	virtual void on_answer_retracted(std::uint64_t turn, rust::Str reason) = 0;
	/// A message is part of the conversation now, and on disk. An assistant's
	/// message replaces the words that came before it.
	virtual void on_message(std::uint64_t turn, const Message& message) = 0;
	/// The model calls a tool: run it and answer, after approval where that
	/// is asked for.
	virtual void on_tool_call(const ToolRequest& request) = 0;
	/// A person allowed a call: run it and answer.
	virtual void on_tool_approved(std::uint64_t turn, rust::Str call_id) = 0;
	/// A call has its result, or was not run; the message with its words follows or came before.
	virtual void on_tool_ended(std::uint64_t turn, rust::Str call_id, ToolEnd end) = 0;
	/// A server of tools has another state or other tools, or there are others:
	/// ask Session::tool_servers.
	virtual void on_tool_servers_changed() = 0;
	/// The agent that answers does something else, or says something else of its
	/// context: ask Session::agent.
	virtual void on_agent_changed() = 0;
	/// What the next request costs changed.
	virtual void on_usage(const UsageReport& usage) = 0;
	/// A summarization began.
	virtual void on_summarization_started(const SummarizationStarted& started) = 0;
	/// A summarization ended.
	virtual void on_summarization_complete(const SummarizationComplete& complete) = 0;
	/// A preview began: nothing will be changed.
	virtual void on_preview_started(std::uint64_t summary) = 0;
	/// What a summarization would do.
	virtual void on_preview_ready(const SummaryPreview& preview) = 0;
	/// A preview could not be made, and why.
	virtual void on_preview_failed(const PreviewFailure& failed) = 0;
	/// Another branch of the conversation is in view: the transcript is another
	/// one.
	virtual void on_branch_shown(std::uint64_t branch) = 0;
	/// Compactions were taken back, the newest first.
	virtual void on_undone(rust::Slice<const std::uint64_t> compactions) = 0;
	/// An undone compaction is in force again, under a new number.
	virtual void on_redone(std::uint64_t compaction) = 0;
	/// A message was pinned or released.
	virtual void on_pinned(std::uint64_t message, bool pinned) = 0;
	/// The model sees a message in a shorter form from now on.
	virtual void on_shortened(const FormChange& change) = 0;
	/// The model sees a message as it was before it was shortened.
	virtual void on_restored(const FormChange& change) = 0;
	/// A summary was edited.
	virtual void on_summary_edited(std::uint64_t message) = 0;
	/// Another model answers from now on.
	virtual void on_model_changed(rust::Str model) = 0;
	/// Something a person should know; nothing has to be done.
	virtual void on_warning(std::uint64_t turn, rust::Str message) = 0;
	/// Something failed.
	virtual void on_session_error(std::uint64_t turn, const Failure& failure) = 0;
	/// A turn ended.
	virtual void on_turn_ended(std::uint64_t turn, TurnEnd end) = 0;
	/// Nobody pumped for so long that messages and warnings were left out:
	/// read the history again.
	virtual void on_lagged(std::uint64_t missed) = 0;
	/// The session ended; nothing comes after.
	virtual void on_closed() = 0;
};

} // namespace vibeue
