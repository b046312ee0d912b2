// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// Uses the native library as the Unreal module does: without exceptions,
// without RTTI, from one thread. Each scenario is one run of this program, so
// that a crash is one failed test.

#include <map>

#include "beside.h"
#include "big_result.h"
#include "border_itself.h"
#include "conversations.h"
#include "hostile.h"

int main(int Count, char** Arguments)
{
	EXPECT(Count == 4);
	ServerUrl = Arguments[2];
	Folder = Arguments[3];
	const std::map<std::string, void (*)()> Scenarios = {{"story", story}, {"tool_rounds", tool_rounds},
		{"project_files", project_files},
		{"previews", previews}, {"levers", levers}, {"panics", panics}, {"versions", versions}, {"from_within", from_within},
		{"hostile_text", hostile_text}, {"hostile_settings", hostile_settings}, {"hostile_files", hostile_files},
		{"beside", beside}, {"leave", leave}, {"freed", freed}, {"idle", idle}, {"big_result", big_result}};
	const auto Scenario = Scenarios.find(Arguments[1]);
	EXPECT(Scenario != Scenarios.end(), std::string(Arguments[1]));
	Scenario->second();
	std::printf("done %s\n", Arguments[1]);
	return 0;
}
