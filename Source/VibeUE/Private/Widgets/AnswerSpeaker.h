// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/**
 * Says an answer to those who hear it, by whole sentences while it comes. What is said takes time to be read out: meanwhile sentences are
 * gathered, and of many the first are said. All of the answer is in its row.
 */
class FAnswerSpeaker
{
public:
	/** Words that came. */
	void Add(const FString& Words);

	/** Nothing more comes: says what was not said yet, now or by SpeakRest. */
	void Finish();

	/** Says what is left of whole sentences and of complete answers once the last words were read out; returns whether nothing is left. */
	bool SpeakRest();

	/** Leaves what SpeakRest would say to be read in its row: the user goes on to something newer. */
	void DropRest();

	/** Forgets what was not said: the answer was taken back, or is another conversation's. */
	void Reset();

private:
	/** Says the answer up to a place, without code and without the signs of Markdown. */
	void Say(int32 End);

	/** Takes the answer up to a place as it is read out. */
	void Take(int32 End);

	/** Returns what of a line, or of the end of one, is read out; empty for code. */
	FString Read(const FString& Line, bool bIsBegin);

	/** What came and was not said yet, and what of it is only to be read out. */
	FString Pending;
	FString Taken;

	/** What comes next is the beginning of a line. */
	bool bStartsLine = true;

	/** How much of it was looked at, and where its last whole sentence ends. */
	int32 Looked = 0;
	int32 EndOfSentence = 0;
	bool bIsCode = false;
};
