#pragma once

#include "CoreMinimal.h"

class FProperty;

// A property of the object that a details panel shows. Opaque here: it is only passed on. CES CesiumEditor/Private/CesiumGlobeAnchorCustomization.cpp;
// SEN SentryEditor/Private/SentrySettingsCustomization.cpp
class IPropertyHandle
{
public:
	virtual ~IPropertyHandle() = default;
	const FProperty* StandInProperty = nullptr;
};
