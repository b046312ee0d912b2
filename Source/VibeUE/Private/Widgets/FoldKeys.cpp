// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/FoldKeys.h"

#include "Input/Events.h"
#include "InputCoreTypes.h"
#include "Widgets/Layout/SExpandableArea.h"

#define LOCTEXT_NAMESPACE "FoldKeys"

FReply FFoldKeys::Press(const SWidget& Row, SExpandableArea& Area, const FKeyEvent& InKeyEvent)
{
	const FKey Key = InKeyEvent.GetKey();
	if (!Row.HasKeyboardFocus() || (Key != EKeys::Enter && Key != EKeys::SpaceBar))
	{
		return FReply::Unhandled();
	}
	Area.SetExpanded(!Area.IsExpanded());
	return FReply::Handled();
}

FText FFoldKeys::Describe(const FText& Words, const SExpandableArea& Area)
{
	return Describe(Words, Area.IsExpanded());
}

FText FFoldKeys::Describe(const FText& Words, bool bIsOpen)
{
	return FText::Format(bIsOpen ? LOCTEXT("Open", "{0}, expanded") : LOCTEXT("Folded", "{0}, collapsed"), Words);
}

#undef LOCTEXT_NAMESPACE
