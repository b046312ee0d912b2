#pragma once

#include "AssetRegistry/ARFilter.h"
#include "AssetRegistry/AssetData.h"
#include "Templates/Function.h"

// CES; RLK RiderBlueprint. EnumerateAssets with two arguments: AA Context/UnrealAiProjectTreeSampler.cpp, Tools/UnrealAiToolDispatch_Search.cpp
class IAssetRegistry
{
public:
	virtual ~IAssetRegistry() = default;
	// Calls back for each asset until false is returned.
	virtual bool EnumerateAssets(const FARFilter& Filter, TFunctionRef<bool(const FAssetData&)> Callback) const = 0;
	virtual bool IsLoadingAssets() const = 0; // COR CortexBlueprint/Private/CortexBlueprintModule.cpp; UEM EditorHandlers_PIE.cpp
};
