// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatMessageRow.h"

#include "HAL/PlatformApplicationMisc.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatMessageRow"

namespace SChatMessageRowPrivate
{
/** Laying out more than this would hold up the frame; the whole text can be copied. */
static constexpr int32 MostShownCharacters = 20000;
} // namespace SChatMessageRowPrivate

void SChatMessageRow::Construct(const FArguments& InArgs)
{
	Kind = InArgs._Kind;
	Text = InArgs._Text;
	const FText Hint = FText::FromString(InArgs._Hint);
	ChildSlot
	.Padding(4.0f, 3.0f)
	[
		SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush(Kind == EChatRowKind::User ? "ToolPanel.DarkGroupBorder" : "ToolPanel.GroupBorder"))
		.Padding(FMargin(8.0f, 4.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SHorizontalBox)
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(VAlign_Center)
				[
					SNew(STextBlock)
					.Text(GetAuthor())
					.Font(FAppStyle::GetFontStyle("BoldFont"))
					.ColorAndOpacity(GetAuthorColor())
				]
				+ SHorizontalBox::Slot()
				.FillWidth(1.0f)
				.VAlign(VAlign_Center)
				.Padding(8.0f, 0.0f)
				[
					SNew(STextBlock)
					.Text(InArgs._Note)
					.ColorAndOpacity(FSlateColor::UseSubduedForeground())
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				[
					SNew(SButton)
					.ButtonStyle(FAppStyle::Get(), "SimpleButton")
					.Text(LOCTEXT("Copy", "Copy"))
					.ToolTipText(LOCTEXT("CopyTip", "Copy the whole text."))
					.OnClicked(this, &SChatMessageRow::HandleCopyClicked)
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SMultiLineEditableText)
				.Text(this, &SChatMessageRow::GetShownText)
				.IsReadOnly(true)
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.Text(Hint)
				.AutoWrapText(true)
				.Visibility(Hint.IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible)
			]
		]
	];
}

void SChatMessageRow::AppendText(const FString& Words)
{
	Text += Words;
	bShownTextIsStale = true;
}

void SChatMessageRow::SetText(const FString& InText)
{
	Text = InText;
	bShownTextIsStale = true;
}

FText SChatMessageRow::GetShownText() const
{
	if (bShownTextIsStale)
	{
		bShownTextIsStale = false;
		const int32 Hidden = Text.Len() - SChatMessageRowPrivate::MostShownCharacters;
		ShownText = Hidden <= 0
			? FText::FromString(Text)
			: FText::Format(LOCTEXT("Cut", "{0}\n\u2026 {1} more characters: copy the message to read all"),
				FText::FromString(Text.Left(SChatMessageRowPrivate::MostShownCharacters)), FText::AsNumber(Hidden));
	}
	return ShownText;
}

FText SChatMessageRow::GetAuthor() const
{
	switch (Kind)
	{
	case EChatRowKind::User:
		return LOCTEXT("User", "You");
	case EChatRowKind::Assistant:
		return LOCTEXT("Assistant", "Assistant");
	case EChatRowKind::Reasoning:
		return LOCTEXT("Reasoning", "Reasoning");
	case EChatRowKind::Summary:
		return LOCTEXT("Summary", "Summary of earlier messages");
	case EChatRowKind::Error:
		return LOCTEXT("Error", "Error");
	case EChatRowKind::Warning:
		break;
	}
	return LOCTEXT("Warning", "Note");
}

FSlateColor SChatMessageRow::GetAuthorColor() const
{
	switch (Kind)
	{
	case EChatRowKind::Error:
		return FStyleColors::Error;
	case EChatRowKind::Warning:
		return FStyleColors::Warning;
	case EChatRowKind::Reasoning:
	case EChatRowKind::Summary:
		return FSlateColor::UseSubduedForeground();
	case EChatRowKind::User:
	case EChatRowKind::Assistant:
		break;
	}
	return FSlateColor::UseForeground();
}

FReply SChatMessageRow::HandleCopyClicked()
{
	FPlatformApplicationMisc::ClipboardCopy(*Text);
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
