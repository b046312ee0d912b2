// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatIconButton.h"

#include "Layout/Margin.h"
#include "ReadingDirection.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/Text/STextBlock.h"

void SChatIconButton::Construct(const FArguments& InArgs)
{
	const TSharedRef<SHorizontalBox> Content = SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SImage)
			.Image(FVibeUEStyle::GetBrush(InArgs._Icon))
			.ColorAndOpacity(InArgs._IconColor)
			.FlipForRightToLeftFlowDirection(FReadingDirection::Turns(InArgs._Icon))
		];
	if (!InArgs._Label.IsEmpty())
	{
		Content->AddSlot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SBox)
			.Padding(FMargin(5.0f, 0.0f, 0.0f, 0.0f))
			.Visibility(InArgs._LabelVisibility)
			[
				SNew(STextBlock)
				.Text(InArgs._Label)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			]
		];
	}
	ChildSlot
	[
		SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), "SimpleButton")
		.ContentPadding(FMargin(5.0f, 4.0f))
		.VAlign(VAlign_Center)
		.ToolTipText(InArgs._ToolTipText)
		.AccessibleText(InArgs._Name.IsSet() ? InArgs._Name : InArgs._ToolTipText)
		.OnClicked(InArgs._OnClicked)
		[
			Content
		]
	];
}

TSharedRef<SChatIconButton> SChatIconButton::MakeClose(const FText& Tip, const FOnClicked& OnClicked)
{
	return SNew(SChatIconButton)
		.Icon("VibeUE.Close.Small")
		.IconColor(FSlateColor::UseSubduedForeground())
		.ToolTipText(Tip)
		.OnClicked(OnClicked);
}
