// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/FrameMeter.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Host.h"

FFrameMeter::FFrameMeter(FFrameCosts& Costs)
{
	StandIn::WatchFrames([this, &Costs](bool bBegins)
	{
		if (bBegins)
		{
			Began = FFrameCost::Now();
		}
		else
		{
			Costs.Add(FFrameCost::Now() - Began);
		}
	});
}

FFrameMeter::~FFrameMeter()
{
	StandIn::WatchFrames(nullptr);
}

#endif
