// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SSummaryPreviewRow.h"

#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/BoxText.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatTextBox.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SSummaryPreviewRow"

void SSummaryPreviewRow::Construct(const FArguments& InArgs)
{
	const FVibeUESummaryPreview& Preview = InArgs._Preview;
	OnAccepted = InArgs._OnAccepted;
	Id = Preview.Id;
	Original = Preview.Summary;
	SetVisibility(TAttribute<EVisibility>::CreateSP(this, &SSummaryPreviewRow::GetRowVisibility));
	ChildSlot
	.Padding(8.0f, 5.0f)
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Asking"))
		.Padding(FMargin(10.0f, 8.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text"))
				.AutoWrapText(true)
				.Text(FText::Format(LOCTEXT("Title", "Summarizing now: {3} tokens become {4}. Messages condensed: {0}, shortened: {1}, kept: {2}."),
					FText::AsNumber(Preview.Goes), FText::AsNumber(Preview.Shortened), FText::AsNumber(Preview.Stays),
					FText::AsNumber(Preview.TokensBefore), FText::AsNumber(Preview.TokensAfter)))
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 6.0f)
			[
				// A long summary scrolls in its box, so that the buttons stay near.
				SNew(SBox)
				.MaxDesiredHeight(360.0f)
				[
					SAssignNew(TextBox, SChatTextBox)
					.Text(FText::FromString(Original))
					.Name(LOCTEXT("Name", "The summary; you can edit it before it is applied."))
					.HintText(Original.IsEmpty() ? LOCTEXT("NoSummary", "Only tool results would be shortened.") : LOCTEXT("Emptied", "The summary is empty: write one, or discard."))
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeButtons()
			]
		]
	];
}

TSharedRef<SWidget> SSummaryPreviewRow::MakeButtons()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SChatButton)
			.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("Apply", "Apply"))
			.ToolTipText(LOCTEXT("ApplyTip", "Apply it, with the summary as shown here."))
			.IsEnabled(this, &SSummaryPreviewRow::CanApply)
			.OnClicked(this, &SSummaryPreviewRow::HandleApplyClicked)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.Padding(6.0f, 0.0f)
		[
			SNew(SChatButton)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("Discard", "Discard"))
			.ToolTipText(LOCTEXT("DiscardTip", "Leave the conversation as it is."))
			.OnClicked(this, &SSummaryPreviewRow::HandleDiscardClicked)
		];
}

FReply SSummaryPreviewRow::HandleApplyClicked()
{
	// The row stays until it is done: what was edited is not lost when it cannot be.
	bIsAccepted = OnAccepted.IsBound() && OnAccepted.Execute(IsEdited() ? FBoxText::Read(*TextBox) : FString());
	return FReply::Handled();
}

bool SSummaryPreviewRow::CanApply() const
{
	// For the session nothing is what was shown.
	return !IsEdited() || !FBoxText::Read(*TextBox).TrimStartAndEnd().IsEmpty();
}

void SSummaryPreviewRow::SetApplied()
{
	bIsOpen = bIsOpen && !bIsAccepted && IsEdited();
}

bool SSummaryPreviewRow::IsEdited() const
{
	return !FBoxText::Read(*TextBox).Equals(FBoxText::Plain(Original));
}

FReply SSummaryPreviewRow::HandleDiscardClicked()
{
	bIsOpen = false;
	return FReply::Handled();
}

EVisibility SSummaryPreviewRow::GetRowVisibility() const
{
	return bIsOpen ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
