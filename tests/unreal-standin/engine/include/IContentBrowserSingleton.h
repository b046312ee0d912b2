#pragma once

#include "Containers/Array.h"

struct FAssetData;

// AA Context/UnrealAiEditorContextQueries.cpp; COR CortexFrontend/Private/Context/CortexEditorContextGatherer.cpp
class IContentBrowserSingleton
{
public:
	virtual ~IContentBrowserSingleton() = default;
	virtual void GetSelectedAssets(TArray<FAssetData>& SelectedAssets) = 0;
	// Shows them; ashe23/ProjectCleaner (earlier versions): ContentBrowserModule.Get().SyncBrowserToAssets(Selection).
	virtual void SyncBrowserToAssets(const TArray<FAssetData>& Assets, bool bAlsoLocked = false) = 0;
};
