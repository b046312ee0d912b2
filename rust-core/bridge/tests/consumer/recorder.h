// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "vibeue/bridge.h"
#include "vibeue/constants.h"

/// Ends the program with the place when something is not as it should be.
#define EXPECT(Condition, ...)                                                                   \
	do                                                                                           \
	{                                                                                            \
		if (!(Condition))                                                                        \
		{                                                                                        \
			std::fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #Condition);                 \
			std::fprintf(stderr, "%s\n", describe(__VA_ARGS__).c_str());                         \
			std::exit(1);                                                                        \
		}                                                                                        \
	} while (false)

inline std::string describe() { return std::string(); }
inline std::string describe(const std::string& Text) { return Text; }
inline std::string describe(const vibeue::Status& Status)
{
	return std::to_string(static_cast<int>(Status.code)) + " " + std::string(Status.message) + " | " +
		std::string(Status.hint);
}

/// A sink that writes down everything it hears.
class Recorder : public vibeue::EventSink
{
public:
	std::vector<std::string> calls;
	std::vector<vibeue::OpenReport> opened;
	std::vector<vibeue::Message> messages;
	std::vector<vibeue::ToolRequest> tool_requests;
	std::vector<vibeue::SummarizationStarted> started;
	std::vector<vibeue::SummarizationComplete> completed;
	std::vector<vibeue::SummaryPreview> previews;
	std::vector<vibeue::FormChange> changes;
	std::vector<vibeue::Failure> failures;
	std::vector<vibeue::UsageReport> usages;
	std::vector<vibeue::TurnEnd> ends;
	std::vector<std::string> warnings;
	std::string text;
	std::uint64_t deltas = 0;
	bool closed = false;
	/// Called by every event, with its name.
	std::function<void(const char*)> then;

	std::size_t count(const std::string& Name) const
	{
		std::size_t Found = 0;
		for (const std::string& Call : calls)
		{
			Found += Call == Name ? 1 : 0;
		}
		return Found;
	}

	void on_opened(const vibeue::OpenReport& report) override
	{
		opened.push_back(report);
		heard("opened");
	}
	void on_state(const vibeue::SessionState&) override { heard("state"); }
	void on_turn_started(std::uint64_t) override { heard("turn_started"); }
	void on_text_delta(std::uint64_t, rust::Str delta) override
	{
		text.append(delta.data(), delta.size());
		++deltas;
		heard("text_delta");
	}
	void on_reasoning_delta(std::uint64_t, rust::Str) override { heard("reasoning_delta"); }
	void on_answer_retracted(std::uint64_t, rust::Str) override { heard("answer_retracted"); }
	void on_message(std::uint64_t, const vibeue::Message& message) override
	{
		messages.push_back(message);
		heard("message");
	}
	void on_tool_call(const vibeue::ToolRequest& request) override
	{
		tool_requests.push_back(request);
		heard("tool_call");
	}
	void on_tool_approved(std::uint64_t, rust::Str) override { heard("tool_approved"); }
	void on_tool_ended(std::uint64_t, rust::Str, vibeue::ToolEnd) override { heard("tool_ended"); }
	void on_usage(const vibeue::UsageReport& usage) override
	{
		usages.push_back(usage);
		heard("usage");
	}
	void on_summarization_started(const vibeue::SummarizationStarted& begun) override
	{
		started.push_back(begun);
		heard("summarization_started");
	}
	void on_summarization_complete(const vibeue::SummarizationComplete& complete) override
	{
		completed.push_back(complete);
		heard("summarization_complete");
	}
	void on_preview_started(std::uint64_t) override { heard("preview_started"); }
	void on_preview_ready(const vibeue::SummaryPreview& preview) override
	{
		previews.push_back(preview);
		heard("preview_ready");
	}
	void on_preview_failed(const vibeue::PreviewFailure& failed) override
	{
		failures.push_back(failed.failure);
		heard("preview_failed");
	}
	void on_undone(rust::Slice<const std::uint64_t>) override { heard("undone"); }
	void on_branch_shown(std::uint64_t) override { heard("branch_shown"); }
	void on_redone(std::uint64_t) override { heard("redone"); }
	void on_pinned(std::uint64_t, bool) override { heard("pinned"); }
	void on_shortened(const vibeue::FormChange& change) override
	{
		changes.push_back(change);
		heard("shortened");
	}
	void on_restored(const vibeue::FormChange& change) override
	{
		changes.push_back(change);
		heard("restored");
	}
	void on_summary_edited(std::uint64_t) override { heard("summary_edited"); }
	void on_model_changed(rust::Str) override { heard("model_changed"); }
	void on_warning(std::uint64_t, rust::Str message) override
	{
		warnings.emplace_back(message.data(), message.size());
		heard("warning");
	}
	void on_session_error(std::uint64_t, const vibeue::Failure& failure) override
	{
		failures.push_back(failure);
		heard("session_error");
	}
	void on_turn_ended(std::uint64_t, vibeue::TurnEnd end) override
	{
		ends.push_back(end);
		heard("turn_ended");
	}
	void on_tool_servers_changed() override { heard("tool_servers_changed"); }
	void on_agent_changed() override { heard("agent_changed"); }
	void on_lagged(std::uint64_t) override { heard("lagged"); }
	void on_closed() override
	{
		closed = true;
		heard("closed");
	}

private:
	void heard(const char* Name)
	{
		calls.emplace_back(Name);
		if (then)
		{
			then(Name);
		}
	}
};

/// Text of any bytes.
inline rust::String text(const std::string& Bytes)
{
	return rust::String::lossy(Bytes.data(), Bytes.size());
}

/// Waits until something is so; a minute is a hang.
inline bool eventually(const std::function<bool()>& Wanted)
{
	for (int Turn = 0; Turn < 60000; ++Turn)
	{
		if (Wanted())
		{
			return true;
		}
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
	}
	return false;
}

/// Pumps until something was heard this many times.
inline void pump_until(const vibeue::Session& Session, Recorder& Sink, const std::string& Name, std::size_t Times = 1)
{
	const bool bHeard = eventually([&] {
		Session.pump(Sink);
		return Sink.count(Name) >= Times;
	});
	std::string All = "waiting for " + Name + " after";
	for (const std::string& Call : Sink.calls)
	{
		All += " " + Call;
	}
	EXPECT(bHeard, All);
}
