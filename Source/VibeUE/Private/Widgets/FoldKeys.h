// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"

class SExpandableArea;
class SWidget;
struct FKeyEvent;

/** Rows that fold by the keyboard: what opens them by a click need not take the focus, so the row does. */
class FFoldKeys
{
public:
	/** Opens or closes a row by Enter or the space bar, while the row itself has the keyboard and nothing within it. */
	static FReply Press(const SWidget& Row, SExpandableArea& Area, const FKeyEvent& InKeyEvent);

	/** Returns a row's words with whether it is open, for those who hear it. */
	static FText Describe(const FText& Words, const SExpandableArea& Area);

	/** The same for what is opened and closed by a button. */
	static FText Describe(const FText& Words, bool bIsOpen);
};
