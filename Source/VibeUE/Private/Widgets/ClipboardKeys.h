// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Input/Events.h"
#include "InputCoreTypes.h"

/** The older keys of the clipboard, which many people and screen readers use: Ctrl+Insert, Shift+Insert and Shift+Delete. */
struct FClipboardKeys
{
	/** Returns C, V or X if the event is the older key for copying, pasting or cutting; no key for others. */
	static FKey GetUsual(const FKeyEvent& Event)
	{
		const bool bIsControl = Event.IsControlDown() && !Event.IsShiftDown() && !Event.IsAltDown();
		const bool bIsShift = Event.IsShiftDown() && !Event.IsControlDown() && !Event.IsAltDown();
		if (Event.GetKey() == EKeys::Insert)
		{
			return bIsControl ? EKeys::C : bIsShift ? EKeys::V : FKey();
		}
		return Event.GetKey() == EKeys::Delete && bIsShift ? EKeys::X : FKey();
	}

	/** Returns Ctrl and a key, as if it had been pressed instead. */
	static FKeyEvent WithControl(const FKey& Key, const FKeyEvent& Event)
	{
		return FKeyEvent(Key, FModifierKeysState(false, false, true, false, false, false, false, false, false), 0, Event.IsRepeat(), 0, 0);
	}
};
