#pragma once

#include "AssetRegistry/ARFilter.h"
#include "AssetRegistry/AssetData.h"
#include "Containers/Array.h"
#include "Delegates/Delegate.h"
#include "Templates/Function.h"

// CES; RLK RiderBlueprint. EnumerateAssets with two arguments: AA Context/UnrealAiProjectTreeSampler.cpp, Tools/UnrealAiToolDispatch_Search.cpp
class IAssetRegistry
{
public:
	virtual ~IAssetRegistry() = default;
	// Calls back for each asset until false is returned.
	virtual bool EnumerateAssets(const FARFilter& Filter, TFunctionRef<bool(const FAssetData&)> Callback) const = 0;
	// COR CortexCore/Private/Operations/CortexAssetOps.cpp; UC MCP/Tools/MCPTool_AssetDependencies.cpp
	virtual bool GetAssetsByPackageName(FName PackageName, TArray<FAssetData>& OutAssetData) const = 0;

	// COR CortexBlueprint/Private/CortexBlueprintModule.cpp; UNL UnLuaEditor/Private/UnLuaIntelliSenseGenerator.cpp (all three)
	DECLARE_MULTICAST_DELEGATE_OneParam(FAssetAddedEvent, const FAssetData&);
	DECLARE_MULTICAST_DELEGATE_OneParam(FAssetRemovedEvent, const FAssetData&);
	DECLARE_MULTICAST_DELEGATE_TwoParams(FAssetRenamedEvent, const FAssetData&, const FString&);
	virtual FAssetAddedEvent& OnAssetAdded() = 0;
	virtual FAssetRemovedEvent& OnAssetRemoved() = 0;
	virtual FAssetRenamedEvent& OnAssetRenamed() = 0;
	virtual bool IsLoadingAssets() const = 0; // COR CortexBlueprint/Private/CortexBlueprintModule.cpp; UEM EditorHandlers_PIE.cpp
};
