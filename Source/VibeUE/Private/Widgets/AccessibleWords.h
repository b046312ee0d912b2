// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Misc/Attribute.h"

class SWidget;

/** What people who do not see the window hear of it: names and states of widgets, and what happens. */
class FAccessibleWords
{
public:
	/** Gives a widget its words, which are asked for when a screen reader reads them. */
	static void Give(SWidget& Widget, const TAttribute<FText>& Words);

	/** Says something at once, if a screen reader listens, and may cut off what was said before: FAnnouncements prevents that. */
	static void Say(const FText& Words);
};
