#pragma once

#include "AssetRegistry/AssetData.h"
#include "Containers/Array.h"

// AA Context/UnrealAiEditorContextQueries.cpp; COR CortexFrontend/Private/Context/CortexEditorContextGatherer.cpp
class IContentBrowserSingleton
{
public:
	virtual ~IContentBrowserSingleton() = default;
	virtual void GetSelectedAssets(TArray<FAssetData>& SelectedAssets) = 0;
};
