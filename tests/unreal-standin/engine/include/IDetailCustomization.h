#pragma once

#include "CoreMinimal.h"

class IDetailLayoutBuilder;

// CES CesiumEditor/Private/CesiumGlobeAnchorCustomization.h; SEN SentryEditor/Public/SentrySettingsCustomization.h. One for each panel.
class IDetailCustomization : public TSharedFromThis<IDetailCustomization>
{
public:
	virtual ~IDetailCustomization() = default;
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) = 0;
};
