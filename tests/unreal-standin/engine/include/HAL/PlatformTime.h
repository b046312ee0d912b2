#pragma once

#include "HAL/Platform.h"

// CES CesiumRuntime/Private/Tests/TileLoadingSoakTest.cpp; SEN Performance/SentryPerfGCMonitor.cpp
struct FPlatformTime
{
	static double Seconds(); // never goes backwards; the epoch is arbitrary
	static uint64 Cycles64();
	static double ToSeconds64(uint64 Cycles);
};
