// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/WeakObjectPtr.h"

class AActor;
class FTextCompleter;
struct FAssetData;

/**
 * Lists the project's assets and the open level's actors for a completer, a piece in each frame: names become texts
 * only there. Assets are listed again only after the registry has reported a change. Used from the game thread.
 */
class FHostListing : public TSharedFromThis<FHostListing>
{
public:
	FHostListing() = default;
	~FHostListing();

	/** Not copied: the registry knows it by its address. */
	FHostListing(const FHostListing&) = delete;
	FHostListing& operator=(const FHostListing&) = delete;

	/** Begins with what is there now; nothing is loaded. */
	void Begin(const FTextCompleter& Completer);

	/** Hands over the next piece, at most 1,000; returns whether there is more. */
	bool Step(const FTextCompleter& Completer);

private:
	/** An asset by its names, which cost nothing to keep. */
	struct FListedAsset
	{
		FName Package;
		FName Name;
		FName Class;
	};

	/** Hears of changes of the registry from now on. */
	void Listen();
	void ReadAssets();
	void ReadActors();
	void HandleAssetChanged(const FAssetData& Asset);
	void HandleAssetRenamed(const FAssetData& Asset, const FString& OldPath);

	TArray<FListedAsset> Assets;
	TArray<TWeakObjectPtr<AActor>> Actors;
	int32 NextAsset = 0;
	int32 NextActor = 0;
	bool bListsAssets = false;
	bool bListsActors = false;
	bool bAssetsChanged = true;
	bool bListens = false;
	FDelegateHandle AddedHandle;
	FDelegateHandle RemovedHandle;
	FDelegateHandle RenamedHandle;
};
