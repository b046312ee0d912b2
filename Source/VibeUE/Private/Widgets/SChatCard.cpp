// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatCard.h"

#include "VibeUEStyle.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"

void SChatCard::Construct(const FArguments& InArgs)
{
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush(InArgs._Box))
		.Padding(InArgs._Padding)
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SHorizontalBox)
				+ SHorizontalBox::Slot()
				.FillWidth(1.0f)
				.VAlign(VAlign_Center)
				[
					InArgs._Head.Widget
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(InArgs._HeadAlignment)
				[
					SNew(SChatIconButton)
					.Visibility(InArgs._IconVisibility)
					.Icon(InArgs._Icon)
					.IconColor(FSlateColor::UseSubduedForeground())
					.ToolTipText(InArgs._IconTip)
					.OnClicked(InArgs._OnIconClicked)
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				InArgs._Content.Widget
			]
		]
	];
}
