#pragma once

#include "Containers/UnrealString.h"

// UEM Handlers/AssetHandlers.cpp; SUE Tools/Asset/DeleteAssetTool.cpp
class FPackageName
{
public:
	static bool DoesPackageExist(const FString& LongPackageName, FString* OutFilename = nullptr);
	// UEM Handlers/AssetHandlers.cpp; Autonomix AutonomixActions AutonomixAnimationActions.cpp; Epic:
	// CoreUObject/FPackageName/TryConvertLongPackageNameToFilename: the file that a package has or would have; false if
	// nothing is mounted.
	static bool TryConvertLongPackageNameToFilename(const FString& InLongPackageName, FString& OutFilename, const FString& InExtension = FString());
};
