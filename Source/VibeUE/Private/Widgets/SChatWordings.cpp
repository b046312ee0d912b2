// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatWordings.h"

#include "Styling/SlateColor.h"
#include "VibeUEStyle.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatWordings"

void SChatWordings::Construct(const FArguments& InArgs)
{
	OnBranchAsked = InArgs._OnBranchAsked;
	const FVibeUEWording& Wording = InArgs._Wording;
	ChildSlot
	[
		SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			MakeArrow("VibeUE.Previous.Small", LOCTEXT("PreviousTip", "Show the previous version, with what was said after it."), Wording.Previous)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(FText::Format(LOCTEXT("Count", "{0} of {1}"), FText::AsNumber(Wording.Number), FText::AsNumber(Wording.Count)))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ToolTipText(LOCTEXT("CountTip", "You changed this message. Each version has its own branch of the conversation."))
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			MakeArrow("VibeUE.Next.Small", LOCTEXT("NextTip", "Show the next version, with what was said after it."), Wording.Next)
		]
	];
}

TSharedRef<SWidget> SChatWordings::MakeArrow(const FName& Icon, const FText& ToolTip, int64 Branch)
{
	return SNew(SChatIconButton)
		.Icon(Icon)
		.IconColor(Branch != 0 ? FSlateColor::UseForeground() : FSlateColor::UseSubduedForeground())
		.IsEnabled(Branch != 0)
		.ToolTipText(ToolTip)
		.OnClicked(this, &SChatWordings::HandleClicked, Branch);
}

FReply SChatWordings::HandleClicked(int64 Branch)
{
	OnBranchAsked.ExecuteIfBound(Branch);
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
