#pragma once

#include "AssetRegistry/AssetData.h"

class UBlueprint;
class UTransactor;

// What the parts of the editor need of one another.
namespace StandIn
{
// Refuses a call from another thread as the engine does.
void OnGameThread(const char* What);

FAssetData* FindAsset(const TCHAR* PackageName);

// Adds an asset to the registry, which reports it.
FAssetData RegisterAsset(const TCHAR* PackageName, const TCHAR* ClassName);

// Renames an asset in the registry, which reports it.
void MoveAsset(const TCHAR* PackageName, const TCHAR* NewName);

UTransactor* TheTransactor();

// Binds the editor's own question before a save.
void PreparePackages();

// Saves what was compiled.
void SaveOnCompile(const UBlueprint& Blueprint);

void ResetHistory();
void ResetPackages();
void ResetAssets();
void ResetLevel();
void ResetDesktop();
} // namespace StandIn
