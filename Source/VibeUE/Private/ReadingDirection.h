// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Containers/UnrealString.h"
#include "Layout/FlowDirection.h"
#include "UObject/NameTypes.h"

/** Which way the window is laid out, and which way its texts are written. */
struct FReadingDirection
{
	/** Returns whether the editor's language is written from right to left: the window is laid out so then. */
	static bool IsRightToLeft();

	/** Returns the direction of a rich text by its first letter, for what is laid out around its words. */
	static EFlowDirectionPreference Of(const FString& RichText);

	/** Returns whether an icon points forward or back, so that it is mirrored if the window is laid out from the right. */
	static bool Turns(const FName& Icon);
};
