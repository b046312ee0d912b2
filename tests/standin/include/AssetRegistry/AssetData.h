#pragma once

#include "Containers/Map.h"
#include "UObject/NameTypes.h"
#include "UObject/TopLevelAssetPath.h"

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
