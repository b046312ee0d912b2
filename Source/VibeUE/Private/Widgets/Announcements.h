// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** What an announcement is about, the most urgent first. */
enum class EAnnouncement : uint8
{
	Error,
	/** The conversation waits for the user. */
	Question,
	/** What is in progress, its outcome, and what a model answers. */
	Note,
};

/**
 * What is announced to screen readers, whatever part announces it. A new announcement may cut off the one before it, so
 * whatever comes while something is being read out waits, and is then said with the others that wait, the most urgent
 * first. Only what is more urgent interrupts; what it interrupted is said after it, from the sentence at which it
 * stopped.
 */
class FAnnouncements
{
public:
	/** Says from now on what waits, once there is time for it. */
	static void Start();

	/** Ends that, and forgets what waits. */
	static void Stop();

	static void Say(const FText& Words, EAnnouncement Kind);

	/** Returns whether nothing is being read out, and nothing waits. */
	static bool IsFree();

	/** Ends what is being read out: the user did something, and screen readers stop at a key. What waits is said. */
	static void CutOff();

	/** Forgets what was said and what waits. */
	static void Forget();
};
