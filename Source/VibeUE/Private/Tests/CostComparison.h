// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "Tests/FrameCosts.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/**
 * Tests that a longer conversation costs no more than a shorter one.
 *
 * What every frame does is compared exactly. Timers, and what comes from the core's threads, fall into one frame or another and into one
 * stretch of frames or the next, so what is added up over frames, and the heaviest frame, have some room. Work for each message would take
 * far more than that: the longer conversation has at least ten times as many messages.
 */
class FCostComparison
{
public:
	explicit FCostComparison(FAutomationTestBase& InTest);

	/** Tests a number that the phases of timers change by less than a tenth, and by this much more. */
	void TestAlike(const TCHAR* What, int64 Short, int64 Long, int64 ByTheClock = 0);

	/** Tests what most of the frames cost: calls exactly, and allocations but for a tenth, because longer numbers are longer texts. */
	void TestTypical(const TCHAR* What, const FFrameCosts& Short, const FFrameCosts& Long);

	/** Tests the heaviest of the frames, into which two timers may fall where they fall into two frames of the other conversation. */
	void TestHeaviest(const TCHAR* What, const FFrameCosts& Short, const FFrameCosts& Long);

	/**
	 * Tests the allocations of one frame: the longer conversation may take a quarter more.
	 *
	 * Measured, the heaviest frames differ by less than one percent. A quarter of the lightest of them, in which a piece of an answer comes, is
	 * about what a whole frame at rest takes with its timers, so it is room for a second timer. Work for each message takes several times as much.
	 */
	void TestAllocationsOfFrame(const TCHAR* What, int64 Short, int64 Long);

	/** Calls that a timer, or an event of the core's, makes. */
	static constexpr int64 CallsOfTimer = 8;

private:
	FAutomationTestBase& Test;
};

#endif
