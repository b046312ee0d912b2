// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class FAnswerSpeech;

/**
 * Reads an answer out, in whole sentences as it arrives. Reading out takes time: meanwhile sentences are gathered, and
 * if there are many, only the first ones are said. The whole answer is in its row.
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

	/** Drops what SpeakRest would say, which can be read in its row: the user moves on to something newer. */
	void DropRest();

	/** Forgets what was not said: the answer was retracted, or belongs to another conversation. */
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
