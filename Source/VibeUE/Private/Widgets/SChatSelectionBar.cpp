// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatSelectionBar.h"

#include "Framework/Application/SlateApplication.h"
#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/ClipboardKeys.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatSelectionBar"

void SChatSelectionBar::Construct(const FArguments& InArgs)
{
	Count = InArgs._Count;
	OnCopyAsked = InArgs._OnCopyAsked;
	OnAllAsked = InArgs._OnAllAsked;
	OnClosed = InArgs._OnClosed;
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("Brushes.Header"))
		.Padding(FMargin(10.0f, 4.0f))
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			[
				SNew(SWrapBox)
				.UseAllottedSize(true)
				.InnerSlotPadding(FVector2D(6.0f, 4.0f))
				+ SWrapBox::Slot()
				.VAlign(VAlign_Center)
				[
					SNew(STextBlock)
					.Text(this, &SChatSelectionBar::GetCountText)
					.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
				]
				+ SWrapBox::Slot()
				[
					SAssignNew(All, SChatButton)
					.ContentPadding(FMargin(8.0f, 1.0f))
					.Text(LOCTEXT("All", "Select all shown"))
					.ToolTipText(LOCTEXT("AllTip", "Select every message that is loaded in this window."))
					.OnClicked(this, &SChatSelectionBar::HandleAllClicked)
				]
				+ SWrapBox::Slot()
				[
					SNew(SChatButton)
					.ContentPadding(FMargin(8.0f, 1.0f))
					.IsEnabled(this, &SChatSelectionBar::HasAny)
					.Text(LOCTEXT("Copy", "Copy as Markdown"))
					.ToolTipText(LOCTEXT("CopyTip", "Copy the selected messages, in their order (Ctrl+C)."))
					.OnClicked(this, &SChatSelectionBar::HandleCopyClicked)
				]
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SChatIconButton::MakeClose(LOCTEXT("CloseTip", "Stop selecting messages (Esc)."), FOnClicked::CreateSP(this, &SChatSelectionBar::HandleCloseClicked))
			]
		]
	];
}

void SChatSelectionBar::TakeKeyboard()
{
	RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatSelectionBar::HandleFocus));
}

EActiveTimerReturnType SChatSelectionBar::HandleFocus(double, float)
{
	if (FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(All);
	}
	return EActiveTimerReturnType::Stop;
}

FReply SChatSelectionBar::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	if (InKeyEvent.GetKey() == EKeys::Escape)
	{
		return HandleCloseClicked();
	}
	const bool bCopies = (InKeyEvent.GetKey() == EKeys::C && InKeyEvent.IsControlDown()) || FClipboardKeys::GetUsual(InKeyEvent) == EKeys::C;
	if (bCopies && HasAny())
	{
		return HandleCopyClicked();
	}
	return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
}

FText SChatSelectionBar::GetCountText() const
{
	return FText::Format(LOCTEXT("Count", "Messages selected: {0}"), FText::AsNumber(Count.Get()));
}

bool SChatSelectionBar::HasAny() const
{
	return Count.Get() > 0;
}

FReply SChatSelectionBar::HandleCopyClicked()
{
	OnCopyAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SChatSelectionBar::HandleAllClicked()
{
	OnAllAsked.ExecuteIfBound();
	return FReply::Handled();
}

FReply SChatSelectionBar::HandleCloseClicked()
{
	OnClosed.ExecuteIfBound();
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
