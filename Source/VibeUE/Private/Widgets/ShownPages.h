// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/**
 * Which messages of a conversation have rows: the newest ones and, if the user looked further back, a stretch of older
 * ones. There may be a gap between them. Both stay short however long the conversation is, because rows cost layout
 * each frame; the newest ones grow with the conversation until they are trimmed.
 */
class FShownPages
{
public:
	/** Messages that are shown at first, and that come with each step. */
	static constexpr int64 PageSize = 100;

	/** The maximum number of messages of a stretch that the user made longer step by step. */
	static constexpr int64 MostOfStretch = 3 * PageSize;

	/** Follows the conversation, which may have become shorter. */
	void Fit(int64 InTotal);

	/** Shows only the newest page if there are more than a stretch may have; returns whether there were. */
	bool Trim(int64 InTotal);

	/** Shows the page before the oldest message that is shown. */
	void ShowEarlier();

	/** Shows the page after the gap's beginning. */
	void ShowLater();

	/** Shows the message at this place, in the midst of a page. */
	void ShowAround(int64 Place);

	/** The place of the first message of the older stretch, and the place after its last one; the same if there is none. */
	int64 GetPastFirst() const
	{
		return PastFirst;
	}
	int64 GetPastEnd() const
	{
		return PastEnd;
	}

	/** The place of the first of the newest messages that are shown. */
	int64 GetNewestFirst() const
	{
		return NewestFirst;
	}
	int64 GetTotal() const
	{
		return Total;
	}
	bool HasPast() const
	{
		return PastFirst < PastEnd;
	}

	/** How many messages are before all that are shown, and how many in the gap. */
	int64 CountEarlier() const
	{
		return HasPast() ? PastFirst : NewestFirst;
	}
	int64 CountLater() const
	{
		return HasPast() ? NewestFirst - PastEnd : 0;
	}

private:
	void JoinWhereTheyMeet();

	int64 Total = 0;
	int64 PastFirst = 0;
	int64 PastEnd = 0;
	int64 NewestFirst = MAX_int64;
};
