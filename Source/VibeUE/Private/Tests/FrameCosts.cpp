// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/FrameCosts.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Bridge/CoreHeaders.h"
#include "HAL/PlatformTime.h"
#include "StandIn/Host.h"

namespace FrameCostsPrivate
{
template <typename NumberType>
static NumberType MedianOf(const TArray<FFrameCost>& Frames, NumberType FFrameCost::*Member)
{
	TArray<NumberType> Numbers;
	for (const FFrameCost& Frame : Frames)
	{
		Numbers.Add(Frame.*Member);
	}
	Numbers.Sort();
	return Numbers.IsEmpty() ? NumberType() : Numbers[Numbers.Num() / 2];
}
} // namespace FrameCostsPrivate

FFrameCost FFrameCost::Now()
{
	return FFrameCost{StandIn::WidgetsMade(), static_cast<int64>(vibeue::calls_made()), StandIn::AllocationCount(), FPlatformTime::Seconds()};
}

FFrameCost FFrameCost::operator-(const FFrameCost& Earlier) const
{
	return FFrameCost{Widgets - Earlier.Widgets, Calls - Earlier.Calls, Allocations - Earlier.Allocations, Seconds - Earlier.Seconds};
}

void FFrameCosts::Add(const FFrameCost& Frame)
{
	Frames.Add(Frame);
}

void FFrameCosts::Append(const FFrameCosts& More)
{
	for (const FFrameCost& Frame : More.Frames)
	{
		Frames.Add(Frame);
	}
}

FFrameCost FFrameCosts::Sum() const
{
	FFrameCost All;
	for (const FFrameCost& Frame : Frames)
	{
		All = FFrameCost{All.Widgets + Frame.Widgets, All.Calls + Frame.Calls, All.Allocations + Frame.Allocations, All.Seconds + Frame.Seconds};
	}
	return All;
}

FFrameCost FFrameCosts::Most() const
{
	FFrameCost Highest;
	for (const FFrameCost& Frame : Frames)
	{
		Highest = FFrameCost{FMath::Max(Highest.Widgets, Frame.Widgets), FMath::Max(Highest.Calls, Frame.Calls),
			FMath::Max(Highest.Allocations, Frame.Allocations), FMath::Max(Highest.Seconds, Frame.Seconds)};
	}
	return Highest;
}

FFrameCost FFrameCosts::Typical() const
{
	using FrameCostsPrivate::MedianOf;
	return FFrameCost{MedianOf(Frames, &FFrameCost::Widgets), MedianOf(Frames, &FFrameCost::Calls), MedianOf(Frames, &FFrameCost::Allocations),
		MedianOf(Frames, &FFrameCost::Seconds)};
}

FFrameCosts FFrameCosts::Others() const
{
	int32 Heaviest = 0;
	for (int32 Index = 1; Index < Frames.Num(); ++Index)
	{
		Heaviest = Frames[Index].Widgets > Frames[Heaviest].Widgets ? Index : Heaviest;
	}
	FFrameCosts Rest;
	for (int32 Index = 0; Index < Frames.Num(); ++Index)
	{
		if (Index != Heaviest)
		{
			Rest.Add(Frames[Index]);
		}
	}
	return Rest;
}

#endif
