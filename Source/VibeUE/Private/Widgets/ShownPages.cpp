// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ShownPages.h"

void FShownPages::Fit(int64 InTotal)
{
	Total = InTotal;
	NewestFirst = FMath::Min(NewestFirst, FMath::Max<int64>(Total - PageSize, 0));
	PastEnd = FMath::Min(PastEnd, NewestFirst);
	PastFirst = FMath::Min(PastFirst, PastEnd);
	if (HasPast())
	{
		JoinWhereTheyMeet();
	}
}

bool FShownPages::Trim(int64 InTotal)
{
	if (!HasPast() && InTotal - NewestFirst <= MostOfStretch)
	{
		return false;
	}
	*this = FShownPages();
	Fit(InTotal);
	return true;
}

void FShownPages::ShowEarlier()
{
	const int64 First = FMath::Max<int64>(CountEarlier() - PageSize, 0);
	if (!HasPast() && Total - First <= MostOfStretch)
	{
		NewestFirst = First;
		return;
	}
	if (!HasPast())
	{
		PastEnd = Total;
		NewestFirst = FMath::Max<int64>(Total - PageSize, 0);
	}
	PastFirst = First;
	PastEnd = FMath::Min(PastEnd, First + MostOfStretch);
	JoinWhereTheyMeet();
}

void FShownPages::ShowLater()
{
	PastEnd = FMath::Min(PastEnd + PageSize, NewestFirst);
	PastFirst = FMath::Max(PastFirst, PastEnd - MostOfStretch);
	JoinWhereTheyMeet();
}

void FShownPages::ShowAround(int64 Place)
{
	if (Place >= NewestFirst || (Place >= PastFirst && Place < PastEnd) || Place < 0)
	{
		return;
	}
	PastFirst = FMath::Max<int64>(Place - PageSize / 2, 0);
	PastEnd = FMath::Min(PastFirst + PageSize, NewestFirst);
	JoinWhereTheyMeet();
}

void FShownPages::JoinWhereTheyMeet()
{
	if (PastEnd >= NewestFirst)
	{
		NewestFirst = FMath::Min(PastFirst, NewestFirst);
		PastFirst = 0;
		PastEnd = 0;
	}
}
