#pragma once

#include "Containers/Array.h"
#include "UObject/NameTypes.h"
#include "UObject/TopLevelAssetPath.h"

// RLK RiderAgentTools/Private/AssetRegistrySearcher.cpp; PCG PCGExCollections/Private/Core/PCGExAssetCollection.cpp
struct FARFilter
{
	TArray<FName> PackagePaths;
	TArray<FTopLevelAssetPath> ClassPaths; // RLK; PCG; SUE Tools/Asset/QueryAssetTool.cpp; UEM Handlers/AudioHandlers.cpp
	bool bRecursivePaths = false;
};
