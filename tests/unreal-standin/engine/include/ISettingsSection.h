#pragma once

#include "Delegates/Delegate.h"

// PUE Puerts/Private/PuertsModule.cpp; ACC AccelByteUe4Sdk/Private/AccelByteUe4SdkModule.cpp
DECLARE_DELEGATE_RetVal(bool, FOnSettingsSectionModified);
class ISettingsSection
{
public:
	virtual ~ISettingsSection() = default;
	virtual FOnSettingsSectionModified& OnModified() = 0;
};
