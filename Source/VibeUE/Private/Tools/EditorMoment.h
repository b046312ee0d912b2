// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class FVibeUEToolRun;

/** What the editor and its user are in the middle of, for tools that may not come in between. Game thread. */
namespace VibeUE
{
/** Returns whether a game plays in the editor, or was asked for and is about to: it begins with one of the next frames. */
bool IsPlayUnderWay();

/**
 * Ends a call as busy if the user is in the middle of a change, for example dragging something: that is one open step
 * of the undo history over many frames, and what a tool did meanwhile would be part of it. Returns whether it ended.
 */
bool EndsAmidChange(FVibeUEToolRun& Run);
} // namespace VibeUE
