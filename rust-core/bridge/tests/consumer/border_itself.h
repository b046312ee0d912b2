// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The fence, the threads and the cost of the border itself.

#pragma once

#include <cstring>
#include <memory>

#include "allocations.h"
#include "talk.h"

/// The fence: a panic is a status and a line in the log.
inline void panics()
{
	const vibeue::Status Status = vibeue::test_panic();
	EXPECT(Status.code == vibeue::StatusCode::Internal, Status);
	EXPECT(static_cast<std::uint8_t>(Status.code) == VIBEUE_STATUS_INTERNAL);
	EXPECT(std::string(Status.message).find("test of the fence") != std::string::npos, Status);
	const rust::Vec<vibeue::LogLine> Lines = vibeue::take_log_lines();
	EXPECT(Lines.size() == 1 && Lines[0].level == vibeue::LogLevel::Error);
	EXPECT(std::string(Lines[0].text).find("test of the fence") != std::string::npos);
	EXPECT(vibeue::take_log_lines().empty());
}

/// What headers are compared with.
inline void versions()
{
	EXPECT(vibeue::abi_version() == VIBEUE_ABI_VERSION);
	EXPECT(vibeue::release_number() == VIBEUE_RELEASE);
}

/// What the sink does to its own session from within an event.
inline void from_within()
{
	const int ThreadsBefore = threads();
	{
		// Submits from within, and pumps from within: the outer pump continues.
		Talk Talk(config(""));
		std::uint32_t Inner = 0;
		Talk.sink.then = [&](const char* Name) {
			Inner += Talk.session->pump(Talk.sink);
			if (std::strcmp(Name, "opened") == 0)
			{
				Talk.session->submit("write 3 words");
			}
		};
		pump_until(*Talk.session, Talk.sink, "turn_ended");
		EXPECT(Inner == 0);
		// Closes from within.
		Talk.sink.then = [&](const char* Name) {
			if (std::strcmp(Name, "turn_started") == 0)
			{
				Talk.session->close(1000);
			}
		};
		Talk.session->submit("write 300 words");
		pump_until(*Talk.session, Talk.sink, "closed");
	}
	{
		// Destroys it from within: nothing more is reported.
		Recorder Sink;
		auto Session = std::make_unique<rust::Box<vibeue::Session>>(vibeue::open_session(config("")));
		std::size_t After = 0;
		Sink.then = [&](const char*) {
			After += Session ? 0 : 1;
			Session.reset();
		};
		EXPECT(eventually([&] {
			if (Session)
			{
				const vibeue::Session& Borrowed = **Session;
				Borrowed.pump(Sink);
			}
			return !Session;
		}));
		EXPECT(After == 0 && Sink.calls.size() == 1);
	}
	EXPECT(eventually([&] { return threads() == ThreadsBefore; }), std::to_string(threads()));
}

/// A long conversation is freed in the background, and waited for.
inline void freed()
{
	const int ThreadsBefore = threads();
	{
		Talk Talk(config("long.jsonl"));
		Talk.opened();
		EXPECT(Talk.sink.opened[0].messages == 1500);
		EXPECT(Talk.session->close(5000).complete);
	}
	vibeue::finish();
	// The system lists a thread for a moment after it was waited for.
	EXPECT(eventually([&] { return threads() == ThreadsBefore; }), std::to_string(threads()));
	vibeue::finish();
}

/// What a frame costs if nothing happens.
inline void idle()
{
	Talk Talk(config("idle.jsonl"));
	Talk.opened();
	Talk.ask("write 5 words");
	EXPECT(eventually([&] { return Talk.session->pump(Talk.sink) == 0 && Talk.session->state().turn == 0; }));
	vibeue::take_log_lines();
	std::uint64_t Sum = 0;
	const auto Frame = [&] {
		EXPECT(!Talk.session->has_events());
		Sum += Talk.session->pump(Talk.sink) + vibeue::take_log_lines().size();
		// What a bar and a button ask while they are drawn.
		const vibeue::UsageReport Usage = Talk.session->usage();
		Sum += Usage.used + Usage.available + Talk.session->revision() + Talk.session->estimate_conversation().tokens;
		Sum += Talk.session->state().queued + (Talk.session->stage() == vibeue::Stage::Open ? 1 : 0);
		Sum += Talk.session->message_count(vibeue::HistoryKind::Transcript);
	};
	// What a thread takes once in its life is not a cost of a frame.
	Frame();
	const long long Before = AllocationsOfThread;
	EXPECT(Before > 0 || COUNTS_ALLOCATIONS == 0, "allocations are counted");
	for (int Turn = 0; Turn < 1000; ++Turn)
	{
		Frame();
	}
	EXPECT(AllocationsOfThread == Before, std::to_string(AllocationsOfThread - Before));
	EXPECT(Sum > 0);
}
