// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SPreviewMessageList.h"

#include "Layout/Margin.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/PreviewTexts.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SNullWidget.h"
#include "Widgets/Text/STextBlock.h"
#include "Widgets/Views/STableRow.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SPreviewMessageList"

void SPreviewMessageList::Construct(const FArguments& InArgs)
{
	OnKept = InArgs._OnKept;
	Empty = InArgs._Empty;
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.FillHeight(1.0f)
		[
			SAssignNew(List, SListView<FItem>)
			.ListItemsSource(&Items)
			.SelectionMode(ESelectionMode::None)
			.OnGenerateRow(this, &SPreviewMessageList::MakeRow)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(4.0f)
		[
			SNew(STextBlock)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.AutoWrapText(true)
			.Visibility(this, &SPreviewMessageList::GetNoteVisibility)
			.Text(this, &SPreviewMessageList::GetNote)
		]
	];
}

void SPreviewMessageList::SetMessages(TArray<FVibeUEPreviewMessage> Messages, int64 Left)
{
	Items.Reset();
	for (FVibeUEPreviewMessage& Message : Messages)
	{
		Items.Add(MakeShared<FVibeUEPreviewMessage>(MoveTemp(Message)));
	}
	LeftOut = Left;
	List->RequestListRefresh();
}

TSharedRef<ITableRow> SPreviewMessageList::MakeRow(FItem Message, const TSharedRef<STableViewBase>& Table)
{
	const FText Words = FText::FromString(Message->FirstWords);
	const FText Reason = FPreviewTexts::Reason(*Message);
	return SNew(STableRow<FItem>, Table)
		.ShowSelection(false)
		.Padding(FMargin(4.0f, 3.0f))
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
					SNew(STextBlock)
					.Text(FPreviewTexts::Numbered(*Message))
					.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
					.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
					.Clipping(EWidgetClipping::ClipToBounds)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(VAlign_Center)
				.Padding(6.0f, 0.0f)
				[
					SNew(STextBlock)
					.Text(FPreviewTexts::Tokens(*Message))
					.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(VAlign_Center)
				[
					MakeBox(*Message)
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.Text(Words)
				.ToolTipText(Words)
				.Visibility(Words.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
				.Clipping(EWidgetClipping::ClipToBounds)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.Text(Reason)
				.Visibility(Reason.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Thought"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.AutoWrapText(true)
			]
		];
}

TSharedRef<SWidget> SPreviewMessageList::MakeBox(const FVibeUEPreviewMessage& Message)
{
	if (!Message.bCanBeKept && !Message.bKept)
	{
		return SNullWidget::NullWidget;
	}
	return SNew(SCheckBox)
		.IsChecked(this, &SPreviewMessageList::GetBoxState, Message.Id)
		.OnCheckStateChanged(this, &SPreviewMessageList::HandleBoxChanged, Message.Id)
		.ToolTipText(LOCTEXT("KeepTip", "Keep this message word for word. It is pinned only when you apply the preview."))
		[
			SNew(STextBlock)
			.Text(LOCTEXT("Keep", "Keep"))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		];
}

void SPreviewMessageList::SetKept(const TArray<int64>& MessageIds)
{
	Kept = MessageIds;
}

ECheckBoxState SPreviewMessageList::GetBoxState(int64 MessageId) const
{
	return Kept.Contains(MessageId) ? ECheckBoxState::Checked : ECheckBoxState::Unchecked;
}

void SPreviewMessageList::HandleBoxChanged(ECheckBoxState State, int64 MessageId)
{
	OnKept.ExecuteIfBound(MessageId, State == ECheckBoxState::Checked);
}

EVisibility SPreviewMessageList::GetNoteVisibility() const
{
	return Items.Num() == 0 || LeftOut > 0 ? EVisibility::Visible : EVisibility::Collapsed;
}

FText SPreviewMessageList::GetNote() const
{
	return Items.Num() == 0 ? Empty : FText::Format(LOCTEXT("More", "\u2026 and {0} more"), FText::AsNumber(LeftOut));
}

#undef LOCTEXT_NAMESPACE
