// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What runs in the background of a session, and what needs none.

#pragma once

#include <cstdlib>

#include "talk.h"

/// A conversation in each form, without its secrets and with them; never over an existing file.
inline void exports()
{
	Talk Talk(config(""));
	Talk.opened();
	Talk.ask("write 5 words");
	Talk.ask("It is DB_PASSWORD=correct-horse9");
	for (const vibeue::ExportFormat Format : {vibeue::ExportFormat::OpenAi, vibeue::ExportFormat::OpenAiLines,
			 vibeue::ExportFormat::Anthropic, vibeue::ExportFormat::Markdown})
	{
		const std::string Path = Folder + "/export" + std::to_string(static_cast<int>(Format));
		rust::Box<vibeue::FileWriting> Export =
			Talk.session->start_export(text(Path), Format, vibeue::HistoryKind::Transcript, false);
		EXPECT(eventually([&] { return Export->is_finished(); }));
		EXPECT(Export->status().code == vibeue::StatusCode::Ok, Export->status());
		const std::string Written = file(Path);
		EXPECT(Written.find("write 5 words") != std::string::npos, Written);
		EXPECT(Written.find("DB_PASSWORD=[secret]") != std::string::npos, Written);
		EXPECT(Written.find("correct-horse9") == std::string::npos, Written);
		rust::Box<vibeue::FileWriting> Whole =
			Talk.session->start_export(text(Path + "-whole"), Format, vibeue::HistoryKind::Transcript, true);
		EXPECT(eventually([&] { return Whole->is_finished(); }));
		const std::string Kept = file(Path + "-whole");
		EXPECT(Kept.find("correct-horse9") != std::string::npos, Kept);
		rust::Box<vibeue::FileWriting> Twice =
			Talk.session->start_export(text(Path), Format, vibeue::HistoryKind::Transcript, false);
		EXPECT(eventually([&] { return Twice->is_finished(); }));
		EXPECT(Twice->status().code == vibeue::StatusCode::Input, Twice->status());
	}
}

/// What a bug report needs: the host's facts and what it has set, but neither keys nor words.
inline void bug_reports()
{
	Talk Talk(config("reported.jsonl"));
	Talk.opened();
	Talk.ask("It is a planted-word");
	vibeue::ModelConfig Model = config("").model;
	Model.key = "planted-key";
	const vibeue::NameValue Settings[] = {pair("threshold", "0.7")};
	const vibeue::NameValue Facts[] = {pair("engine", "5.6.1 of planted-key")};
	const auto Write = [&](const std::string& Path) {
		const rust::Box<vibeue::FileWriting> Report = vibeue::start_bug_report(text(Path), text(Folder + "/reported.jsonl"), Model,
			rust::Slice<const vibeue::NameValue>(Settings, 1), rust::Slice<const vibeue::NameValue>(Facts, 1));
		EXPECT(eventually([&] { return Report->is_finished(); }));
		return Report->status();
	};
	const std::string Path = Folder + "/report.md";
	const vibeue::Status Status = Write(Path);
	EXPECT(Status.code == vibeue::StatusCode::Ok, Status);
	const std::string Written = file(Path);
	for (const char* Wanted : {"engine: 5.6.1", "threshold = 0.7 (host)", "gpt-4o"})
	{
		EXPECT(Written.find(Wanted) != std::string::npos, Written);
	}
	EXPECT(Written.find("planted") == std::string::npos, Written);
	EXPECT(Write(Path).code == vibeue::StatusCode::Input, Write(Path));
	EXPECT(Write(Folder + "/nowhere/report.md").code == vibeue::StatusCode::Io, Write(Folder + "/nowhere/report.md"));
}

/// Settings, providers, models and counts, without a session.
inline void tables()
{
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
	const vibeue::TokenEstimate Words = vibeue::estimate_text("gpt-4o", "hello world");
	EXPECT(Words.tokens == 2 && Words.exact && Words.error_bound == 0.0, std::to_string(Words.tokens));
	EXPECT(!vibeue::estimate_text("a model that nobody knows", "hello").exact);
}

/// A connection test, an export, the tables of settings and providers.
inline void beside()
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
		// What the core reports about its work goes to the log.
		EXPECT(!vibeue::take_log_lines().empty());
		// Destroyed while it runs.
		vibeue::start_connection_test(config("").model);
		exports();
		bug_reports();
	}
	tables();
	EXPECT(eventually([&] { return threads() == ThreadsBefore; }), std::to_string(threads()));
}
