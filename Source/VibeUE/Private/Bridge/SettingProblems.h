// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

class UVibeUESettings;

namespace VibeUE
{
/** Says what is wrong with these settings of the core, and with the connection and the agent of the settings page. Needs a usable core. */
rust::Vec<vibeue::SettingProblem> FindSettingProblems(const TMap<FString, FString>& Values, const UVibeUESettings& Page);
} // namespace VibeUE
