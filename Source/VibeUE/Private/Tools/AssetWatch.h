// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** Notes which assets are renamed, moved or deleted while it lives: no undo brings back what that does to files. Game thread. */
class FAssetWatch
{
public:
	FAssetWatch();
	~FAssetWatch();
	FAssetWatch(const FAssetWatch&) = delete;
	FAssetWatch& operator=(const FAssetWatch&) = delete;

	/** A package and the one that it became. */
	struct FRename
	{
		FString From;
		FString To;
	};

	/** What was renamed or moved, in the order in which it was. */
	TArray<FRename> GetRenames() const
	{
		return *Renames;
	}

	/** The packages that were deleted, each once, without what was only renamed. */
	TArray<FString> GetDeleted() const;

private:
	TSharedRef<TArray<FRename>> Renames = MakeShared<TArray<FRename>>();
	TSharedRef<TArray<FString>> Deleted = MakeShared<TArray<FString>>();
	FDelegateHandle RenamedHandle;
	FDelegateHandle RemovedHandle;
	FDelegateHandle DeletedHandle;
};
