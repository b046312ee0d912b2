// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Templates/Function.h"

/**
 * What has to wait for the next frame: a handler of somebody else's may make and find objects, which ends the editor while
 * garbage is collected. Game thread only.
 */
class FNextFrame
{
public:
	/** Calls it in the next frame, after what was given before. */
	static void Do(TFunction<void()> Work);

	/** Does what still waits, at once: for the end of the module, whose code is gone in the next frame. */
	static void Stop();
};
