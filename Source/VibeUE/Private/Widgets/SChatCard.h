// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Layout/Margin.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SCompoundWidget.h"

/** A box in the conversation: a line on top with a small button at its end, and any content below. */
class SChatCard : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatCard)
		: _IconVisibility(EVisibility::Visible)
		, _HeadAlignment(VAlign_Center)
	{
	}
	/** The brush of the box, in the plugin's style. */
	SLATE_ARGUMENT(FName, Box)
	/** The room between the box and what is in it. */
	SLATE_ARGUMENT(FMargin, Padding)
	/** The brush of the button, in the plugin's style. */
	SLATE_ARGUMENT(FName, Icon)
	/** What the button does. */
	SLATE_ARGUMENT(FText, IconTip)
	/** Whether there is a button. */
	SLATE_ARGUMENT(EVisibility, IconVisibility)
	/** Where the button is next to a line of several rows. */
	SLATE_ARGUMENT(EVerticalAlignment, HeadAlignment)
	/** The button was clicked. */
	SLATE_EVENT(FOnClicked, OnIconClicked)
	/** The line on top. */
	SLATE_NAMED_SLOT(FArguments, Head)
	/** What is below. */
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
};
