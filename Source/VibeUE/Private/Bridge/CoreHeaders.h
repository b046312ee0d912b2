// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

// The native core's headers are made for any C++ program: the engine's warnings do not apply to them.
THIRD_PARTY_INCLUDES_START
#include "rust/cxx.h"
#include "vibeue/bridge.h"
#include "vibeue/constants.h"
THIRD_PARTY_INCLUDES_END
