// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Text, settings and files that make no sense.

#pragma once

#include <limits>
#include <map>

#include "talk.h"

/// Text that is none, long text, NULs.
inline void hostile_text()
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

/// Three of these settings are refused; what is wrong in a connection is added to that.
inline void each_refusal_is_counted(const rust::Slice<const vibeue::NameValue>& Values)
{
	vibeue::ModelConfig Wrong{};
	EXPECT(vibeue::validate_settings(Values, Wrong).size() == 3);
	Wrong.preset = text("sk\xff\n");
	Wrong.headers.push_back(pair("a\nb", "\x7f"));
	EXPECT(vibeue::validate_settings(Values, Wrong).size() == 5);
}

/// Settings that make no sense, and their way back.
inline void hostile_settings()
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
	each_refusal_is_counted(Values);
	const vibeue::NameValue Good[] = {pair("SummarizationThreshold", "0.9"), pair("mode", "rules")};
	EXPECT(Talk.session->set_settings(rust::Slice<const vibeue::NameValue>(Good, 2)).code == vibeue::StatusCode::Ok);
	std::map<std::string, std::string> Set;
	for (const vibeue::NameValue& Value : Talk.session->settings())
	{
		Set[std::string(Value.name)] = std::string(Value.value);
	}
	EXPECT(Set["threshold"] == "0.9" && Set["mode"] == "rules" && Set["custom_prompt"].empty());
	EXPECT(eventually([&] { return Talk.session->trigger().threshold_tokens == 12960; }));
	// Those that are not named have their defaults again, and follow the others.
	const vibeue::NameValue Lower[] = {pair("threshold", "0.65")};
	const rust::Slice<const vibeue::NameValue> Alone(Lower, 1);
	EXPECT(Talk.session->set_settings(Alone).code == vibeue::StatusCode::Ok);
	for (const vibeue::NameValue& Value : Talk.session->settings())
	{
		Set[std::string(Value.name)] = std::string(Value.value);
	}
	EXPECT(Set["threshold"] == "0.65" && Set["reset_ratio"] == "0.5687" && Set["mode"] == "hybrid");
	EXPECT(vibeue::settings_that_follow(Alone).size() == 4);
	EXPECT(vibeue::list_setting_presets().size() == 3);
	EXPECT(Talk.session->set_tools("{not json").code == vibeue::StatusCode::Input);
	EXPECT(Talk.session->undo(std::numeric_limits<std::uint64_t>::max()).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "session_error");
	EXPECT(Talk.session->cancel().code == vibeue::StatusCode::Ok);
	EXPECT(Talk.session->cancel_turn(99).code == vibeue::StatusCode::Ok);
	const vibeue::HistoryPage Page = Talk.session->history_page(static_cast<vibeue::HistoryKind>(9),
		std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint32_t>::max());
	EXPECT(Page.messages.empty() && Page.first == Page.total);
	vibeue::ModelConfig Nowhere;
	EXPECT(Talk.session->choose_model(Nowhere, false).code == vibeue::StatusCode::Settings);
	Nowhere.base_url = "http://example.com";
	Nowhere.model = "m";
	EXPECT(Talk.session->choose_model(Nowhere, false).code == vibeue::StatusCode::Settings);
	vibeue::ModelConfig Other = config("").model;
	Other.model = "gpt-4.1";
	Other.window = 0;
	EXPECT(Talk.session->choose_model(Other, false).code == vibeue::StatusCode::Ok);
	pump_until(*Talk.session, Talk.sink, "model_changed");
	EXPECT(std::string(Talk.session->model_id()) == "gpt-4.1");
}

inline vibeue::Status open_status(const vibeue::SessionConfig& Config)
{
	Talk Talk(Config);
	pump_until(*Talk.session, Talk.sink, "opened");
	return Talk.sink.opened[0].status;
}

/// Files that cannot be used.
// Long because the list at the end names all of them.
inline void hostile_files()
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
	std::string Journal = file(Folder + "/damaged.jsonl");
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
	// A copy of it is deleted, twice, and is gone.
	EXPECT(vibeue::salvage_journal(text(Folder + "/damaged.jsonl"), text(Folder + "/copy.jsonl")).status.code == vibeue::StatusCode::Ok);
	EXPECT(vibeue::delete_conversation(text(Folder), text("copy")).code == vibeue::StatusCode::Ok);
	EXPECT(!std::ifstream(Folder + "/copy.jsonl").is_open());
	EXPECT(vibeue::delete_conversation(text(Folder), text("copy")).code == vibeue::StatusCode::Ok);
	EXPECT(vibeue::delete_conversation(text(Folder), text("../copy")).code == vibeue::StatusCode::Input);
	// One that another session has.
	Talk First(config("held.jsonl"));
	First.opened();
	EXPECT(open_status(config("held.jsonl")).code == vibeue::StatusCode::Busy);
	const vibeue::Status Held = vibeue::delete_conversation(text(Folder), text("held"));
	EXPECT(Held.code == vibeue::StatusCode::Busy && !Held.hint.empty(), Held);
	First.ask("write 2 words");
	EXPECT(First.sink.ends[0] == vibeue::TurnEnd::Completed);
	// One from the future: the clock was set back since. It continues.
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
	rust::Box<vibeue::ConversationListing> Listing = vibeue::start_listing(text(Folder), "", 100);
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
