// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** The editor's undo history, as far as tools look into it. Game thread. */
namespace VibeUE
{
/** Returns the titles of the next steps that would be undone, or redone, the next one first; at most this many. */
TArray<FString> GetNextSteps(bool bRedoes, int32 Most);

/** Returns whether a step is one of VibeUE's own, by its title. */
bool IsOwnStep(const FString& Title);
} // namespace VibeUE

/** Finds out whether the undo history is emptied while a step of one's own is open in it. */
class FHistoryWatch
{
public:
	/** Made after one's own step was begun. */
	FHistoryWatch();

	/** Returns whether it was emptied since; before one's own step ends. */
	bool IsEmptied() const;

private:
	int32 Length = 0;
};
