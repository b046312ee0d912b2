// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class FAnswerSpeech;

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
	/** Says what can be said of all that came. */
	void Say();

	/** Hands over what came, and takes the whole sentences of it. */
	void Hear();

	/** Takes words that are to be said. */
	void Take(const FString& Spoken);

	/** What came and was not handed over yet: it is read when there is time to say it. */
	FString Pending;

	/** What is only to be read out. */
	FString Taken;

	/** The answer that comes; made with its first words. */
	TSharedPtr<FAnswerSpeech> Speech;
};
