#pragma once

#include "Containers/Array.h"

struct FAssetData;

// AA Context/UnrealAiEditorContextQueries.cpp; COR CortexFrontend/Private/Context/CortexEditorContextGatherer.cpp
class IContentBrowserSingleton
{
public:
	virtual ~IContentBrowserSingleton() = default;
	virtual void GetSelectedAssets(TArray<FAssetData>& SelectedAssets) = 0;
	// Public plugins: ContentBrowserModule.Get().SyncBrowserToAssets(TArray<FAssetData>{Asset}), and with `true` behind it.
	virtual void SyncBrowserToAssets(const TArray<FAssetData>& AssetDataList, bool bAllowLockedBrowsers = false, bool bFocusContentBrowser = true) = 0;
};
