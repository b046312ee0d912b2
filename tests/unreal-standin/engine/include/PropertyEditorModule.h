#pragma once

#include "CoreMinimal.h"
#include "Modules/ModuleInterface.h"

class IDetailCustomization;

// SEN SentryEditor/Private/SentryEditorModule.cpp; CES CesiumEditor/Private/Cesium3DTilesetCustomization.cpp
DECLARE_DELEGATE_RetVal(TSharedRef<IDetailCustomization>, FOnGetDetailCustomizationInstance);

// The name of a class is without its prefix. What a module registers it must unregister, or the panel calls code that
// no longer exists.
class FPropertyEditorModule : public IModuleInterface
{
public:
	virtual void RegisterCustomClassLayout(FName ClassName, FOnGetDetailCustomizationInstance DetailLayoutDelegate);
	virtual void UnregisterCustomClassLayout(FName ClassName);
	virtual void NotifyCustomizationModuleChanged();
};
