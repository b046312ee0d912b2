#pragma once

#include "Containers/Array.h"
#include "UObject/NameTypes.h"

// RLK RiderAgentTools/Private/AssetRegistrySearcher.cpp; PCG PCGExCollections/Private/Core/PCGExAssetCollection.cpp
struct FARFilter
{
	TArray<FName> PackagePaths;
	bool bRecursivePaths = false;
};
