#pragma once

#include "Containers/Array.h"

struct FAssetData;

// AA Context/UnrealAiEditorContextQueries.cpp; COR CortexFrontend/Private/Context/CortexEditorContextGatherer.cpp
class IContentBrowserSingleton
{
public:
	virtual ~IContentBrowserSingleton() = default;
	virtual void GetSelectedAssets(TArray<FAssetData>& SelectedAssets) = 0;
};
