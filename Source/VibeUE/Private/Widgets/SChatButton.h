// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Widgets/FocusOutline.h"
#include "Widgets/Input/SButton.h"

/** A button of the window: the outline that shows where the keyboard is stands out from what is around it. */
class SChatButton : public SButton
{
public:
	//~ Begin SWidget Interface
	virtual const FSlateBrush* GetFocusBrush() const override
	{
		return FFocusOutline::GetBrush();
	}
	//~ End SWidget Interface
};
