// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatContents.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/SlateColor.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatContents"

namespace SChatContentsPrivate
{
/** Slate units that each level is further in, and how many levels that is done for. */
static constexpr float WidthOfLevel = 14.0f;
static constexpr int32 MostLevels = 4;
} // namespace SChatContentsPrivate

void SChatContents::Construct(const FArguments& InArgs)
{
	bOpen = InArgs._bOpen;
	OnChosen = InArgs._OnChosen;
	OnOpened = InArgs._OnOpened;
	SetVisibility(EVisibility::Collapsed);
	ChildSlot
	.HAlign(HAlign_Left)
	.Padding(0.0f, 2.0f, 0.0f, 4.0f)
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeHead()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(14.0f, 0.0f, 0.0f, 0.0f)
		[
			SAssignNew(List, SVerticalBox)
			.Visibility(this, &SChatContents::GetListVisibility)
		]
	];
}

TSharedRef<SWidget> SChatContents::MakeHead()
{
	return SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), "SimpleButton")
		.ContentPadding(FMargin(2.0f, 3.0f))
		.HAlign(HAlign_Left)
		.ToolTipText(this, &SChatContents::GetHeadTip)
		.OnClicked(this, &SChatContents::HandleHeadClicked)
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(0.0f, 0.0f, 5.0f, 0.0f)
			[
				SNew(SImage)
				.Image(this, &SChatContents::GetArrow)
				.FlipForRightToLeftFlowDirection(true)
				.ColorAndOpacity(FSlateColor::UseForeground())
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SNew(STextBlock)
				.Text(this, &SChatContents::GetHeadText)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.ColorAndOpacity(FSlateColor::UseForeground())
			]
		];
}

TSharedRef<SWidget> SChatContents::MakeEntry(const FChatContentsEntry& Entry)
{
	const FText Title = FText::FromString(Entry.Title);
	return SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), "SimpleButton")
		.ContentPadding(FMargin(4.0f, 2.0f))
		.HAlign(HAlign_Left)
		.ToolTipText(Title)
		.AccessibleText(FText::Format(LOCTEXT("GoTo", "Go to the heading: {0}"), Title))
		.OnClicked(this, &SChatContents::HandleEntryClicked, Entry.Block)
		[
			SNew(STextBlock)
			.Text(Title)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		];
}

void SChatContents::SetEntries(const TArray<FChatContentsEntry>& InEntries)
{
	if (Entries == InEntries)
	{
		return;
	}
	Entries = InEntries;
	HeadText = FText::Format(LOCTEXT("Head", "Contents ({0})"), FText::AsNumber(Entries.Num()));
	List->ClearChildren();
	for (const FChatContentsEntry& Entry : Entries)
	{
		const int32 Levels = FMath::Min(Entry.Depth, SChatContentsPrivate::MostLevels);
		List->AddSlot()
		.AutoHeight()
		.Padding(SChatContentsPrivate::WidthOfLevel * static_cast<float>(Levels), 0.0f, 0.0f, 0.0f)
		[
			MakeEntry(Entry)
		];
	}
	SetVisibility(Entries.Num() > 0 ? EVisibility::SelfHitTestInvisible : EVisibility::Collapsed);
}

FReply SChatContents::HandleHeadClicked()
{
	bOpen = !bOpen;
	OnOpened.ExecuteIfBound(bOpen);
	return FReply::Handled();
}

FReply SChatContents::HandleEntryClicked(int32 Block)
{
	OnChosen.ExecuteIfBound(Block);
	return FReply::Handled();
}

FText SChatContents::GetHeadText() const
{
	return HeadText;
}

FText SChatContents::GetHeadTip() const
{
	return bOpen ? LOCTEXT("FoldTip", "Fold the list of headings.") : LOCTEXT("OpenTip", "List the headings of this answer; click one to go to it.");
}

const FSlateBrush* SChatContents::GetArrow() const
{
	return FVibeUEStyle::GetBrush(bOpen ? "VibeUE.Down.Small" : "VibeUE.Next.Small");
}

EVisibility SChatContents::GetListVisibility() const
{
	return bOpen ? EVisibility::SelfHitTestInvisible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
