// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SConversationUsage.h"

#include "VibeUEStyle.h"
#include "Widgets/ConversationTexts.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SFoldLine.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SConversationUsage"

namespace SConversationUsagePrivate
{
/** The room for the months, in Slate units; more is scrolled. */
static constexpr float MostHeight = 160.0f;
} // namespace SConversationUsagePrivate

void SConversationUsage::Construct(const FArguments&)
{
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(2.0f, 0.0f, 0.0f, 4.0f)
		[
			SNew(STextBlock)
			.Text(this, &SConversationUsage::GetWords)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.AutoWrapText(true)
			.Visibility(this, &SConversationUsage::GetPlainVisibility)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 0.0f, 0.0f, 4.0f)
		[
			SNew(SFoldLine)
			.Words(this, &SConversationUsage::GetWords)
			.Tip(this, &SConversationUsage::GetTip)
			.IsOpen(this, &SConversationUsage::IsOpen)
			.OnClicked(this, &SConversationUsage::HandleClicked)
			.Visibility(this, &SConversationUsage::GetLineVisibility)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(19.0f, 0.0f, 4.0f, 6.0f)
		[
			SNew(SBox)
			.MaxDesiredHeight(SConversationUsagePrivate::MostHeight)
			.Visibility(this, &SConversationUsage::GetMonthsVisibility)
			[
				// Its arrows scroll it, and what it says can be copied.
				SNew(SMultiLineEditableText)
				.Text(this, &SConversationUsage::GetMonths)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.AccessibleText(LOCTEXT("MonthsName", "Earlier months"))
				.IsReadOnly(true)
				.AutoWrapText(true)
			]
		]
	];
}

void SConversationUsage::SetUsage(const TArray<FConversationUsage>& Usage)
{
	Words = FConversationTexts::Usage(Usage);
	// Without a sum there is nothing to break down.
	Months = Words.IsEmpty() ? FText::GetEmpty() : FText::Join(FText::FromString(TEXT("\n")), FConversationTexts::EarlierMonths(Usage));
}

FReply SConversationUsage::HandleClicked()
{
	bIsOpen = !bIsOpen;
	return FReply::Handled();
}

FText SConversationUsage::GetWords() const
{
	return Words;
}

FText SConversationUsage::GetTip() const
{
	return bIsOpen ? LOCTEXT("FoldTip", "Hide the earlier months.") : LOCTEXT("OpenTip", "Show what each earlier month used and cost; months are in UTC.");
}

FText SConversationUsage::GetMonths() const
{
	return Months;
}

bool SConversationUsage::IsOpen() const
{
	return bIsOpen;
}

EVisibility SConversationUsage::GetPlainVisibility() const
{
	return Months.IsEmpty() && !Words.IsEmpty() ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SConversationUsage::GetLineVisibility() const
{
	return Months.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

EVisibility SConversationUsage::GetMonthsVisibility() const
{
	return bIsOpen && !Months.IsEmpty() ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
