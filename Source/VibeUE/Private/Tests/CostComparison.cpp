// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/CostComparison.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

FCostComparison::FCostComparison(FAutomationTestBase& InTest)
	: Test(InTest)
{
}

void FCostComparison::TestAlike(const TCHAR* What, int64 Short, int64 Long, int64 ByTheClock)
{
	Test.TestTrue(FString::Printf(TEXT("%s: %lld, then %lld"), What, Short, Long), Long <= Short + Short / 10 + ByTheClock);
}

void FCostComparison::TestTypical(const TCHAR* What, const FFrameCosts& Short, const FFrameCosts& Long)
{
	const FFrameCost Few = Short.Typical();
	const FFrameCost Many = Long.Typical();
	Test.TestTrue(FString::Printf(TEXT("there is something to compare: %s"), What), Short.Num() > 0 && Long.Num() > 0);
	Test.TestTrue(FString::Printf(TEXT("calls of most of %s: %lld, then %lld"), What, Few.Calls, Many.Calls), Many.Calls <= Few.Calls);
	TestAlike(*FString::Printf(TEXT("allocations of most of %s"), What), Few.Allocations, Many.Allocations);
}

void FCostComparison::TestHeaviest(const TCHAR* What, const FFrameCosts& Short, const FFrameCosts& Long)
{
	const FFrameCost Few = Short.Most();
	const FFrameCost Many = Long.Most();
	TestAlike(*FString::Printf(TEXT("calls of the heaviest of %s"), What), Few.Calls, Many.Calls, CallsOfTimer);
	TestAllocationsOfFrame(*FString::Printf(TEXT("allocations of the heaviest of %s"), What), Few.Allocations, Many.Allocations);
}

void FCostComparison::TestAllocationsOfFrame(const TCHAR* What, int64 Short, int64 Long)
{
	Test.TestTrue(FString::Printf(TEXT("%s: %lld, then %lld"), What, Short, Long), Long <= Short + Short / 4);
}

#endif
