// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Measures each call that the editor's game thread makes, on a conversation that the benchmark prepared. Does not judge
// the results.

#include <fstream>
#include <memory>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "held.h"
#include "recorder.h"
#include "stopwatch.h"

namespace
{

/// How often a call that changes something is made.
constexpr int Repeats = 15;

std::string ServerUrl;
std::string Journal;

/// What is read goes in here, so that no call is optimized away.
std::uint64_t Sum = 0;

vibeue::ModelConfig model(const std::string& Url)
{
	vibeue::ModelConfig Model;
	Model.protocol = "openai";
	Model.base_url = text(Url);
	Model.key = "of-the-benchmark";
	Model.model = "gpt-4o";
	// Condenses only on request.
	Model.window = 100000000;
	Model.max_output_tokens = 1000;
	return Model;
}

vibeue::SessionConfig config(const std::string& Path)
{
	vibeue::SessionConfig Config;
	Config.model = model(ServerUrl + "/v1");
	Config.journal = text(Path);
	vibeue::NameValue Rules;
	Rules.name = "mode";
	Rules.value = "rules";
	Config.settings.push_back(Rules);
	return Config;
}

/// Receives all events and keeps what is needed to know when to continue.
class Listener : public vibeue::EventSink
{
public:
	int opened = 0;
	int ended = 0;
	int summaries = 0;
	int previews = 0;
	int reshapes = 0;
	int pins = 0;
	int warnings = 0;
	int errors = 0;
	int models = 0;
	int closed = 0;
	std::uint64_t bytes = 0;
	std::uint64_t beginnings = 0;
	std::string call;

	void on_opened(const vibeue::OpenReport& Report) override
	{
		EXPECT(Report.status.code == vibeue::StatusCode::Ok, Report.status);
		++opened;
	}
	void on_state(const vibeue::SessionState&) override {}
	void on_turn_started(std::uint64_t) override {}
	void on_text_delta(std::uint64_t, rust::Str Delta) override { bytes += Delta.size(); }
	void on_reasoning_delta(std::uint64_t, rust::Str) override {}
	void on_answer_retracted(std::uint64_t, rust::Str) override {}
	void on_message(std::uint64_t, const vibeue::Message& Message) override
	{
		bytes += Message.text.size();
		for (const vibeue::ToolResult& Result : Message.tool_results)
		{
			bytes += Result.text.size();
			beginnings += Result.text.size() < Result.bytes ? 1 : 0;
		}
	}
	void on_tool_call(const vibeue::ToolRequest& Request) override { call = std::string(Request.call_id); }
	void on_tool_approved(std::uint64_t, rust::Str) override {}
	void on_tool_ended(std::uint64_t, rust::Str, vibeue::ToolEnd) override {}
	void on_usage(const vibeue::UsageReport&) override {}
	void on_summarization_started(const vibeue::SummarizationStarted&) override {}
	void on_summarization_complete(const vibeue::SummarizationComplete& Complete) override
	{
		EXPECT(Complete.success, std::string(Complete.failure.message));
		++summaries;
	}
	void on_preview_started(std::uint64_t) override {}
	void on_preview_failed(const vibeue::PreviewFailure& Failed) override { EXPECT(false, std::string(Failed.failure.message)); }
	void on_preview_ready(const vibeue::SummaryPreview& Preview) override
	{
		Sum += Preview.goes;
		++previews;
	}
	void on_undone(rust::Slice<const std::uint64_t>) override { ++reshapes; }
	void on_branch_shown(std::uint64_t) override { ++reshapes; }
	void on_redone(std::uint64_t) override { ++reshapes; }
	void on_pinned(std::uint64_t, bool) override { ++pins; }
	void on_shortened(const vibeue::FormChange&) override { ++pins; }
	void on_restored(const vibeue::FormChange&) override { ++pins; }
	void on_summary_edited(std::uint64_t) override {}
	void on_model_changed(rust::Str) override { ++models; }
	void on_warning(std::uint64_t, rust::Str) override { ++warnings; }
	void on_session_error(std::uint64_t, const vibeue::Failure& Failure) override
	{
		std::fprintf(stderr, "%s\n", std::string(Failure.message).c_str());
		++errors;
	}
	void on_turn_ended(std::uint64_t, vibeue::TurnEnd End) override
	{
		EXPECT(End == vibeue::TurnEnd::Completed);
		++ended;
	}
	void on_tool_servers_changed() override {}
	void on_agent_changed() override {}
	void on_lagged(std::uint64_t) override {}
	void on_closed() override { ++closed; }
};

struct Talk
{
	Listener heard;
	rust::Box<vibeue::Session> session;

	explicit Talk(rust::Box<vibeue::Session> InSession) : session(std::move(InSession)) {}
	explicit Talk(const vibeue::SessionConfig& Config) : session(vibeue::open_session(Config)) {}

	const vibeue::Session& operator*() const { return *session; }

	/// Pumps at the pace of a game until a condition is met.
	template <typename WantedType>
	void until(const WantedType& Wanted, Times* Frames = nullptr)
	{
		EXPECT(eventually([&] {
			if (Frames)
			{
				Frames->once([&] { return session->pump(heard); });
			}
			else
			{
				session->pump(heard);
			}
			return Wanted();
		}));
	}

	void opened(Times* Frames = nullptr)
	{
		until([&] { return heard.opened == 1; }, Frames);
	}

	/// Nothing is running and all events were delivered.
	void idle()
	{
		until([&] {
			const vibeue::SessionState State = session->state();
			return State.phase == vibeue::Phase::Idle && State.queued == 0 && State.summary == 0;
		});
		// The server's description of its model may arrive at any time.
		std::this_thread::sleep_for(std::chrono::milliseconds(20));
		until([&] { return session->pump(heard) == 0; });
	}

	/// Waits without pumping until a request is carried out, so that all of its events are delivered in one frame.
	void unread(const std::uint64_t Revision, const std::uint64_t Changes)
	{
		EXPECT(eventually([&] {
			const vibeue::SessionState State = session->state();
			return session->revision() >= Revision + Changes && State.phase == vibeue::Phase::Idle && State.queued == 0 &&
				State.summary == 0;
		}));
	}
};

/// Kilobytes that this program holds, without freed memory.
long long memory()
{
	long long Pages = 0;
#if defined(__GLIBC__)
	malloc_trim(0);
#endif
	std::ifstream File("/proc/self/statm");
	long long Size = 0;
	File >> Size >> Pages;
	return Pages * 4;
}

void ok(const vibeue::Status& Status)
{
	EXPECT(Status.code == vibeue::StatusCode::Ok, Status);
}

/// Opens and ends a new session each time.
void open_and_close()
{
	{
		Times Open("open_session"), Frames("frames_while_it_opens"), Close("close"), Destroy("destroy");
		for (int Turn = 0; Turn < Repeats; ++Turn)
		{
			const vibeue::SessionConfig Config = config(Journal);
			const auto Begun = std::chrono::steady_clock::now();
			auto Session = std::make_unique<Talk>(Open.once([&] { return vibeue::open_session(Config); }));
			Session->opened(&Frames);
			const std::chrono::duration<double, std::milli> Took = std::chrono::steady_clock::now() - Begun;
			if (Turn == Repeats - 1)
			{
				std::printf("elapsed open_session_to_opened_event %.1f\n", Took.count());
			}
			Session->idle();
			EXPECT(Close.once([&] { return (**Session).close(5000); }).complete);
			Session->until([&] { return Session->heard.closed == 1; });
			Destroy.once([&] { Session.reset(); });
		}
	}
	Times Open("open_session_over_https"), Switch("choose_model_over_https");
	for (int Turn = 0; Turn < Repeats; ++Turn)
	{
		vibeue::SessionConfig Config = config(std::string());
		// No server is there; it is only asked for the limits of the model.
		Config.model = model("https://127.0.0.1:9/v1");
		Talk Session(Open.once([&] { return vibeue::open_session(Config); }));
		Session.opened();
		const vibeue::ModelConfig Other = model("https://127.0.0.1:7/v1");
		ok(Switch.once([&] { return (*Session).choose_model(Other, false); }));
		Session.until([&] { return Session.heard.models == 1; });
	}
}

/// What a window reads.
void reads(Talk& Talk)
{
	const vibeue::Session& Session = *Talk;
	const std::uint64_t Count = Session.message_count(vibeue::HistoryKind::Transcript);
	const auto Page = [&](const char* Name, std::uint64_t First, std::uint32_t Messages) {
		Times(Name).many(10, [&] {
			Sum += Session.history_page(vibeue::HistoryKind::Transcript, First, Messages).messages.size();
		});
	};
	Times("pump_without_events").many(10000, [&] { Sum += Session.pump(Talk.heard); });
	Times("has_events").many(10000, [&] { Sum += Session.has_events() ? 1 : 0; });
	Times("take_log_lines").many(10000, [&] { Sum += vibeue::take_log_lines().size(); });
	Times("usage").many(2000, [&] { Sum += Session.usage().used; });
	Times("estimate_conversation").many(2000, [&] { Sum += Session.estimate_conversation().tokens; });
	Times("trigger").many(500, [&] { Sum += Session.trigger().used; });
	Times("state").many(2000, [&] { Sum += Session.state().queued; });
	Times("stage").many(2000, [&] { Sum += Session.stage() == vibeue::Stage::Open ? 1 : 0; });
	Times("costs").many(2000, [&] { Sum += Session.costs().chat.calls; });
	Times("title").many(2000, [&] { Sum += Session.title().size(); });
	Times("model_id").many(2000, [&] { Sum += Session.model_id().size(); });
	Times("message_count").many(2000, [&] { Sum += Session.message_count(vibeue::HistoryKind::View); });
	Times("summaries").many(2000, [&] { Sum += Session.summaries().size(); });
	Page("page_of_100_first", 0, 100);
	Page("page_of_100_middle", Count / 2, 100);
	Page("page_of_100_last", Count - 100, 100);
	Page("page_of_1000_middle", Count / 2 - 500, 1000);
	const std::string Draft = "The quick brown fox opens the airlock and reads the log of the station. ";
	Times("estimate_text_of_72_bytes").many(500, [&] { Sum += Session.estimate_text(Draft).tokens; });
	std::string Long;
	while (Long.size() < 10000)
	{
		Long += Draft;
	}
	Times("estimate_text_of_10_kilobytes").many(10, [&] { Sum += Session.estimate_text(Long).tokens; });
	Times("settings").many(100, [&] { Sum += Session.settings().size(); });
}

/// The user's requests, and the frames that deliver their results.
void commands(Talk& Talk)
{
	const vibeue::Session& Session = *Talk;
	Listener& Heard = Talk.heard;
	Times Submit("submit"), Answer("frame_with_a_turn"), Preview("preview"), Previewed("frame_with_a_preview"), PreviewPage("page_of_100_of_a_preview");
	Times Summarize("summarize"), Summarized("frame_with_a_summary"), Undo("undo"), Undone("frame_with_an_undo");
	Times Pin("pin"), Rename("rename"), Settings("set_settings"), Tools("set_tools"), Export("start_export");
	Times Switch("choose_model_on_one_server"), Cancel("cancel");
	for (int Turn = 0; Turn < Repeats; ++Turn)
	{
		// It begins, and it ends.
		std::uint64_t Revision = Session.revision();
		EXPECT(Submit.once([&] { return Session.submit("write 5 words"); }).turn > 0);
		Talk.unread(Revision, 2);
		const int Ended = Heard.ended;
		Answer.once([&] { return Session.pump(Heard); });
		Talk.until([&] { return Heard.ended == Ended + 1; });

		Revision = Session.revision();
		ok(Preview.once([&] { return Session.preview(""); }));
		Talk.unread(Revision, 2);
		const int Shown = Heard.previews;
		Previewed.once([&] { return Session.pump(Heard); });
		Talk.until([&] { return Heard.previews == Shown + 1; });
		PreviewPage.once([&] {
			return Session.preview_messages(vibeue::PreviewPart::Goes, 0, 100).size();
		});

		Revision = Session.revision();
		ok(Summarize.once([&] { return Session.summarize(""); }));
		Talk.unread(Revision, 2);
		const int Written = Heard.summaries;
		Summarized.once([&] { return Session.pump(Heard); });
		Talk.until([&] { return Heard.summaries == Written + 1; });

		Revision = Session.revision();
		ok(Undo.once([&] { return Session.undo(0); }));
		Talk.unread(Revision, 1);
		const int Reshaped = Heard.reshapes;
		Undone.once([&] { return Session.pump(Heard); });
		Talk.until([&] { return Heard.reshapes == Reshaped + 1; });

		ok(Pin.once([&] { return Session.pin(2, Turn % 2 == 0); }));
		ok(Rename.once([&] { return Session.rename("The door"); }));
		vibeue::NameValue Threshold;
		Threshold.name = "threshold";
		Threshold.value = Turn % 2 == 0 ? "0.7" : "0.8";
		ok(Settings.once([&] { return Session.set_settings(rust::Slice<const vibeue::NameValue>(&Threshold, 1)); }));
		ok(Tools.once([&] {
			return Session.set_tools(R"([{"name":"look","description":"Looks.","parameters":{"type":"object"}}])");
		}));
		ok(Switch.once([&] { return Session.choose_model(model(ServerUrl + "/v1"), false); }));
		ok(Cancel.once([&] { return Session.cancel(); }));
		const std::string Path = Journal + "." + std::to_string(Turn) + ".md";
		const rust::Box<vibeue::FileWriting> Written_beside = Export.once([&] {
			return Session.start_export(text(Path), vibeue::ExportFormat::Markdown, vibeue::HistoryKind::Transcript, false);
		});
		EXPECT(eventually([&] { return Written_beside->is_finished(); }));
		ok(Written_beside->status());
		Talk.idle();
	}
	EXPECT(Heard.errors == 0);
}

/// Frames that deliver many events.
void bursts(Talk& Talk)
{
	const vibeue::Session& Session = *Talk;
	Listener& Heard = Talk.heard;
	Times Deltas("frame_with_1000_deltas"), Events("frame_with_1000_events");
	for (int Turn = 0; Turn < Repeats; ++Turn)
	{
		const int Ended = Heard.ended;
		const std::uint64_t Bytes = Heard.bytes;
		std::uint64_t Revision = Session.revision();
		Session.submit("write 1000 words");
		Talk.unread(Revision, 2);
		Deltas.once([&] { return Session.pump(Heard); });
		Talk.until([&] { return Heard.ended == Ended + 1; });
		EXPECT(Heard.bytes > Bytes + 2 * 7000, "the answer came as deltas and as a message");

		const int Before = Heard.warnings;
		Revision = Session.revision();
		for (int Call = 0; Call < 1000; ++Call)
		{
			Session.approve_tool("nobody", vibeue::Approval::Allow, "");
		}
		Talk.unread(Revision, 1000);
		const std::uint32_t Told = Events.once([&] { return Session.pump(Heard); });
		EXPECT(Told >= 1000, std::to_string(Told));
		Talk.until([&] { return Heard.warnings == Before + 1000; });
	}
}

/// A call whose result has this many characters: handing it over as the plugin does, and the frame that delivers it and
/// the answer that follows.
void result_of(std::size_t Characters, const char* Given, const char* Told)
{
	static constexpr int Calls = 5;
	std::u16string Text;
	for (; Text.size() < Characters; Text += u"Door.cpp(12): warning C4996: 'Open': was declared deprecated\n")
	{
	}
	Text.resize(Characters);
	Talk Talk(config(std::string()));
	Talk.opened();
	ok((*Talk).set_tools(R"([{"name":"look","description":"Looks.","parameters":{"type":"object"}}])"));
	Talk.idle();
	Times Give(Given), Tell(Told);
	for (int Call = 0; Call < Calls; ++Call)
	{
		const int Ended = Talk.heard.ended;
		Talk.heard.call.clear();
		(*Talk).submit("use look {}");
		Talk.until([&] { return !Talk.heard.call.empty(); });
		const std::uint64_t Revision = (*Talk).revision();
		std::u16string Moved = Text; // as the plugin does
		ok(Give.once([&] { return (*Talk).end_tool(Talk.heard.call, vibeue::ToolEnd::Done, held(std::move(Moved)), {}); }));
		Talk.unread(Revision, 1);
		Tell.once([&] { return (*Talk).pump(Talk.heard); });
		Talk.until([&] { return Talk.heard.ended == Ended + 1; });
	}
	EXPECT(Talk.heard.errors == 0);
	EXPECT((Talk.heard.beginnings > 0) == (Characters > 16 * 1024));
}

/// Results of any size.
void results()
{
	static constexpr std::size_t Mebibyte = 1024 * 1024;
	result_of(0, "end_tool_of_0_bytes", "frame_with_a_result_of_0_bytes");
	result_of(Mebibyte, "end_tool_of_1_MiB", "frame_with_a_result_of_1_MiB");
	result_of(5 * Mebibyte, "end_tool_of_5_MiB", "frame_with_a_result_of_5_MiB");
}

/// The memory of a session, and what a turn adds.
void memory_of_sessions()
{
	// The vocabulary and the like belong to the process: they are loaded by now.
	const vibeue::SessionConfig Config = config(std::string());
	std::unique_ptr<Talk> Small;
	{
		Times First("first_open_session_of_the_process");
		Small = std::make_unique<Talk>(First.once([&] { return vibeue::open_session(Config); }));
	}
	Small->opened();
	Small->idle();
	const long long Before = memory();
	auto Empty = std::make_unique<Talk>(config(std::string()));
	Empty->opened();
	Empty->idle();
	const long long WithEmpty = memory();
	auto Long = std::make_unique<Talk>(config(Journal));
	Long->opened();
	Long->idle();
	const long long WithLong = memory();
	std::printf("memory of_an_empty_session %lld\n", WithEmpty - Before);
	std::printf("memory of_this_session %lld\n", WithLong - WithEmpty);
	const auto Talks = [&](int Turns) {
		for (int Turn = 0; Turn < Turns; ++Turn)
		{
			const int Ended = Empty->heard.ended;
			(**Empty).submit("write 50 words");
			Empty->until([&] { return Empty->heard.ended == Ended + 1; });
		}
		Empty->idle();
	};
	// The first turns fill the pools of connections and threads.
	Talks(20);
	const long long WithTalk = memory();
	Talks(200);
	std::printf("memory of_200_turns_of_700_bytes %lld\n", memory() - WithTalk);
	Long.reset();
	Empty.reset();
	vibeue::finish();
	std::printf("memory left_after_both %lld\n", memory() - Before);
}

/// What the user waits for when closing the editor: an answer that is not yet on the disk.
void close_after_an_answer()
{
	Times Close("close_after_an_answer");
	for (int Turn = 0; Turn < Repeats; ++Turn)
	{
		Talk Session(config(Journal));
		Session.opened();
		(*Session).submit("write 5 words");
		Session.until([&] { return Session.heard.ended == 1; });
		Session.idle();
		EXPECT(Close.once([&] { return (*Session).close(5000); }).complete);
	}
}

} // namespace

int main(int Count, char** Arguments)
{
	EXPECT(Count == 4);
	ServerUrl = Arguments[2];
	Journal = Arguments[3];
	memory_of_sessions();
	open_and_close();
	{
		Talk Talk(config(Journal));
		Talk.opened();
		Talk.idle();
		std::printf("messages %llu\n", static_cast<unsigned long long>((*Talk).message_count(vibeue::HistoryKind::Transcript)));
		reads(Talk);
		commands(Talk);
		bursts(Talk);
	}
	results();
	close_after_an_answer();
	std::printf("checksum %llu\n", static_cast<unsigned long long>(Sum));
	std::printf("done %s\n", Arguments[1]);
	return 0;
}
