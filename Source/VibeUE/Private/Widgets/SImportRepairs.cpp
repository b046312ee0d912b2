// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SImportRepairs.h"

#include "VibeUEStyle.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SFoldLine.h"
#include "Widgets/Text/SMultiLineEditableText.h"

#define LOCTEXT_NAMESPACE "SImportRepairs"

namespace SImportRepairsPrivate
{
/** The room for the list, in Slate units, which is less than that of the report around it; more is scrolled. */
static constexpr float MostHeight = 120.0f;
} // namespace SImportRepairsPrivate

void SImportRepairs::Construct(const FArguments& InArgs)
{
	TArray<FString> Others = InArgs._Repairs;
	if (Others.Num() > 0)
	{
		Others.RemoveAt(0);
	}
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SFoldLine)
			.Words(FText::Format(LOCTEXT("Words", "Other repairs: {0}"), FText::AsNumber(Others.Num())))
			.Tip(this, &SImportRepairs::GetTip)
			.IsOpen(this, &SImportRepairs::IsOpen)
			.OnClicked(this, &SImportRepairs::HandleClicked)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(19.0f, 0.0f, 4.0f, 4.0f)
		[
			SNew(SBox)
			.MaxDesiredHeight(SImportRepairsPrivate::MostHeight)
			.Visibility(this, &SImportRepairs::GetListVisibility)
			[
				// Its arrows scroll it, and what it says can be copied.
				SNew(SMultiLineEditableText)
				.Text(FText::FromString(FString::Join(Others, TEXT("\n"))))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.AccessibleText(LOCTEXT("ListName", "Other repairs"))
				.IsReadOnly(true)
				.AutoWrapText(true)
			]
		]
	];
}

FReply SImportRepairs::HandleClicked()
{
	bIsOpen = !bIsOpen;
	return FReply::Handled();
}

FText SImportRepairs::GetTip() const
{
	return bIsOpen ? LOCTEXT("FoldTip", "Hide the other repairs.") : LOCTEXT("OpenTip", "Show what else was repaired in this file.");
}

bool SImportRepairs::IsOpen() const
{
	return bIsOpen;
}

EVisibility SImportRepairs::GetListVisibility() const
{
	return bIsOpen ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
