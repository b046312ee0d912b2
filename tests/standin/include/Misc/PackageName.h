#pragma once

#include "Containers/UnrealString.h"

// UEM Handlers/AssetHandlers.cpp; SUE Tools/Asset/DeleteAssetTool.cpp
class FPackageName
{
public:
	static bool DoesPackageExist(const FString& LongPackageName, FString* OutFilename = nullptr);
};
