// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// A conversation with the scripted server, and what scenarios share.

#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#if defined(__linux__)
#include <dirent.h>
#endif

#include "recorder.h"

inline std::string ServerUrl;
inline std::string Folder;

inline vibeue::SessionConfig config(const std::string& Journal)
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

inline std::string words(int Seed, int Count)
{
	std::string Words = "Question " + std::to_string(Seed) + ":";
	for (int Word = 0; Word < Count; ++Word)
	{
		Words += " word" + std::to_string((Word * 31 + Seed * 7) % 997);
	}
	return Words;
}

inline int threads()
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

inline vibeue::NameValue pair(const char* Name, const char* Value)
{
	vibeue::NameValue Pair;
	Pair.name = Name;
	Pair.value = Value;
	return Pair;
}

/// A whole file; empty if there is none.
inline std::string file(const std::string& Path)
{
	std::ifstream In(Path, std::ios::binary);
	return std::string((std::istreambuf_iterator<char>(In)), std::istreambuf_iterator<char>());
}
