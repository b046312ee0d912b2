#pragma once

#include "Templates/SharedPointer.h"

class FExtensibilityManager;

// What modules of editors derive from. Epic: UnrealEd/IHasMenuExtensibility, UnrealEd/IHasToolBarExtensibility (both of this header)
class IHasMenuExtensibility
{
public:
	virtual ~IHasMenuExtensibility() = default;
	virtual TSharedPtr<FExtensibilityManager> GetMenuExtensibilityManager() = 0;
};

class IHasToolBarExtensibility
{
public:
	virtual ~IHasToolBarExtensibility() = default;
	virtual TSharedPtr<FExtensibilityManager> GetToolBarExtensibilityManager() = 0;
};
