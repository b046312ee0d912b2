// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Styling/SlateColor.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SCompoundWidget.h"

/** A flat button with an icon, and with words if there is room for them. */
class SChatIconButton : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatIconButton)
		: _IconColor(FSlateColor::UseForeground())
		, _LabelVisibility(EVisibility::Visible)
	{
	}
	/** The icon's name in our style set. */
	SLATE_ARGUMENT(FName, Icon)
	/** The icon's colour. */
	SLATE_ATTRIBUTE(FSlateColor, IconColor)
	/** Words next to the icon; none if it is empty. */
	SLATE_ARGUMENT(FText, Label)
	/** Whether there is room for the words. */
	SLATE_ATTRIBUTE(EVisibility, LabelVisibility)
	/** What it does: its tool tip, and its name for those who do not see the icon. */
	SLATE_ATTRIBUTE(FText, ToolTipText)
	/** Its name, if the tool tip is the same on several buttons. */
	SLATE_ATTRIBUTE(FText, Name)
	/** Somebody clicked. */
	SLATE_EVENT(FOnClicked, OnClicked)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Makes the button that closes the part of the window it is in. */
	static TSharedRef<SChatIconButton> MakeClose(const FText& Tip, const FOnClicked& OnClicked);
};
