// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/SettingProblems.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "VibeUESettings.h"

namespace VibeUE
{
rust::Vec<vibeue::SettingProblem> FindSettingProblems(const TMap<FString, FString>& Values, const UVibeUESettings& Page)
{
	rust::Vec<vibeue::NameValue> All = ToCore(Values);
	const auto Add = [&All](const FName Property, const FString& Text)
	{
		vibeue::NameValue Field{};
		Field.name = ToCore(Property.ToString());
		Field.value = ToCore(Text);
		All.push_back(std::move(Field));
	};
	Add(GET_MEMBER_NAME_CHECKED(UVibeUESettings, AgentCommand), Page.AgentCommand);
	for (const FString& Variable : Page.AgentVariables)
	{
		Add(GET_MEMBER_NAME_CHECKED(UVibeUESettings, AgentVariables), Variable);
	}
	return vibeue::validate_settings(rust::Slice<const vibeue::NameValue>(All.data(), All.size()), ToCore(Page.GetModelChoice()));
}
} // namespace VibeUE
