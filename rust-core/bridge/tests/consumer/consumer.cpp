// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Uses the native library as the Unreal module does: without exceptions,
// without RTTI, from one thread. Each scenario is one run of this program, so
// that a crash is one failed test.

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>

#if defined(__linux__)
#include <dirent.h>
#endif

#include "allocations.h"
#include "recorder.h"

namespace
{

std::string ServerUrl;
std::string Folder;

vibeue::SessionConfig config(const std::string& Journal)
{
	vibeue::SessionConfig Config;
	Config.model.protocol = "openai";
	Config.model.base_url = text(ServerUrl + "/v1");
	Config.model.model = "gpt-4o";
	Config.model.window = 16000;
	Config.model.max_output_tokens = 1000;
	Config.journal = text(Journal.empty() ? std::string() : Folder + "/" + Journal);
	return Config;
}

struct Talk
{
	Recorder sink;
	rust::Box<vibeue::Session> session;

	explicit Talk(const vibeue::SessionConfig& Config) : session(vibeue::open_session(Config)) {}

	void opened()
	{
		pump_until(*session, sink, "opened");
		EXPECT(sink.opened.size() == 1);
		EXPECT(sink.opened[0].status.code == vibeue::StatusCode::Ok, sink.opened[0].status);
		EXPECT(session->stage() == vibeue::Stage::Open);
	}

	void ask(const std::string& Text)
	{
		const std::size_t Before = sink.count("turn_ended");
		const vibeue::Submitted Submitted = session->submit(text(Text));
		EXPECT(Submitted.status.code == vibeue::StatusCode::Ok, Submitted.status);
		EXPECT(Submitted.turn > 0);
		pump_until(*session, sink, "turn_ended", Before + 1);
	}
};

std::string words(int Seed, int Count)
{
	std::string Words = "Question " + std::to_string(Seed) + ":";
	for (int Word = 0; Word < Count; ++Word)
	{
		Words += " word" + std::to_string((Word * 31 + Seed * 7) % 997);
	}
	return Words;
}

int threads()
{
#if defined(__linux__)
	int Count = 0;
	if (DIR* Tasks = opendir("/proc/self/task"))
	{
		while (const dirent* Task = readdir(Tasks))
		{
			Count += Task->d_name[0] == '.' ? 0 : 1;
		}
		closedir(Tasks);
	}
	return Count;
#else
	return 1;
#endif
}

/// One whole conversation: talk, summarize, undo, close, open again.
void story()
{
	const int ThreadsBefore = threads();
	EXPECT(vibeue::check_abi(VIBEUE_ABI_VERSION).code == vibeue::StatusCode::Ok);
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
void tool_rounds()
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
	vibeue::ImageData Image;
	Image.media_type = "image/png";
	const std::uint8_t Png[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
	std::copy(std::begin(Png), std::end(Png), std::back_inserter(Image.bytes));
	Images.push_back(Image);
	EXPECT(Talk.session->answer_tool_with_images(Third.call_id, "gone",
				rust::Slice<const vibeue::ImageData>(Images.data(), Images.size()))
				.code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "turn_ended", 3);
}

/// A preview that is edited and accepted; the edited summary.
void previews()
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

/// The fence: a panic is a status and a line in the log.
void panics()
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

/// Headers of another build.
void abi()
{
	EXPECT(vibeue::abi_version() == VIBEUE_ABI_VERSION);
	EXPECT(vibeue::check_abi(VIBEUE_ABI_VERSION).code == vibeue::StatusCode::Ok);
	const vibeue::Status Status = vibeue::check_abi(VIBEUE_ABI_VERSION + 1);
	EXPECT(Status.code == vibeue::StatusCode::AbiMismatch, Status);
	EXPECT(!Status.hint.empty());
}

/// What the sink does to its own session while it is told something.
void from_within()
{
	const int ThreadsBefore = threads();
	{
		// Submits from within, and pumps from within: the outer pump goes on.
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
		// Destroys it from within: nothing more is told.
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

/// Text that is none, long text, NULs.
void hostile_text()
{
	Talk Talk(config("text.jsonl"));
	Talk.opened();
	const char16_t Lone[] = {u'a', 0xD800, u'b', 0, 0xDC00, 0xD83D, 0xDE00};
	const rust::String Text = rust::String::lossy(Lone, sizeof(Lone) / sizeof(Lone[0]));
	const std::string Expected = std::string("a\xEF\xBF\xBD") + "b" + std::string(1, '\0') + "\xEF\xBF\xBD\xF0\x9F\x98\x80";
	EXPECT(std::string(Text) == Expected);
	const std::uint16_t Units[] = {'a', 0xD800, 'b', 0, 0xDC00, 0xD83D, 0xDE00};
	EXPECT(std::string(vibeue::text_from_utf16(rust::Slice<const std::uint16_t>(Units, 7))) == Expected);
	const std::uint8_t Bytes[] = {'x', 0xFF, 0xC3};
	EXPECT(std::string(vibeue::text_from_utf8(rust::Slice<const std::uint8_t>(Bytes, 3))) == "x\xEF\xBF\xBD\xEF\xBF\xBD");
	EXPECT(Talk.session->submit(Text).status.code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "turn_ended");
	EXPECT(std::string(Talk.session->history_page(vibeue::HistoryKind::Transcript, 0, 1).messages[0].text) == Expected);
	EXPECT(Talk.session->estimate_text(Text).tokens > 0);

	// Ten megabytes are over every budget: a named failure, no request.
	const std::string Paste(10 * 1024 * 1024, 'x');
	EXPECT(Talk.session->submit(text(Paste)).status.code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "turn_ended", 2);
	EXPECT(Talk.sink.ends[1] == vibeue::TurnEnd::Failed && Talk.sink.failures.size() == 1);
	EXPECT(Talk.sink.failures[0].kind == vibeue::FailureKind::Irreducible ||
			Talk.sink.failures[0].kind == vibeue::FailureKind::OverBudget,
		std::string(Talk.sink.failures[0].message));
	// More than one message may hold is refused at once.
	const std::string Larger(VIBEUE_MAX_MESSAGE_BYTES + 1, 'x');
	const vibeue::Submitted Refused = Talk.session->submit(text(Larger));
	EXPECT(Refused.status.code == vibeue::StatusCode::Input && Refused.turn == 0, Refused.status);
	EXPECT(Talk.session->submit("").status.code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "turn_ended", 3);
}

vibeue::NameValue pair(const char* Name, const char* Value)
{
	vibeue::NameValue Pair;
	Pair.name = Name;
	Pair.value = Value;
	return Pair;
}

/// Settings that make no sense, and their way back.
void hostile_settings()
{
	vibeue::SessionConfig Config = config("");
	Config.settings.push_back(pair("threshold", "800"));
	{
		Talk Talk(Config);
		pump_until(*Talk.session, Talk.sink, "opened");
		EXPECT(Talk.sink.opened[0].status.code == vibeue::StatusCode::Settings, Talk.sink.opened[0].status);
		EXPECT(Talk.session->stage() == vibeue::Stage::Failed);
		EXPECT(Talk.session->submit("x").status.code == vibeue::StatusCode::Settings);
		EXPECT(Talk.session->usage().used == 0 && Talk.session->revision() == 0);
		EXPECT(Talk.session->close(0).complete);
	}
	Talk Talk(config(""));
	Talk.opened();
	const vibeue::NameValue Absurd[] = {pair("threshold", "NaN"), pair("MinimumRecentMessages", "-5"),
		pair("nonsense", "1"), pair("custom_prompt", "fine")};
	const rust::Slice<const vibeue::NameValue> Values(Absurd, 4);
	const vibeue::Status Status = Talk.session->set_settings(Values);
	EXPECT(Status.code == vibeue::StatusCode::Settings, Status);
	EXPECT(vibeue::validate_settings(Values, 0).size() == 3);
	const vibeue::NameValue Good[] = {pair("SummarizationThreshold", "0.9"), pair("mode", "rules")};
	EXPECT(Talk.session->set_settings(rust::Slice<const vibeue::NameValue>(Good, 2)).code == vibeue::StatusCode::Ok);
	std::map<std::string, std::string> Set;
	for (const vibeue::NameValue& Value : Talk.session->settings())
	{
		Set[std::string(Value.name)] = std::string(Value.value);
	}
	EXPECT(Set["threshold"] == "0.9" && Set["mode"] == "rules" && Set["custom_prompt"].empty());
	EXPECT(eventually([&] { return Talk.session->trigger().threshold_tokens == 12960; }));
	EXPECT(Talk.session->set_tools("{not json").code == vibeue::StatusCode::Input);
	EXPECT(Talk.session->undo(std::numeric_limits<std::uint64_t>::max()).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "session_error");
	EXPECT(Talk.session->cancel().code == vibeue::StatusCode::Ok);
	EXPECT(Talk.session->cancel_turn(99).code == vibeue::StatusCode::Ok);
	const vibeue::HistoryPage Page = Talk.session->history_page(static_cast<vibeue::HistoryKind>(9),
		std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint32_t>::max());
	EXPECT(Page.messages.empty() && Page.first == Page.total);
	vibeue::ModelConfig Nowhere;
	EXPECT(Talk.session->switch_model(Nowhere).code == vibeue::StatusCode::Settings);
	Nowhere.base_url = "http://example.com";
	Nowhere.model = "m";
	EXPECT(Talk.session->switch_model(Nowhere).code == vibeue::StatusCode::Settings);
	vibeue::ModelConfig Other = config("").model;
	Other.model = "gpt-4.1";
	Other.window = 0;
	EXPECT(Talk.session->switch_model(Other).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "model_changed");
	EXPECT(std::string(Talk.session->model_id()) == "gpt-4.1");
}

vibeue::Status open_status(const vibeue::SessionConfig& Config)
{
	Talk Talk(Config);
	pump_until(*Talk.session, Talk.sink, "opened");
	return Talk.sink.opened[0].status;
}

/// Files that cannot be used.
void hostile_files()
{
	// A folder that cannot be made, because a file is in its place.
	std::ofstream(Folder + "/file") << "x";
	EXPECT(open_status(config("file/talk.jsonl")).code == vibeue::StatusCode::Io);
	vibeue::SessionConfig Config = config("");
	Config.journal = text(std::string("a\0b.jsonl", 9));
	EXPECT(open_status(Config).code == vibeue::StatusCode::Input);
	// No journal at all.
	std::ofstream(Folder + "/corrupt.jsonl") << "\xFF\xFE this is not a journal\n\0\0\0";
	const vibeue::Status Corrupt = open_status(config("corrupt.jsonl"));
	EXPECT(Corrupt.code == vibeue::StatusCode::Input && !Corrupt.hint.empty(), Corrupt);
	// One that was damaged in the middle: named by its line, and salvaged.
	{
		Talk Talk(config("damaged.jsonl"));
		Talk.opened();
		Talk.ask("write 5 words");
		Talk.ask("write 6 words");
	}
	std::ifstream In(Folder + "/damaged.jsonl", std::ios::binary);
	std::string Journal((std::istreambuf_iterator<char>(In)), std::istreambuf_iterator<char>());
	const std::size_t At = Journal.find("write 5 words");
	EXPECT(At != std::string::npos);
	Journal[At] = 'W';
	std::ofstream(Folder + "/damaged.jsonl", std::ios::binary) << Journal;
	const vibeue::Status Damaged = open_status(config("damaged.jsonl"));
	EXPECT(Damaged.code == vibeue::StatusCode::Input, Damaged);
	EXPECT(std::string(Damaged.message).find("damaged.jsonl") != std::string::npos, Damaged);
	const vibeue::SalvageResult Salvaged =
		vibeue::salvage_journal(text(Folder + "/damaged.jsonl"), text(Folder + "/repaired.jsonl"));
	EXPECT(Salvaged.status.code == vibeue::StatusCode::Ok && Salvaged.dropped >= 1 && Salvaged.kept >= 3, Salvaged.status);
	EXPECT(open_status(config("repaired.jsonl")).code == vibeue::StatusCode::Ok);
	// One that another session has.
	Talk First(config("held.jsonl"));
	First.opened();
	EXPECT(open_status(config("held.jsonl")).code == vibeue::StatusCode::Busy);
	// One from the future: the clock went back since. It goes on.
	{
		Talk Ahead(config("future.jsonl"));
		Ahead.opened();
		EXPECT(Ahead.sink.opened[0].messages == 2);
		Ahead.ask("write 2 words");
		EXPECT(Ahead.sink.ends[0] == vibeue::TurnEnd::Completed);
	}
	{
		Talk Again(config("future.jsonl"));
		Again.opened();
		EXPECT(Again.sink.opened[0].messages == 4);
	}
	// The list names them all, the broken ones with the reason.
	rust::Box<vibeue::ConversationListing> Listing = vibeue::start_listing(text(Folder));
	EXPECT(eventually([&] { return Listing->is_finished(); }));
	const vibeue::ConversationTable Table = Listing->table();
	EXPECT(Table.status.code == vibeue::StatusCode::Ok, Table.status);
	std::size_t Broken = 0;
	for (const vibeue::ConversationRow& Row : Table.rows)
	{
		Broken += Row.status.code == vibeue::StatusCode::Ok ? 0 : 1;
	}
	EXPECT(Table.rows.size() == 5 && Broken == 2, std::to_string(Table.rows.size()));
}

/// A connection test, an export, the tables of settings and providers.
void beside()
{
	const int ThreadsBefore = threads();
	{
		rust::Box<vibeue::ConnectionTest> Test = vibeue::start_connection_test(config("").model);
		EXPECT(eventually([&] { return Test->is_finished(); }));
		const vibeue::ConnectionReport Report = Test->report();
		EXPECT(Report.status.code == vibeue::StatusCode::Ok && Report.works && Report.steps.size() == 6, Report.status);
		vibeue::ModelConfig Nobody = config("").model;
		Nobody.base_url = "http://127.0.0.1:9/v1";
		rust::Box<vibeue::ConnectionTest> Fails = vibeue::start_connection_test(Nobody);
		EXPECT(eventually([&] { return Fails->is_finished(); }));
		EXPECT(!Fails->report().works);
		// What the core tells about its work comes into the log.
		EXPECT(!vibeue::take_log_lines().empty());
		// Destroyed while it runs.
		vibeue::start_connection_test(config("").model);

		Talk Talk(config(""));
		Talk.opened();
		Talk.ask("write 5 words");
		Talk.ask("It is DB_PASSWORD=correct-horse9");
		for (const vibeue::ExportFormat Format : {vibeue::ExportFormat::OpenAi, vibeue::ExportFormat::OpenAiLines,
				 vibeue::ExportFormat::Anthropic, vibeue::ExportFormat::Markdown})
		{
			const std::string Path = Folder + "/export" + std::to_string(static_cast<int>(Format));
			rust::Box<vibeue::Export> Export =
				Talk.session->start_export(text(Path), Format, vibeue::HistoryKind::Transcript, false);
			EXPECT(eventually([&] { return Export->is_finished(); }));
			EXPECT(Export->status().code == vibeue::StatusCode::Ok, Export->status());
			std::ifstream In(Path);
			const std::string Written((std::istreambuf_iterator<char>(In)), std::istreambuf_iterator<char>());
			EXPECT(Written.find("write 5 words") != std::string::npos, Written);
			EXPECT(Written.find("DB_PASSWORD=[secret]") != std::string::npos, Written);
			EXPECT(Written.find("correct-horse9") == std::string::npos, Written);
			rust::Box<vibeue::Export> Whole =
				Talk.session->start_export(text(Path + "-whole"), Format, vibeue::HistoryKind::Transcript, true);
			EXPECT(eventually([&] { return Whole->is_finished(); }));
			std::ifstream Open(Path + "-whole");
			const std::string Kept((std::istreambuf_iterator<char>(Open)), std::istreambuf_iterator<char>());
			EXPECT(Kept.find("correct-horse9") != std::string::npos, Kept);
			rust::Box<vibeue::Export> Twice =
				Talk.session->start_export(text(Path), Format, vibeue::HistoryKind::Transcript, false);
			EXPECT(eventually([&] { return Twice->is_finished(); }));
			EXPECT(Twice->status().code == vibeue::StatusCode::Input, Twice->status());
		}
	}
	const rust::Vec<vibeue::SettingInfo> Settings = vibeue::list_settings();
	EXPECT(Settings.size() > 20);
	for (const vibeue::SettingInfo& Info : Settings)
	{
		if (Info.name == rust::Str("threshold"))
		{
			EXPECT(std::atof(std::string(Info.default_value).c_str()) == VIBEUE_DEFAULT_THRESHOLD);
			EXPECT(Info.min_value == VIBEUE_MIN_THRESHOLD && Info.max_value == VIBEUE_MAX_THRESHOLD);
		}
	}
	EXPECT(!vibeue::list_presets().empty());
	vibeue::ModelConfig Nowhere{};
	EXPECT(vibeue::find_connection_problem(Nowhere).gap == vibeue::ConnectionGap::Provider);
	Nowhere.base_url = "http://127.0.0.1:9";
	EXPECT(vibeue::find_connection_problem(Nowhere).gap == vibeue::ConnectionGap::Model);
	EXPECT(vibeue::find_model("gpt-4o").window == 128000);
	// Without a session, too.
	const vibeue::TokenEstimate Words = vibeue::estimate_text("gpt-4o", "hello world");
	EXPECT(Words.tokens == 2 && Words.exact && Words.error_bound == 0.0, std::to_string(Words.tokens));
	EXPECT(!vibeue::estimate_text("a model that nobody knows", "hello").exact);
	EXPECT(eventually([&] { return threads() == ThreadsBefore; }), std::to_string(threads()));
}

/// Ends in the middle of an answer.
void leave()
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

/// A long conversation is given back beside, and waited for.
void freed()
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

/// What a frame costs in which nothing happens.
void idle()
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

} // namespace

int main(int Count, char** Arguments)
{
	EXPECT(Count == 4);
	ServerUrl = Arguments[2];
	Folder = Arguments[3];
	const std::map<std::string, void (*)()> Scenarios = {{"story", story}, {"tool_rounds", tool_rounds},
		{"previews", previews}, {"panics", panics}, {"abi", abi}, {"from_within", from_within},
		{"hostile_text", hostile_text}, {"hostile_settings", hostile_settings}, {"hostile_files", hostile_files},
		{"beside", beside}, {"leave", leave}, {"freed", freed}, {"idle", idle}};
	const auto Scenario = Scenarios.find(Arguments[1]);
	EXPECT(Scenario != Scenarios.end(), std::string(Arguments[1]));
	Scenario->second();
	std::printf("done %s\n", Arguments[1]);
	return 0;
}
