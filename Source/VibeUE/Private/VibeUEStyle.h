// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Templates/SharedPointer.h"

class FSlateStyleSet;
struct FSlateBrush;

/** The plugin's icons. */
class FVibeUEStyle
{
public:
	/** Reads the icons and makes them known; again: does nothing. */
	static void Register();

	/** Takes them back. */
	static void Unregister();

	/** Returns the name by which the editor knows the set. */
	static FName GetStyleSetName();

	/** Returns an icon; nothing is drawn where there is none. */
	static const FSlateBrush* GetBrush(const FName& Name);

private:
	static TSharedPtr<FSlateStyleSet> StyleSet;
};
