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
	FName PackageName;
	FName AssetName;
};

// CES; RLK AssetRegistrySearcher.cpp; AA Tools/UnrealAiToolDispatch_Search.cpp
struct FAssetData
{
	FName PackageName;
	FName PackagePath;
	FName AssetName;
	FTopLevelAssetPath AssetClassPath;
	FString GetObjectPathString() const // AA Context/UnrealAiEditorContextQueries.cpp; COR CortexFrontend/Private/Context/CortexEditorContextGatherer.cpp
	{
		return PackageName.ToString() + TEXT(".") + AssetName.ToString();
	}
};
