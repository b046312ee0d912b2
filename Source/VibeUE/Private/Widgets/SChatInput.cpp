// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatInput.h"

#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SMultiLineEditableTextBox.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"

#define LOCTEXT_NAMESPACE "SChatInput"

void SChatInput::Construct(const FArguments& InArgs)
{
	IsBusy = InArgs._IsBusy;
	OnTextSent = InArgs._OnTextSent;
	OnStopped = InArgs._OnStopped;
	ChildSlot
	[
		SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		[
			SNew(SBox)
			.MinDesiredHeight(58.0f)
			.MaxDesiredHeight(200.0f)
			[
				SAssignNew(TextBox, SMultiLineEditableTextBox)
				.HintText(LOCTEXT("Hint", "Write a message. Enter sends it, Shift+Enter starts a new line."))
				.AutoWrapText(true)
				.OnTextChanged(this, &SChatInput::HandleTextChanged)
				.OnKeyDownHandler(this, &SChatInput::HandleKeyDown)
			]
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Bottom)
		.Padding(6.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 0.0f, 0.0f, 4.0f)
			[
				SNew(SButton)
				.ContentPadding(FMargin(7.0f, 5.0f))
				.ToolTipText(LOCTEXT("StopTip", "Stop the answer; what was written so far stays."))
				.Visibility(this, &SChatInput::GetStopVisibility)
				.OnClicked(this, &SChatInput::HandleStopClicked)
				[
					SNew(SImage)
					.Image(FVibeUEStyle::GetBrush("VibeUE.Stop"))
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SButton)
				.ButtonStyle(FAppStyle::Get(), "PrimaryButton")
				.ContentPadding(FMargin(7.0f, 5.0f))
				.ToolTipText(LOCTEXT("SendTip", "Send the message (Enter)."))
				.IsEnabled(this, &SChatInput::CanSend)
				.OnClicked(this, &SChatInput::HandleSendClicked)
				[
					SNew(SImage)
					.Image(FVibeUEStyle::GetBrush("VibeUE.Send"))
				]
			]
		]
	];
}

void SChatInput::HandleTextChanged(const FText& Text)
{
	// Kept, because the box would copy all of it each time it is asked.
	bHasText = !Text.IsEmpty();
}

bool SChatInput::CanSend() const
{
	return bHasText;
}

FReply SChatInput::HandleKeyDown(const FGeometry&, const FKeyEvent& Event)
{
	if (Event.GetKey() != EKeys::Enter || Event.IsShiftDown())
	{
		// The box itself breaks the line.
		return FReply::Unhandled();
	}
	Send();
	return FReply::Handled();
}

FReply SChatInput::HandleSendClicked()
{
	Send();
	return FReply::Handled();
}

FReply SChatInput::HandleStopClicked()
{
	OnStopped.ExecuteIfBound();
	return FReply::Handled();
}

EVisibility SChatInput::GetStopVisibility() const
{
	return IsBusy.Get() ? EVisibility::Visible : EVisibility::Collapsed;
}

void SChatInput::GiveBack(const FString& Text)
{
	const FString Meanwhile = TextBox->GetText().ToString();
	TextBox->SetText(FText::FromString(Meanwhile.TrimStartAndEnd().IsEmpty() ? Text : Text + TEXT("\n\n") + Meanwhile));
	bHasText = true;
}

void SChatInput::Send()
{
	const FString Text = TextBox->GetText().ToString();
	if (!Text.TrimStartAndEnd().IsEmpty() && OnTextSent.IsBound() && OnTextSent.Execute(Text))
	{
		TextBox->SetText(FText::GetEmpty());
		bHasText = false;
	}
}

#undef LOCTEXT_NAMESPACE
