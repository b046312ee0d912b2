// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SFoldLine.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/SlateColor.h"
#include "VibeUEStyle.h"
#include "Widgets/FoldKeys.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

void SFoldLine::Construct(const FArguments& InArgs)
{
	Words = InArgs._Words;
	IsOpen = InArgs._IsOpen;
	ChildSlot
	[
		SAssignNew(Button, SChatButton)
		.ButtonStyle(FAppStyle::Get(), "SimpleButton")
		.ContentPadding(FMargin(2.0f, 3.0f))
		.HAlign(HAlign_Fill)
		.ToolTipText(InArgs._Tip)
		.AccessibleText(this, &SFoldLine::GetSpoken)
		.OnClicked(InArgs._OnClicked)
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(0.0f, 0.0f, 5.0f, 0.0f)
			[
				SNew(SImage)
				.Image(this, &SFoldLine::GetArrow)
				.FlipForRightToLeftFlowDirection(true)
				.ColorAndOpacity(FSlateColor::UseForeground())
			]
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			[
				SNew(STextBlock)
				.Text(Words)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.AutoWrapText(true)
			]
		]
	];
}

FText SFoldLine::GetSpoken() const
{
	return FFoldKeys::Describe(Words.Get(), IsOpen.Get());
}

const FSlateBrush* SFoldLine::GetArrow() const
{
	return FVibeUEStyle::GetBrush(IsOpen.Get() ? "VibeUE.Down.Small" : "VibeUE.Next.Small");
}
