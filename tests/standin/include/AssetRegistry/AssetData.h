#pragma once

#include "Containers/Map.h"
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
	bool GetTagValue(const FName InTagName, FString& OutTagValue) const // COR CortexBlueprint/Private/CortexBlueprintModule.cpp; CSH UnrealCSharpEditor/Private/NewClass/DynamicNewClassUtils.cpp
	{
		const FString* Value = StandInTags.Find(InTagName);
		if (Value)
		{
			OutTagValue = *Value;
		}
		return Value != nullptr;
	}

	TMap<FName, FString> StandInTags;
};
