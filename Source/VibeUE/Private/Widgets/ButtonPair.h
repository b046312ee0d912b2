// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Misc/Attribute.h"
#include "Widgets/Input/SButton.h"

/** A button of a pair: what it says, what hovering over it says, and what it does. */
struct FButtonOfPair
{
	FText Label;
	FText Tip;
	FOnClicked OnClicked;
};

/** Two buttons next to each other, such as those below a form. */
struct FButtonPair
{
	/** Makes them; the main one stands out. OutMain, if it is given, is the main one. */
	static TSharedRef<SWidget> Make(const FButtonOfPair& Main, const FButtonOfPair& Other, const TAttribute<bool>& IsEnabled = true,
		TSharedPtr<SButton>* OutMain = nullptr);

	/** Lets a button stand out, or not. */
	static void SetStandsOut(SButton& Button, bool bStandsOut);
};
