// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Templates/Function.h"

/**
 * Calls back while a modal dialog is open. Its loop draws widgets and takes input, and ticks nothing else: without
 * this, callers that wait for the editor would hear nothing until the user closes the dialog.
 */
class FModalLoop
{
public:
	FModalLoop() = default;
	~FModalLoop();
	FModalLoop(const FModalLoop&) = delete;
	FModalLoop& operator=(const FModalLoop&) = delete;

	/** Begins to call back, once for each frame of a dialog's loop; nothing if there are no windows. */
	void Listen(TFunction<void()> OnFrame);

	/** Ends it; also what destroying does. */
	void Stop();

private:
	FDelegateHandle Handle;
};
