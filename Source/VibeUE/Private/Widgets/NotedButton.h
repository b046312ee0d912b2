// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Misc/Attribute.h"
#include "Styling/SlateColor.h"

class SWidget;

/** A button on the page of the settings that says below itself what came of it. */
struct FNotedButton
{
	/** Puts the note below the button; it takes no room while it is empty. */
	static TSharedRef<SWidget> Make(const TSharedRef<SWidget>& Button, const TAttribute<FText>& Note, const TAttribute<FSlateColor>& NoteColor);
};
