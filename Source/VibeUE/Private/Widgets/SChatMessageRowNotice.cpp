// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// A notice: an error, a note, or what a command gave.

#include "Widgets/SChatMessageRow.h"

#include "Layout/Margin.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SChatMessageRow"

TSharedRef<SWidget> SChatMessageRow::MakeNotice(const FArguments& InArgs)
{
	const bool bIsError = Kind == EChatRowKind::Error;
	const bool bIsStatus = Kind == EChatRowKind::Status;
	return SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush(bIsError ? "VibeUE.Box.Error" : "VibeUE.Box.Warning"))
		.Padding(FMargin(10.0f, 7.0f, 6.0f, 8.0f))
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.Padding(0.0f, 1.0f, 8.0f, 0.0f)
			.VAlign(VAlign_Top)
			[
				SNew(SImage)
				.Image(FVibeUEStyle::GetBrush(bIsStatus ? "VibeUE.Check" : bIsError ? "VibeUE.Error" : "VibeUE.Warning"))
				.ColorAndOpacity(this, &SChatMessageRow::GetAuthorColor)
			]
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			[
				MakeNoticeWords(InArgs)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Top)
			[
				MakeLinkButton()
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Top)
			[
				SNew(SChatIconButton)
				.Icon("VibeUE.Copy.Small")
				.IconColor(FSlateColor::UseSubduedForeground())
				.ToolTipText(LOCTEXT("CopyNoticeTip", "Copy this notice."))
				.OnClicked(this, &SChatMessageRow::HandleCopyClicked)
			]
		];
}

TSharedRef<SWidget> SChatMessageRow::MakeNoticeWords(const FArguments& InArgs)
{
	const FText Advice = FText::FromString(FChatSentence::Begin(Hint));
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(STextBlock)
			.Text(GetAuthor())
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
			.ColorAndOpacity(this, &SChatMessageRow::GetAuthorColor)
			.AutoWrapText(true)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 3.0f, 0.0f, 0.0f)
		[
			MakeBody(InArgs)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 3.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(Advice)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.AutoWrapText(true)
			.Visibility(Advice.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			InArgs._Actions.Widget
		];
}

#undef LOCTEXT_NAMESPACE
