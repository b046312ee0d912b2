#pragma once

#include "AssetRegistry/AssetData.h"

// What the parts of the editor need of one another.
namespace StandIn
{
// Refuses a call from another thread as the engine does.
void OnGameThread(const char* What);

FAssetData* FindAsset(const TCHAR* PackageName);

// Makes an asset known to the registry, which tells of it.
FAssetData RegisterAsset(const TCHAR* PackageName, const TCHAR* ClassName);

void ResetAssets();
void ResetLevel();
void ResetDesktop();
} // namespace StandIn
