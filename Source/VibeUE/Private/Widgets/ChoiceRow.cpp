// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ChoiceRow.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SChatButton.h"

TSharedRef<SWidget> FChoiceRow::Make(const FText& Name, bool bIsSelected, float Inset, const FOnClicked& OnClicked, const TSharedRef<SWidget>& Content)
{
	return SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush(bIsSelected ? "VibeUE.Box.Chosen" : "VibeUE.Box.Ground"))
		.Padding(0.0f)
		[
			SNew(SChatButton)
			.ButtonStyle(FAppStyle::Get(), "SimpleButton")
			.ContentPadding(FMargin(Inset, 3.0f))
			.HAlign(HAlign_Fill)
			// The field keeps the keyboard: arrows choose from there.
			.IsFocusable(false)
			.ToolTipText(Name)
			.AccessibleText(Name)
			.OnClicked(OnClicked)
			[
				Content
			]
		];
}
