#pragma once

#include "Containers/Map.h"
#include "Delegates/Delegate.h"

// A link in a text. SEN SentrySettingsCustomization.cpp; VIB SAIChatWindow.cpp; EF SExtendedAtlassianDocumentView.cpp
class FSlateHyperlinkRun
{
public:
	using FMetadata = TMap<FString, FString>;
	DECLARE_DELEGATE_OneParam(FOnClick, const FMetadata&);
};
