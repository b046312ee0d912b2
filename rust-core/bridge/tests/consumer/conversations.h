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
	EXPECT(Row.writer.empty() == (Complete.strategy == vibeue::SummaryStrategy::Rules), std::string(Row.writer));
	EXPECT(Row.strategy == Complete.strategy && Row.depth == Complete.depth && Row.ratio == Complete.ratio);
	EXPECT(Row.account.budget == Account.budget && Row.account.story_found == Account.story_found);
	EXPECT(Row.account.story_kept == Account.story_kept && Row.account.facts_found == Account.facts_found);
	EXPECT(Row.account.facts_kept == Account.facts_kept && Row.account.model_calls == Account.model_calls);
	EXPECT(Row.account.has_dollars == Account.has_dollars && Row.account.dollars == Account.dollars);
}

/// One whole conversation: talk, summarize, undo, close, open again.
// Long because each step begins where the last one ended.
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

/// The core's own tools over a project's files: preview, approval, edit, and the turn taken back.
// Long because each step begins where the last one ended.
inline void project_files()
{
	const int ThreadsBefore = threads();
	const std::string Project = Folder + "/game";
	const std::string Door = Project + "/door.txt";
	std::error_code Problem;
	EXPECT(std::filesystem::create_directory(Project, Problem));
	std::ofstream(Door) << "the door\nis blue\n";
	const auto Held = [&] {
		std::ifstream File(Door);
		return std::string(std::istreambuf_iterator<char>(File), {});
	};
	{
		vibeue::SessionConfig Config = config("files.jsonl");
		Config.project_folder = text(Project);
		Config.offers_project_files = true;
		Config.project_protected.push_back(text(Project + "/own.ini"));
		Config.tools_json = R"([{"name":"read_file","description":"The host's.","parameters":{"type":"object"}}])";
		Talk Talk(Config);
		Talk.opened();
		const vibeue::Submitted Submitted = Talk.session->submit(
			R"(use edit_file {"path":"door.txt","old_text":"blue","new_text":"red"})");
		pump_until(*Talk.session, Talk.sink, "tool_call");
		const vibeue::ToolRequest Request = Talk.sink.tool_requests[0];
		EXPECT(Request.runs_inside && Request.needs_approval);
		EXPECT(Request.preview.kind == vibeue::CallPreviewKind::Diff && !Request.preview.would_fail);
		EXPECT(std::string(Request.preview.title) == "edit door.txt: +1 -1 lines (2 before, 2 after)",
			std::string(Request.preview.title));
		EXPECT(std::string(Request.preview.text).find("-is blue\n+is red\n") != std::string::npos,
			std::string(Request.preview.text));
		EXPECT(Talk.session->answer_tool(Request.call_id, "done", false).code == vibeue::StatusCode::Input);
		EXPECT(Held() == "the door\nis blue\n");
		EXPECT(Talk.session->approve_tool(Request.call_id, vibeue::Approval::Allow, "").code ==
			vibeue::StatusCode::Ok);
		pump_until(*Talk.session, Talk.sink, "turn_ended");
		EXPECT(Talk.sink.count("tool_approved") == 1);
		EXPECT(Held() == "the door\nis red\n");
		EXPECT(Talk.sink.text.find("edit door.txt: +1 -1 lines") != std::string::npos, Talk.sink.text);

		const auto Changes = Talk.session->file_changes();
		EXPECT(Changes.size() == 1 && Changes[0].turn == Submitted.turn && !Changes[0].restored);
		EXPECT(Changes[0].files.size() == 1 && std::string(Changes[0].files[0]) == "door.txt");

		Talk.session->submit(R"(use read_file {"path":"door.txt"})");
		pump_until(*Talk.session, Talk.sink, "turn_ended", 2);
		EXPECT(Talk.sink.tool_requests[1].runs_inside && !Talk.sink.tool_requests[1].needs_approval);
		EXPECT(Talk.sink.text.find("is red") != std::string::npos, Talk.sink.text);

		// If denied, it changes nothing; likewise if cancelled before anybody answered.
		Talk.session->submit(R"(use edit_file {"path":"door.txt","old_text":"red","new_text":"green"})");
		pump_until(*Talk.session, Talk.sink, "tool_call", 3);
		Talk.session->approve_tool(Talk.sink.tool_requests[2].call_id, vibeue::Approval::Deny, "no");
		pump_until(*Talk.session, Talk.sink, "turn_ended", 3);
		Talk.session->submit(R"(use edit_file {"path":"../out.txt","content":"x"})");
		pump_until(*Talk.session, Talk.sink, "tool_call", 4);
		EXPECT(Talk.sink.tool_requests[3].preview.would_fail);
		Talk.session->cancel();
		pump_until(*Talk.session, Talk.sink, "turn_ended", 4);
		EXPECT(Held() == "the door\nis red\n");
	}
	EXPECT(eventually([&] { return threads() == ThreadsBefore; }), std::to_string(threads()));
	{
		// In a later session of the conversation.
		vibeue::SessionConfig Config = config("files.jsonl");
		Config.project_folder = text(Project);
		Config.offers_project_files = true;
		Talk Again(Config);
		Again.opened();
		EXPECT(eventually([&] { return Again.session->file_changes().size() == 1; }));
		EXPECT(Again.session->file_changes()[0].turn == 0);
		const auto Restore = Again.session->start_file_restore(0);
		EXPECT(eventually([&] { return Restore->is_finished(); }));
		const vibeue::FileRestoreReport Report = Restore->report();
		EXPECT(Report.status.code == vibeue::StatusCode::Ok, Report.status);
		EXPECT(Report.restored.size() == 1 && Report.removed.empty() && Report.left.empty());
		EXPECT(Held() == "the door\nis blue\n");
		EXPECT(Again.session->file_changes()[0].restored);
		const auto Nothing = Again.session->start_file_restore(0);
		EXPECT(eventually([&] { return Nothing->is_finished(); }));
		EXPECT(Nothing->report().status.code == vibeue::StatusCode::Input, Nothing->report().status);
	}
	Talk Without(config(""));
	Without.opened();
	const auto Nowhere = Without.session->start_file_restore(1);
	EXPECT(Nowhere->is_finished() && Nowhere->report().status.code == vibeue::StatusCode::Input);
	EXPECT(Without.session->file_changes().empty());
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
	EXPECT(Talk.session->summaries()[0].versions == 2, std::to_string(Talk.session->summaries()[0].versions));
	const rust::Vec<vibeue::SummaryVersion> Versions = Talk.session->summary_versions(Talk.session->summaries()[0].compaction);
	EXPECT(Versions.size() == 2 && Versions[1].strategy == vibeue::SummaryStrategy::None && Versions[1].added == 1, std::to_string(Versions.size()));
	const std::string Changes(Versions[1].lines);
	EXPECT(Changes.find("- All doors are blue.") != std::string::npos && Changes.find("+ All doors are red.") != std::string::npos, Changes);
	EXPECT(Talk.session->summary_versions(424242).empty());
	EXPECT(Talk.session->summarize_originals("").code == vibeue::StatusCode::Ok);
	EXPECT(Talk.session->cancel_summary().code == vibeue::StatusCode::Ok);
}

/// One message is shortened and put back, and all up to another summarized.
inline void levers()
{
	vibeue::SessionConfig Config = config("");
	Config.tools_json = R"([{"name":"read_file","description":"Reads.","parameters":{"type":"object"}}])";
	Talk Talk(Config);
	Talk.opened();
	Talk.session->submit("use read_file {\"path\":\"a.txt\"}");
	pump_until(*Talk.session, Talk.sink, "tool_call");
	EXPECT(Talk.session->answer_tool(Talk.sink.tool_requests[0].call_id, words(1, 900), false).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "turn_ended");
	for (int Turn = 0; Turn < 5; ++Turn)
	{
		Talk.ask(words(Turn, 60));
	}
	const vibeue::ContextReport Before = Talk.session->context();
	std::uint64_t Result = 0;
	for (const vibeue::HeavyMessage& Heavy : Before.heaviest)
	{
		if (Heavy.is_tool_result)
		{
			Result = Heavy.id;
			EXPECT(Heavy.can_shorten && !Heavy.shortened);
		}
	}
	EXPECT(Result == 3, std::to_string(Result));
	EXPECT(Talk.session->shorten(Result).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "shortened");
	const vibeue::FormChange Short = Talk.sink.changes[0];
	EXPECT(Short.message == Result && Short.tokens_after * 5 < Short.tokens_before);
	EXPECT(Short.request_before == Before.used && Short.request_after == Talk.session->context().used);
	EXPECT(Talk.session->summaries()[0].compaction == Short.compaction && Talk.session->summaries()[0].results_pruned == 1);

	EXPECT(Talk.session->restore(Result).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "restored");
	const vibeue::FormChange Whole = Talk.sink.changes[1];
	EXPECT(Whole.compaction == Short.compaction && Whole.tokens_after == Short.tokens_before);

	// The user's own request stays as it is, and that is reported.
	EXPECT(Talk.session->shorten(1).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "session_error");
	EXPECT(Talk.sink.failures[0].message == "m1 is a user's request: it is never shortened on its own",
		std::string(Talk.sink.failures[0].message));

	// A call takes its result along.
	EXPECT(Talk.session->preview_up_to(2, "").code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "preview_ready");
	EXPECT(Talk.sink.previews[0].goes == 3 && Talk.sink.previews[0].warnings.size() == 1);
	EXPECT(Talk.session->summarize_up_to(4, "").code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "summarization_complete");
	EXPECT(Talk.sink.completed[0].success && Talk.sink.completed[0].messages_summarized == 4,
		std::string(Talk.sink.completed[0].failure.message));
	EXPECT(Talk.session->summarize_up_to(4, "").code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "session_error", 2);
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
