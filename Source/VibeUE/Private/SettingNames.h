// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class FProperty;

/** What the settings page calls its fields, in the editor's language. */
struct FSettingNames
{
	/** Returns the name of a property of UVibeUESettings; the property's own if there is no such field. */
	static FText Find(const FString& Property);

	/** Returns whether the page shows a property of UVibeUESettings. */
	static bool IsField(const FProperty& Property);

	/** Returns whether this is the name of a property that consists of several words. One word, such as Model, may mean anything in a sentence. */
	static bool IsCompound(const FString& Text);

	/** Returns the names of several, as a list. */
	static FText Join(const TArray<FString>& Properties);
};
