#pragma once

#include "Containers/Array.h"

class UPackage;

// UEM Handlers/AssetHandlers.cpp; AA Tools/UnrealAiToolDispatch_AssetsMaterials.cpp; VIB Tools/PythonTools.cpp
class UEditorLoadingAndSavingUtils
{
public:
	static bool SavePackages(const TArray<UPackage*>& PackagesToSave, bool bOnlyDirty);
};
