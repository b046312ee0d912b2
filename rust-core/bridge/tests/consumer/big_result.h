// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What a tool's result of megabytes costs the thread that gives it.

#pragma once

#include "allocations.h"
#include "held.h"
#include "talk.h"

/// Bytes that this thread takes from the heap for one result.
struct ResultCost
{
	long long given = 0;
	long long told = 0;
};

/// A call with such a result, from its request to the end of its turn.
inline ResultCost cost_of(Talk& Talk, std::size_t Characters)
{
	static HeldFate Fate;
	const std::size_t Ended = Talk.sink.count("turn_ended");
	const int Deleted = Fate.deleted;
	Talk.session->submit("use look {}");
	pump_until(*Talk.session, Talk.sink, "tool_call", Talk.sink.tool_requests.size() + 1);
	std::unique_ptr<vibeue::HeldText> Text = held(std::u16string(Characters, u'x'), &Fate);
	ResultCost Cost;
	Cost.given -= BytesOfThread;
	const vibeue::Status Status =
		Talk.session->end_tool(Talk.sink.tool_requests.back().call_id, vibeue::ToolEnd::Done, std::move(Text), {});
	Cost.given += BytesOfThread;
	EXPECT(Status.code == vibeue::StatusCode::Ok, Status);
	const bool bEnded = eventually([&] {
		Cost.told -= BytesOfThread;
		Talk.session->pump(Talk.sink);
		Cost.told += BytesOfThread;
		return Talk.sink.count("turn_ended") > Ended;
	});
	EXPECT(bEnded);
	EXPECT(Fate.deleted == Deleted + 1 && Fate.deleted_here == 0, "the text is deleted elsewhere");
	return Cost;
}

/// The result that the sink heard of last.
inline const vibeue::ToolResult& last_result(const Talk& Talk)
{
	for (auto Message = Talk.sink.messages.rbegin(); Message != Talk.sink.messages.rend(); ++Message)
	{
		if (!Message->tool_results.empty())
		{
			return Message->tool_results[0];
		}
	}
	EXPECT(false, "no result was told");
	std::abort();
}

/// A result of five megabytes costs this thread no more than an empty one, except for the beginning of it that is
/// shown.
inline void big_result()
{
	static constexpr std::size_t Shown = 16 * 1024;
	static constexpr std::size_t Kept = 1024 * 1024;
	vibeue::SessionConfig Config = config("");
	Config.tools_json = R"([{"name":"look","description":"Looks.","parameters":{"type":"object"}}])";
	Config.model.window = 100000000;
	Talk Talk(Config);
	Talk.opened();
	// What is allocated once per thread is not a cost of a result.
	cost_of(Talk, 0);
	const ResultCost Empty = cost_of(Talk, 0);
	// What an empty result reads as.
	const std::string Nothing(last_result(Talk).text);
	EXPECT(last_result(Talk).bytes == Nothing.size() && Nothing.size() < 100, Nothing);
	const ResultCost Large = cost_of(Talk, 5 * 1024 * 1024);
	EXPECT(Empty.given > 0 || COUNTS_ALLOCATIONS == 0, "bytes are counted");
	EXPECT(Large.given <= Empty.given + 256, std::to_string(Large.given) + " and " + std::to_string(Empty.given));
	// The beginning, as the core makes it and as the sink keeps it twice.
	EXPECT(Large.told <= Empty.told + static_cast<long long>(8 * Shown), std::to_string(Large.told) + " and " + std::to_string(Empty.told));
	EXPECT(last_result(Talk).text.size() == Shown);
	EXPECT(last_result(Talk).bytes > Kept && last_result(Talk).bytes < Kept + 200, std::to_string(last_result(Talk).bytes));
	// A page for the window is as short; any other has all.
	const std::uint64_t Total = Talk.session->message_count(vibeue::HistoryKind::Transcript);
	const vibeue::HistoryPage Page = Talk.session->shown_page(vibeue::HistoryKind::Transcript, Total - 2, 1);
	const vibeue::HistoryPage All = Talk.session->history_page(vibeue::HistoryKind::Transcript, Total - 2, 1);
	EXPECT(Page.messages[0].tool_results[0].text.size() == Shown);
	EXPECT(All.messages[0].tool_results[0].text.size() == All.messages[0].tool_results[0].bytes);
	// No text is an empty one, and half a pair does no harm.
	Talk.session->submit("use look {}");
	pump_until(*Talk.session, Talk.sink, "tool_call", Talk.sink.tool_requests.size() + 1);
	const std::size_t Ended = Talk.sink.count("turn_ended");
	const char16_t Broken[] = {u'a', 0xd83d, u'b', 0};
	EXPECT(Talk.session->end_tool(Talk.sink.tool_requests.back().call_id, vibeue::ToolEnd::Failed, held(Broken), {}).code ==
		vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "turn_ended", Ended + 1);
	EXPECT(std::string(last_result(Talk).text) == "a\xef\xbf\xbd" "b" && last_result(Talk).is_error);
	Talk.session->submit("use look {}");
	pump_until(*Talk.session, Talk.sink, "tool_call", Talk.sink.tool_requests.size() + 1);
	EXPECT(Talk.session->end_tool(Talk.sink.tool_requests.back().call_id, vibeue::ToolEnd::Done, nullptr, {}).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "turn_ended", Ended + 2);
	EXPECT(std::string(last_result(Talk).text) == Nothing, Nothing);
}
