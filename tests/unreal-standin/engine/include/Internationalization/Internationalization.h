#pragma once

#include "Internationalization/Text.h"

// CES CesiumEditor/Private/CesiumGlobeAnchorCustomization.cpp; SEN Sentry/Private/SentryModule.cpp; UEC UE5CoroK2.
// All parts must be literals; two texts under one key of one namespace are refused when the second is met.
#define NSLOCTEXT(Namespace, Key, Text) ::FText::StandInLocalized(TEXT("" Namespace), TEXT("" Key), TEXT("" Text), __FILE__, __LINE__)
#define LOCTEXT(Key, Text) NSLOCTEXT(LOCTEXT_NAMESPACE, Key, Text)
// PCG PCGExCollectionsEditor/Public/Details/Collections/PCGExLevelCollectionEditor.h; MVV
#define INVTEXT(Literal) ::FText::AsCultureInvariant(FString(TEXT("" Literal)))
