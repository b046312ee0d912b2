#pragma once

#include "HAL/Platform.h"

// Which modifier keys are held. Epic: ApplicationCore/FModifierKeysState/__ctor; CX CortexQARecorderTest.cpp
class FModifierKeysState
{
public:
	FModifierKeysState() = default;
	FModifierKeysState(const bool bLeftShift, const bool bRightShift, const bool bLeftControl, const bool bRightControl, const bool bLeftAlt,
		const bool bRightAlt, const bool bLeftCommand, const bool bRightCommand, const bool /*bAreCapsLocked*/)
		: bShift(bLeftShift || bRightShift)
		, bControl(bLeftControl || bRightControl)
		, bAlt(bLeftAlt || bRightAlt)
		, bCommand(bLeftCommand || bRightCommand)
	{
	}
	bool IsShiftDown() const
	{
		return bShift;
	}
	bool IsControlDown() const
	{
		return bControl;
	}
	bool IsAltDown() const
	{
		return bAlt;
	}
	bool IsCommandDown() const
	{
		return bCommand;
	}

private:
	bool bShift = false;
	bool bControl = false;
	bool bAlt = false;
	bool bCommand = false;
};
