// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Tests/FrameCosts.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** Notes what each frame costs while it is there, without what the spec looks at between them. */
class FFrameMeter
{
public:
	explicit FFrameMeter(FFrameCosts& Costs);
	~FFrameMeter();

	FFrameMeter(const FFrameMeter&) = delete;
	FFrameMeter& operator=(const FFrameMeter&) = delete;

private:
	FFrameCost Began;
};

#endif
