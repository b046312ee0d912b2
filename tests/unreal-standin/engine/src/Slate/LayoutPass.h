#pragma once

#include "Widgets/SWidget.h"

namespace StandIn
{
// A pass that sizes all widgets and puts them in their places.
struct FLayoutPass
{
	uint64 Number = 0;
	// Widgets that were put in a place, now and in the pass before.
	int32 Arranged = 0;
	int32 ArrangedBefore = 0;
	bool bChanged = false;

	// The one that runs, or ran last.
	static FLayoutPass& Current();
};
} // namespace StandIn
