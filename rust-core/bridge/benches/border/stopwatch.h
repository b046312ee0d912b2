// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "allocations.h"

/// The times of one call; prints a line that the benchmark reads.
class Times
{
public:
	explicit Times(const char* InName) : Name(InName) {}

	/// Prints `figure NAME MEDIAN LONGEST ALLOCATIONS`, times in nanoseconds.
	~Times()
	{
		if (!All.empty())
		{
			std::sort(All.begin(), All.end());
			std::printf("figure %s %.1f %.1f %lld\n", Name, All[All.size() / 2], All.back(), Allocations);
			std::fflush(stdout);
		}
	}
	Times(const Times&) = delete;
	Times& operator=(const Times&) = delete;

	/// Measures a call, one at a time.
	template <typename CallType>
	auto once(const CallType& Call)
	{
		const Span Watched(*this, 1);
		return Call();
	}

	/// Measures a call that is too short for the clock.
	template <typename CallType>
	void many(int Turns, const CallType& Call)
	{
		static constexpr int Samples = 15;
		for (int Sample = 0; Sample < Samples; ++Sample)
		{
			const Span Watched(*this, Turns);
			for (int Turn = 0; Turn < Turns; ++Turn)
			{
				Call();
			}
		}
	}

private:
	/// From here to the end of a block.
	struct Span
	{
		Times& Owner;
		const int Turns;
		const long long Allocated = AllocationsOfThread;
		const std::chrono::steady_clock::time_point Begun = std::chrono::steady_clock::now();

		Span(Times& InOwner, int InTurns) : Owner(InOwner), Turns(InTurns) {}
		~Span()
		{
			const std::chrono::duration<double, std::nano> Took = std::chrono::steady_clock::now() - Begun;
			Owner.All.push_back(Took.count() / Turns);
			Owner.Allocations = (AllocationsOfThread - Allocated) / Turns;
		}
		Span(const Span&) = delete;
		Span& operator=(const Span&) = delete;
	};

	const char* Name;
	std::vector<double> All;
	/// Those of the last sample: the first ones fill caches.
	long long Allocations = 0;
};
