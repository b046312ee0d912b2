// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/UObjectGlobals.h"

class UPackage;

/**
 * Keeps packages from being saved while it lives: attempts are refused through the delegate that the engine asks before
 * each save. Notes what was to be saved, and what was saved all the same, because a script may save in other ways.
 */
class FSaveGuard
{
public:
	FSaveGuard();
	~FSaveGuard();
	FSaveGuard(const FSaveGuard&) = delete;
	FSaveGuard& operator=(const FSaveGuard&) = delete;

	/** The packages that were to be saved, each once. */
	const TArray<FString>& GetRefused() const
	{
		return *Refused;
	}

	/** The packages that were saved all the same, each once. */
	const TArray<FString>& GetSaved() const
	{
		return *Saved;
	}

private:
	TSharedRef<TArray<FString>> Refused = MakeShared<TArray<FString>>();
	TSharedRef<TArray<FString>> Saved = MakeShared<TArray<FString>>();
	FCoreUObjectDelegates::FIsPackageOKToSaveDelegate Before;
	FDelegateHandle Ours;
	FDelegateHandle SavedHandle;
};
