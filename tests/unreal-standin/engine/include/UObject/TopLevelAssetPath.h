#pragma once

#include "UObject/NameTypes.h"

// CES CesiumEditor/Private/CesiumIonServerManager.cpp; RLK RiderAgentTools/Private/AssetRegistrySearcher.cpp; SUE Tools/Asset/QueryAssetTool.cpp
struct FTopLevelAssetPath
{
	FName GetPackageName() const
	{
		return PackageName;
	}
	FName GetAssetName() const
	{
		return AssetName;
	}
	friend bool operator==(const FTopLevelAssetPath& A, const FTopLevelAssetPath& B)
	{
		return A.PackageName == B.PackageName && A.AssetName == B.AssetName;
	}
	FName PackageName;
	FName AssetName;
};
