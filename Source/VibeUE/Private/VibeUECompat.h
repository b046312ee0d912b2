// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Misc/CoreDelegates.h"
#include "Misc/EngineVersionComparison.h"

// The differences between the supported engines, 5.6 to 5.8, in one place.

namespace VibeUECompat
{
/** Fires when the engine is up; the member became a function in 5.8. */
inline FSimpleMulticastDelegate& OnPostEngineInit()
{
#if UE_VERSION_OLDER_THAN(5, 8, 0)
	return FCoreDelegates::OnPostEngineInit;
#else
	return FCoreDelegates::GetOnPostEngineInit();
#endif
}
} // namespace VibeUECompat
