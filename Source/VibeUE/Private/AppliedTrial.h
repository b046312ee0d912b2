// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

struct FTuningTrial;
class UVibeUESettings;

/** A combination of settings that was applied, with what there was before. */
class FAppliedTrial
{
public:
	/** Sets what the trial changes and nothing else, as choosing a preset or moving the threshold on the page does; saves it, and tells listeners. */
	static FAppliedTrial Apply(UVibeUESettings& Settings, const FTuningTrial& Trial);

	/** Sets what was changed to what it was before. */
	void TakeBack(UVibeUESettings& Settings) const;

	/** Returns whether every field that was changed still says what was applied. */
	bool IsInForce(const UVibeUESettings& Settings) const;

	/** Returns the properties that were changed, in the order of the page. */
	const TArray<FString>& GetNames() const
	{
		return Names;
	}

private:
	/** What the fields said before, as the core writes it. */
	TMap<FString, FString> Before;
	/** What they said then. */
	TMap<FString, FString> After;
	TArray<FString> Names;
};
