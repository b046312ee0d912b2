// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/CoreHeaders.h"
#include "CoreMinimal.h"

/** The words of an answer as they are read out while it is being written. The core reads them: see its crate `markdown`. */
class FAnswerSpeech
{
public:
	FAnswerSpeech();

	/** Adds what was written since; returns the whole sentences that have become certain, or nothing. */
	FString Hear(const FString& Piece);

	/** Ends the answer, and returns what was not said of it; the next one may begin. */
	FString Finish();

private:
	rust::Box<vibeue::AnswerSpeech> Speech;
};
