// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatTitle.h"

#include "Framework/Application/SlateApplication.h"
#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatField.h"
#include "Widgets/SOverlay.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatTitle"

void SChatTitle::Construct(const FArguments& InArgs)
{
	Title = InArgs._Title;
	OnRenamed = InArgs._OnRenamed;
	OnNamingLeft = InArgs._OnNamingLeft;
	ChildSlot
	[
		SNew(SOverlay)
		+ SOverlay::Slot()
		.VAlign(VAlign_Center)
		[
			SNew(SChatButton)
			.ButtonStyle(FAppStyle::Get(), "SimpleButton")
			.ContentPadding(FMargin(6.0f, 3.0f))
			// A name that is longer than its room ends in three dots.
			.HAlign(HAlign_Fill)
			.ToolTipText(LOCTEXT("RenameTip", "Click to name this conversation."))
			.Visibility(this, &SChatTitle::GetTitleVisibility)
			.OnClicked(this, &SChatTitle::HandleClicked)
			[
				SNew(STextBlock)
				.Text(this, &SChatTitle::GetShownTitle)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
				.Clipping(EWidgetClipping::ClipToBounds)
			]
		]
		+ SOverlay::Slot()
		.VAlign(VAlign_Center)
		[
			SAssignNew(Box, SChatField)
			.Visibility(this, &SChatTitle::GetBoxVisibility)
			.Name(LOCTEXT("BoxName", "Name of this conversation"))
			.bSelectAllWhenFocused(true)
			.OnTextCommitted(this, &SChatTitle::HandleCommitted)
		]
	];
}

FReply SChatTitle::HandleClicked()
{
	Box->SetText(Title.Get());
	bIsEditing = true;
	// The box takes the keyboard once it was laid out.
	RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SChatTitle::HandleFocus));
	return FReply::Handled();
}

EActiveTimerReturnType SChatTitle::HandleFocus(double, float)
{
	if (bIsEditing && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(Box->GetTextBox());
	}
	return EActiveTimerReturnType::Stop;
}

FReply SChatTitle::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	if (!bIsEditing || InKeyEvent.GetKey() != EKeys::Escape)
	{
		return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
	}
	// Before the box: what Escape does there depends on its setup, and need not be a commit.
	bIsEditing = false;
	FSlateApplication::Get().ClearKeyboardFocus(EFocusCause::Cleared);
	OnNamingLeft.ExecuteIfBound();
	return FReply::Handled();
}

void SChatTitle::HandleCommitted(const FText& Text, ETextCommit::Type How)
{
	if (!bIsEditing)
	{
		return;
	}
	bIsEditing = false;
	const FString Name = Text.ToString().TrimStartAndEnd();
	// A commit that gives up leaves the name as it is.
	if (How != ETextCommit::OnCleared && !Name.IsEmpty() && !Name.Equals(Title.Get().ToString()))
	{
		OnRenamed.ExecuteIfBound(Name);
	}
	if (How == ETextCommit::OnEnter)
	{
		OnNamingLeft.ExecuteIfBound();
	}
}

FText SChatTitle::GetShownTitle() const
{
	const FText Name = Title.Get();
	return Name.IsEmpty() ? LOCTEXT("NoTitle", "New conversation") : Name;
}

EVisibility SChatTitle::GetTitleVisibility() const
{
	return bIsEditing ? EVisibility::Collapsed : EVisibility::Visible;
}

EVisibility SChatTitle::GetBoxVisibility() const
{
	return bIsEditing ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
