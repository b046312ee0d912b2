// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

// What is made, taken and called in a frame can be counted in the stand-in alone.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** What the game thread did in a frame, or in several. */
struct FFrameCost
{
	/** Widgets that were made. */
	int64 Widgets = 0;

	/** Calls across the bridge. */
	int64 Calls = 0;

	/** How often memory was taken; 0 where that is not counted. */
	int64 Allocations = 0;

	double Seconds = 0.0;

	/** Returns all that it did so far. */
	static FFrameCost Now();

	FFrameCost operator-(const FFrameCost& Earlier) const;
};

/** What some frames cost, each by itself. */
class FFrameCosts
{
public:
	/** Adds a frame. */
	void Add(const FFrameCost& Frame);

	/** Adds the frames of others. */
	void Append(const FFrameCosts& More);

	/** Returns how many frames there are. */
	int32 Num() const
	{
		return Frames.Num();
	}

	/** Returns what all of them cost together. */
	FFrameCost Sum() const;

	/** Returns the most of each that one frame took. */
	FFrameCost Most() const;

	/** Returns the median of each: what a frame costs in which nothing happens that the clock decides, if such frames are in the majority. */
	FFrameCost Typical() const;

	/** Returns all frames but the one that made the most widgets. */
	FFrameCosts Others() const;

private:
	TArray<FFrameCost> Frames;
};

#endif
