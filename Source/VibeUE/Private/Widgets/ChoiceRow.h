// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Widgets/Input/SButton.h"

/** A row of a list above a field: the field keeps the keyboard, and its arrows choose. */
struct FChoiceRow
{
	/** Makes a row with this content. Inset is its padding at both sides, in Slate units; a selected row has the look of the chosen one. */
	static TSharedRef<SWidget> Make(const FText& Name, bool bIsSelected, float Inset, const FOnClicked& OnClicked, const TSharedRef<SWidget>& Content);
};
