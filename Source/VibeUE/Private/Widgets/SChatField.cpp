// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatField.h"

#include "Framework/Application/SlateApplication.h"
#include "InputCoreTypes.h"
#include "Styling/SlateTypes.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"

#define LOCTEXT_NAMESPACE "SChatField"

void SChatField::Construct(const FArguments& InArgs)
{
	OnTextCommitted = InArgs._OnTextCommitted;
	const FEditableTextBoxStyle& Style = SChatText::GetBoxStyle();
	const TSharedRef<SHorizontalBox> Row = SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SAssignNew(TextBox, SChatText)
			.Text(InArgs._Text)
			.HintText(InArgs._HintText)
			.AccessibleText(InArgs._Name.IsSet() ? InArgs._Name : InArgs._HintText)
			.TextStyle(&Style.TextStyle)
			// Not the frame's: a click next to the words is one into the text.
			.Margin(Style.Padding)
			.AllowMultiLine(false)
			.SelectAllTextWhenFocused(InArgs._bSelectAllWhenFocused)
			.Clipping(EWidgetClipping::ClipToBounds)
			.OnTextChanged(InArgs._OnTextChanged)
			.OnTextCommitted(InArgs._OnTextCommitted)
			.OnKeyDownHandler(this, &SChatField::HandleKeyDown)
			.OnKeyCharHandler(this, &SChatField::HandleKeyChar)
		];
	if (InArgs._bCanClear)
	{
		Row->AddSlot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Close.Small")
			.IconColor(FSlateColor::UseSubduedForeground())
			.ToolTipText(LOCTEXT("ClearTip", "Clear this field."))
			.Visibility(this, &SChatField::GetClearVisibility)
			.OnClicked(this, &SChatField::HandleClearClicked)
		];
	}
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(this, &SChatField::GetFrame)
		.BorderBackgroundColor(Style.BackgroundColor)
		.ForegroundColor(Style.ForegroundColor)
		.Padding(0.0f)
		[
			Row
		]
	];
}

void SChatField::SetText(const FText& Text)
{
	TextBox->SetText(Text);
}

FReply SChatField::HandleKeyDown(const FGeometry&, const FKeyEvent& Event)
{
	if (Event.GetKey() != EKeys::Enter)
	{
		return FReply::Unhandled();
	}
	// Not left to the text: it commits also while an input method composes.
	if (!TextBox->IsComposing())
	{
		OnTextCommitted.ExecuteIfBound(TextBox->GetText(), ETextCommit::OnEnter);
	}
	return FReply::Handled();
}

FReply SChatField::HandleKeyChar(const FGeometry&, const FCharacterEvent& Event)
{
	// The Tab that went from another control to this one is not a letter of its text.
	return Event.GetCharacter() == TEXT('\t') ? FReply::Handled() : FReply::Unhandled();
}

FReply SChatField::HandleClearClicked()
{
	TextBox->SetText(FText::GetEmpty());
	if (FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(TextBox);
	}
	return FReply::Handled();
}

const FSlateBrush* SChatField::GetFrame() const
{
	return TextBox->GetFrame();
}

EVisibility SChatField::GetClearVisibility() const
{
	return TextBox->GetText().IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible;
}

#undef LOCTEXT_NAMESPACE
