#pragma once

#include "AssetRegistry/IAssetRegistry.h"
#include "Modules/ModuleManager.h"

// CES CesiumEditor/Private/CesiumIonServerManager.cpp; RLK RiderBlueprint/Private/RiderBlueprint.cpp
class FAssetRegistryModule : public IModuleInterface
{
public:
	virtual IAssetRegistry& Get() const;
};
