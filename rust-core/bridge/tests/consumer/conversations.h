// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Conversations from their first word to their end.

#pragma once

#include "talk.h"

/// A summary tells all of its account, and the list has the same.
inline void expect_account(const vibeue::SummarizationComplete& Complete, const vibeue::SummaryRow& Row)
{
	EXPECT(Complete.strategy != vibeue::SummaryStrategy::None && Complete.depth == 0);
	EXPECT(Complete.ratio == static_cast<double>(Complete.tokens_after) / static_cast<double>(Complete.tokens_before));
	const vibeue::SummaryAccount& Account = Complete.account;
	EXPECT(Account.budget == 14400, std::to_string(Account.budget));
	EXPECT(Account.story_found > 0 && Account.story_kept <= Account.story_found);
	EXPECT(Account.facts_kept <= Account.facts_found);
	EXPECT((Account.model_calls > 0) == (Complete.strategy != vibeue::SummaryStrategy::Rules));
	EXPECT(Row.strategy == Complete.strategy && Row.depth == Complete.depth && Row.ratio == Complete.ratio);
	EXPECT(Row.account.budget == Account.budget && Row.account.story_found == Account.story_found);
	EXPECT(Row.account.story_kept == Account.story_kept && Row.account.facts_found == Account.facts_found);
	EXPECT(Row.account.facts_kept == Account.facts_kept && Row.account.model_calls == Account.model_calls);
}

/// One whole conversation: talk, summarize, undo, close, open again. Long, because each step begins where the last one ended.
inline void story()
{
	const int ThreadsBefore = threads();
	EXPECT(vibeue::abi_version() == VIBEUE_ABI_VERSION);
	std::string Conversation;
	{
		Talk Talk(config("story.jsonl"));
		// A command before the journal is read is carried out afterwards.
		const vibeue::Submitted Early = Talk.session->submit("write 5 words");
		EXPECT(Early.status.code == vibeue::StatusCode::Ok && Early.turn == 1, Early.status);
		Talk.opened();
		EXPECT(Talk.sink.calls.front() == "opened");
		pump_until(*Talk.session, Talk.sink, "turn_ended");
		EXPECT(Talk.sink.ends[0] == vibeue::TurnEnd::Completed);
		EXPECT(Talk.sink.text == std::string(Talk.sink.messages.back().text), Talk.sink.text);
		for (int Turn = 0; Turn < 9; ++Turn)
		{
			Talk.ask(words(Turn, 150));
		}
		Conversation = std::string(Talk.session->conversation_id());
		EXPECT(Conversation.size() == 32, Conversation);
		EXPECT(Talk.session->message_count(vibeue::HistoryKind::Transcript) == 20);

		const vibeue::UsageReport Before = Talk.session->usage();
		EXPECT(Before.used > 1000 && Before.available == 14400 && Before.window == 16000);
		EXPECT(Before.window_source == vibeue::WindowSource::User && !Before.window_assumed);
		EXPECT(Before.system + Before.tools + Before.summary + Before.user + Before.assistant + Before.tool_calls +
				   Before.tool_results + Before.images + Before.overhead >
			0);
		const vibeue::TriggerReport Trigger = Talk.session->trigger();
		EXPECT(Trigger.threshold_tokens == 11520 && Trigger.used == Before.used && !Trigger.near_limit);
		EXPECT(Trigger.hold == vibeue::HoldReason::BelowThreshold, std::string(Trigger.explanation));
		EXPECT(!Talk.session->summarize_if_needed());

		EXPECT(Talk.session->summarize("the doors").code == vibeue::StatusCode::Ok);
		pump_until(*Talk.session, Talk.sink, "summarization_complete");
		const vibeue::SummarizationComplete& Complete = Talk.sink.completed[0];
		EXPECT(Complete.success && Complete.compaction > 0, std::string(Complete.failure.message));
		EXPECT(Complete.tokens_after < Complete.tokens_before);
		EXPECT(Talk.sink.started.size() == 1 && Talk.sink.started[0].purpose == vibeue::SummaryPurpose::Manual);
		EXPECT(!Complete.text.empty());
		expect_account(Complete, Talk.session->summaries()[0]);
		const vibeue::HistoryPage View = Talk.session->history_page(vibeue::HistoryKind::View, 0, 1000);
		bool bSummary = false;
		for (const vibeue::Message& Message : View.messages)
		{
			bSummary = bSummary || Message.is_summary;
		}
		EXPECT(bSummary && View.total < 20 && View.messages.size() == View.total);
		const vibeue::HistoryPage First = Talk.session->history_page(vibeue::HistoryKind::Transcript, 0, 2);
		EXPECT(First.messages.size() == 2 && First.total == 20 && First.messages[0].condensed);
		EXPECT(std::string(First.messages[0].text) == "write 5 words");

		EXPECT(Talk.session->undo(0).code == vibeue::StatusCode::Ok);
		pump_until(*Talk.session, Talk.sink, "undone");
		EXPECT(Talk.session->message_count(vibeue::HistoryKind::View) == 20);
		EXPECT(Talk.session->redo(0).code == vibeue::StatusCode::Ok);
		pump_until(*Talk.session, Talk.sink, "redone");
		EXPECT(Talk.session->summaries().size() >= 1);
		EXPECT(Talk.session->rename("The door").code == vibeue::StatusCode::Ok);
		EXPECT(Talk.session->pin(2, true).code == vibeue::StatusCode::Ok);
		// The pin comes last, or is refused because the message was condensed.
		EXPECT(eventually([&] {
			Talk.session->pump(Talk.sink);
			return Talk.sink.count("pinned") + Talk.sink.count("session_error") > 0;
		}));

		const vibeue::CloseReport Closed = Talk.session->close(2000);
		EXPECT(Closed.complete && !Closed.turn_cancelled && !Closed.unsynced);
		pump_until(*Talk.session, Talk.sink, "closed");
		EXPECT(Talk.sink.calls.back() == "closed");
		EXPECT(Talk.session->submit("more").status.code == vibeue::StatusCode::Closed);
		EXPECT(Talk.session->stage() == vibeue::Stage::Closed);
		EXPECT(Talk.session->pump(Talk.sink) == 0);
	}
	EXPECT(eventually([&] { return threads() == ThreadsBefore; }), std::to_string(threads()));
	{
		Talk Again(config("story.jsonl"));
		Again.opened();
		EXPECT(std::string(Again.sink.opened[0].conversation) == Conversation);
		EXPECT(std::string(Again.sink.opened[0].title) == "The door");
		EXPECT(Again.sink.opened[0].messages == 20);
		EXPECT(Again.session->summaries().size() >= 1);
	}
	EXPECT(eventually([&] { return threads() == ThreadsBefore; }), std::to_string(threads()));
}

/// Tool calls with and without approval, and answers to calls that are none.
inline void tool_rounds()
{
	vibeue::SessionConfig Config = config("");
	Config.tools_json = R"([{"name":"read_file","description":"Reads.","parameters":{"type":"object"}},
		{"name":"delete_all","description":"Deletes.","parameters":{"type":"object"},"needs_approval":true}])";
	Talk Talk(Config);
	Talk.opened();
	Talk.session->submit("use read_file {\"path\":\"a.txt\"}");
	pump_until(*Talk.session, Talk.sink, "tool_call");
	EXPECT(std::string(Talk.sink.tool_requests[0].name) == "read_file");
	EXPECT(!Talk.sink.tool_requests[0].needs_approval);
	EXPECT(Talk.session->answer_tool("no-such-call", "x", false).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "warning");
	const vibeue::ToolRequest Request = Talk.sink.tool_requests[0];
	EXPECT(Talk.session->answer_tool(Request.call_id, "the door is shut", false).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "turn_ended");
	EXPECT(Talk.sink.text.find("the door is shut") != std::string::npos, Talk.sink.text);

	Talk.session->submit("use delete_all {}");
	pump_until(*Talk.session, Talk.sink, "tool_call", 2);
	EXPECT(Talk.sink.tool_requests[1].needs_approval);
	EXPECT(Talk.session->state().phase == vibeue::Phase::Tools);
	const auto Nonsense = static_cast<vibeue::Approval>(77);
	EXPECT(Talk.session->approve_tool(Talk.sink.tool_requests[1].call_id, Nonsense, "no").code ==
		vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "turn_ended", 2);
	EXPECT(Talk.sink.count("tool_approved") == 0);

	Talk.session->submit("use delete_all {}");
	pump_until(*Talk.session, Talk.sink, "tool_call", 3);
	const vibeue::ToolRequest Third = Talk.sink.tool_requests[2];
	EXPECT(Talk.session->approve_tool(Third.call_id, vibeue::Approval::Allow, "").code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "tool_approved");
	std::vector<vibeue::ImageData> Images;
	const std::uint8_t Png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
	Images.push_back(vibeue::ImageData{"image/png", rust::Slice<const std::uint8_t>(Png, sizeof(Png))});
	EXPECT(Talk.session->answer_tool_with_images(Third.call_id, "gone",
				rust::Slice<const vibeue::ImageData>(Images.data(), Images.size()))
				.code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "turn_ended", 3);
}

/// A preview that is edited and accepted; the edited summary.
inline void previews()
{
	Talk Talk(config(""));
	Talk.opened();
	for (int Turn = 0; Turn < 9; ++Turn)
	{
		Talk.ask(words(Turn, 150));
	}
	EXPECT(Talk.session->preview("").code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "preview_ready");
	const vibeue::SummaryPreview& Shown = Talk.sink.previews[0];
	EXPECT(Shown.goes > 0 && !Shown.text.empty());
	EXPECT(Shown.tokens_before > Shown.tokens_after && Shown.results_pruned == 0);
	EXPECT(Talk.sink.count("preview_started") == 1 && Talk.sink.count("preview_failed") == 0);
	EXPECT(Talk.sink.started.empty() && Talk.sink.completed.empty());
	EXPECT(Shown.goes + Shown.shortened + Shown.stays == 18);
	const rust::Vec<std::uint64_t> Goes = Talk.session->preview_messages(vibeue::PreviewPart::Goes, 0, 1000);
	EXPECT(Goes.size() == Shown.goes && Goes[0] == 1);
	EXPECT(Talk.session->preview_messages(vibeue::PreviewPart::Stays, 0, 1000).size() == Shown.stays);
	EXPECT(Talk.session->preview_messages(vibeue::PreviewPart::Goes, Shown.goes, 1).empty());
	EXPECT(Talk.session->message_count(vibeue::HistoryKind::View) == 18);
	EXPECT(Talk.session->accept_edited_preview("All doors are blue.").code == vibeue::StatusCode::Ok);
	EXPECT(eventually([&] {
		Talk.session->pump(Talk.sink);
		return Talk.session->message_count(vibeue::HistoryKind::View) < 18;
	}));
	pump_until(*Talk.session, Talk.sink, "summarization_complete");
	const vibeue::SummarizationComplete& Done = Talk.sink.completed[0];
	const vibeue::SummaryRow Row = Talk.session->summaries()[0];
	EXPECT(Talk.sink.started.size() == 1 && Done.messages_summarized == Shown.goes);
	EXPECT(Row.tokens_before == Done.tokens_before && Row.tokens_after == Done.tokens_after);
	EXPECT(Row.messages == Done.messages_summarized && Row.results_pruned == Done.results_pruned);
	std::uint64_t Summary = 0;
	std::string Told;
	for (const vibeue::Message& Message : Talk.session->history_page(vibeue::HistoryKind::View, 0, 1000).messages)
	{
		if (Message.is_summary)
		{
			Summary = Message.id;
			Told = std::string(Message.text);
		}
	}
	EXPECT(Told.find("All doors are blue.") != std::string::npos && Told.find("<conversation") == std::string::npos, Told);
	EXPECT(Talk.session->edit_summary(Summary, "All doors are red.").code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "summary_edited");
	EXPECT(Talk.session->summarize_originals("").code == vibeue::StatusCode::Ok);
	EXPECT(Talk.session->cancel_summary().code == vibeue::StatusCode::Ok);
}

/// Ends in the middle of an answer.
inline void leave()
{
	const int ThreadsBefore = threads();
	{
		Talk Talk(config("leave.jsonl"));
		Talk.opened();
		Talk.session->submit("slow");
		pump_until(*Talk.session, Talk.sink, "text_delta");
		const vibeue::CloseReport Closed = Talk.session->close(2000);
		EXPECT(Closed.complete && Closed.turn_cancelled && Closed.took_ms < 2500, std::to_string(Closed.took_ms));
	}
	EXPECT(eventually([&] { return threads() == ThreadsBefore; }), std::to_string(threads()));
	Talk Again(config("leave.jsonl"));
	Again.opened();
	const vibeue::HistoryPage Page = Again.session->history_page(vibeue::HistoryKind::Transcript, 0, 10);
	EXPECT(Page.messages.size() == 2 && Page.messages[1].interrupted, std::to_string(Page.messages.size()));
}
