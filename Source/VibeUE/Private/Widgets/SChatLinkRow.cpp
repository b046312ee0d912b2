// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatLinkRow.h"

#include "HAL/PlatformApplicationMisc.h"
#include "Layout/Margin.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Announcements.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatCard.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatLinkRow"

void SChatLinkRow::Construct(const FArguments& InArgs)
{
	Link = InArgs._Link;
	OnClosed = InArgs._OnClosed;
	ChildSlot
	[
		SNew(SChatCard)
		.Box("VibeUE.Box.Card")
		.Padding(FMargin(10.0f, 6.0f, 4.0f, 8.0f))
		.Icon("VibeUE.Close.Small")
		.IconTip(LOCTEXT("CloseTip", "Close without opening anything."))
		.IconVisibility(InArgs._CanClose ? EVisibility::Visible : EVisibility::Collapsed)
		.HeadAlignment(VAlign_Top)
		.OnIconClicked(this, &SChatLinkRow::HandleCloseClicked)
		.Head()
		[
			SNew(STextBlock)
			.Text(GetSentence())
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
			.AutoWrapText(true)
		]
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 3.0f, 6.0f, 0.0f)
			[
				SNew(SMultiLineEditableText)
				.Text(FText::FromString(Link.Name))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Code"))
				.TextFlowDirection(ETextFlowDirection::LeftToRight)
				.IsReadOnly(true)
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 3.0f, 6.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(Link.Caution)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.ColorAndOpacity(FSlateColor(FStyleColors::Warning))
				.AutoWrapText(true)
				.Visibility(Link.Caution.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 6.0f, 0.0f, 0.0f)
			[
				MakeButtons()
			]
		]
	];
}

TSharedPtr<SWidget> SChatLinkRow::Follow(const FString& Text, const FSimpleDelegate& OnRowClosed)
{
	const FChatLink Found = FChatLinks::Find(Text);
	if (Found.Kind != EChatLinkKind::Web && FChatLinks::Open(Found))
	{
		return nullptr;
	}
	const TSharedRef<SChatLinkRow> Row = SNew(SChatLinkRow).Link(Found).OnClosed(OnRowClosed);
	// A user who does not see the row hears where the link leads before moving on to its buttons, not after what was
	// being read out.
	FAnnouncements::CutOff();
	FAnnouncements::Say(Row->GetSpoken(), EAnnouncement::Note);
	return Row;
}

TSharedRef<SWidget> SChatLinkRow::MakeButtons()
{
	const bool bIsPage = Link.Kind == EChatLinkKind::Web;
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.Padding(0.0f, 0.0f, 6.0f, 0.0f)
		[
			SNew(SChatButton)
			.Visibility(bIsPage ? EVisibility::Visible : EVisibility::Collapsed)
			.ContentPadding(FMargin(8.0f, 1.0f))
			.Text(LOCTEXT("Open", "Open in browser"))
			.ToolTipText(LOCTEXT("OpenTip", "Opens the page in the system's browser."))
			.OnClicked(this, &SChatLinkRow::HandleOpenClicked)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SChatButton)
			.ContentPadding(FMargin(8.0f, 1.0f))
			.Text(bIsPage ? LOCTEXT("CopyAddress", "Copy address") : LOCTEXT("CopyPath", "Copy path"))
			.OnClicked(this, &SChatLinkRow::HandleCopyClicked)
		];
}

FText SChatLinkRow::GetSentence() const
{
	switch (Link.Kind)
	{
	case EChatLinkKind::Web:
		return FText::Format(LOCTEXT("Leads", "This leads to {0}"), FText::FromString(Link.Site));
	case EChatLinkKind::Asset:
		return LOCTEXT("NoAsset", "The project has no such asset.");
	case EChatLinkKind::File:
	case EChatLinkKind::Nowhere:
		break;
	}
	return LOCTEXT("NoFile", "The project has no such file.");
}

FText SChatLinkRow::GetSpoken() const
{
	TArray<FText> Sentences;
	Sentences.Add(GetSentence());
	if (!Link.Caution.IsEmpty())
	{
		Sentences.Add(Link.Caution);
	}
	return FText::Join(FText::FromString(TEXT(". ")), Sentences);
}

FReply SChatLinkRow::HandleOpenClicked()
{
	FChatLinks::Open(Link);
	return HandleCloseClicked();
}

FReply SChatLinkRow::HandleCopyClicked()
{
	FPlatformApplicationMisc::ClipboardCopy(*Link.Name);
	return HandleCloseClicked();
}

FReply SChatLinkRow::HandleCloseClicked()
{
	OnClosed.ExecuteIfBound();
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
