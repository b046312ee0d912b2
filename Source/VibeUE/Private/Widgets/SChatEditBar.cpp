// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatEditBar.h"

#include "Layout/Margin.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatEditBar"

void SChatEditBar::Construct(const FArguments& InArgs)
{
	OnCancelled = InArgs._OnCancelled;
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Asking"))
		.Padding(FMargin(10.0f, 5.0f, 4.0f, 5.0f))
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(0.0f, 0.0f, 8.0f, 0.0f)
			[
				SNew(SImage)
				.Image(FVibeUEStyle::GetBrush("VibeUE.Edit.Small"))
				.ColorAndOpacity(FStyleColors::AccentBlue)
			]
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			[
				SNew(STextBlock)
				.Text(LOCTEXT("Changing", "You are changing an earlier message. The conversation continues from there; what was said since stays in a branch."))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.AutoWrapText(true)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SChatIconButton::MakeClose(LOCTEXT("CancelTip", "Leave the message unchanged (Esc)."), FOnClicked::CreateSP(this, &SChatEditBar::HandleCancelClicked))
			]
		]
	];
}

FReply SChatEditBar::HandleCancelClicked()
{
	OnCancelled.ExecuteIfBound();
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
