// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Widgets/Input/SButton.h"

/** A row of a list above a field: the field keeps the keyboard, and its arrows choose. */
struct FChoiceRow
{
	/** Makes a row with this content, which begins so many Slate units from its edge; the one that is selected looks so. */
	static TSharedRef<SWidget> Make(const FText& Name, bool bIsSelected, float Inset, const FOnClicked& OnClicked, const TSharedRef<SWidget>& Content);
};
