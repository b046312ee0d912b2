// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Templates/SharedPointer.h"

class FSlateStyleSet;
class ISlateStyle;
struct FSlateBrush;
struct FTextBlockStyle;

/** The plugin's icons, boxes and texts. Their colours are the editor theme's. */
class FVibeUEStyle
{
public:
	/** Reads the icons and makes everything known; again: does nothing. */
	static void Register();

	/** Takes it back. */
	static void Unregister();

	/** Returns the name by which the editor knows the set. */
	static FName GetStyleSetName();

	/** Returns the set, for rich texts; the editor's own if ours does not exist. */
	static const ISlateStyle& Get();

	/** Returns an icon or a box; nothing is drawn if there is none. */
	static const FSlateBrush* GetBrush(const FName& Name);

	/** Returns how a text looks; as the editor's own if there is none. */
	static const FTextBlockStyle* GetText(const FName& Name);

private:
	static void AddIcons(const FString& Folder);
	static void AddBoxes();
	static void AddTexts();

	static TSharedPtr<FSlateStyleSet> StyleSet;
};
