// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/ButtonPair.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"

TSharedRef<SWidget> FButtonPair::Make(const FButtonOfPair& Main, const FButtonOfPair& Other, const TAttribute<bool>& IsEnabled)
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.Padding(0.0f, 0.0f, 6.0f, 0.0f)
		[
			SNew(SChatButton)
			.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(Main.Label)
			.ToolTipText(Main.Tip)
			.IsEnabled(IsEnabled)
			.OnClicked(Main.OnClicked)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SChatButton)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(Other.Label)
			.ToolTipText(Other.Tip)
			.IsEnabled(IsEnabled)
			.OnClicked(Other.OnClicked)
		];
}
