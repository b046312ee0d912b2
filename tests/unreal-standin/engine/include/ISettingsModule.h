#pragma once

#include "ISettingsSection.h"
#include "Internationalization/Text.h"
#include "Modules/ModuleManager.h"

// SEN Sentry/Private/SentryModule.cpp; PUE; USH; Epic: Developer/Settings/ISettingsModule. Recorded; see StandIn/Host.h.
class ISettingsModule : public IModuleInterface
{
public:
	virtual TSharedPtr<ISettingsSection> RegisterSettings(const FName& Container, const FName& Category, const FName& Section,
		const FText& DisplayName, const FText& Description, const TWeakObjectPtr<UObject>& SettingsObject) = 0;
	virtual void UnregisterSettings(const FName& Container, const FName& Category, const FName& Section) = 0;
	virtual void ShowViewer(const FName& Container, const FName& Category, const FName& Section) = 0;
};
