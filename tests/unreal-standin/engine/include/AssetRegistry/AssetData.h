#pragma once

#include "Containers/Map.h"
#include "UObject/NameTypes.h"
#include "UObject/TopLevelAssetPath.h"

class UClass;

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

	// CRD UnrealBlueprintAudit/Private/BlueprintAuditSubsystem.cpp; Epic: CoreUObject/FAssetData/IsInstanceOf: by its
	// class and the bases of that, without loading either; false if the class is not in memory.
	bool IsInstanceOf(const UClass* BaseClass) const;

	TMap<FName, FString> StandInTags;
};
