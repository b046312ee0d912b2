// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

namespace VibeUE
{
/** Has this editor start its own tool server, by the engine's console command; returns whether the editor knows it. */
bool StartEngineServer();
} // namespace VibeUE
