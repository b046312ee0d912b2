// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/AccessibleWords.h"

#include "Framework/Application/SlateApplication.h"
#include "Widgets/SWidget.h"
#if WITH_ACCESSIBILITY
#include "Widgets/Accessibility/SlateAccessibleMessageHandler.h"
#include "Widgets/Accessibility/SlateWidgetAccessibleTypes.h"
#endif

void FAccessibleWords::Give(SWidget& Widget, const TAttribute<FText>& Words)
{
#if WITH_ACCESSIBILITY
	Widget.SetAccessibleBehavior(EAccessibleBehavior::Custom, Words);
#endif
}

void FAccessibleWords::Say(const FText& Words)
{
#if WITH_ACCESSIBILITY
	if (!Words.IsEmpty() && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().GetAccessibleMessageHandler()->MakeAccessibleAnnouncement(Words.ToString());
	}
#endif
}
