// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "VibeUEAgent.h"
#include "CoreMinimal.h"

namespace VibeUE
{
FVibeUEAgent FromCore(const vibeue::AgentInfo& Agent);
} // namespace VibeUE
