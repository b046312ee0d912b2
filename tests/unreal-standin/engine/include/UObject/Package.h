#pragma once

#include "UObject/Class.h"
#include "UObject/UObjectGlobals.h"

// COR CortexBlueprint/Private/Operations/CortexBPAssetOps.cpp; AA Tools/UnrealAiToolDispatch_AssetsMaterials.cpp: a package in memory, by its name.
UPackage* FindPackage(UObject* InOuter, const TCHAR* PackageName);
