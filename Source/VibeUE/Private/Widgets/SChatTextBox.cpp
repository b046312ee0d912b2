// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatTextBox.h"

#include "Framework/Text/TextLayout.h"
#include "InputCoreTypes.h"
#include "Styling/SlateTypes.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SScrollBar.h"
#include "Widgets/SBoxPanel.h"

void SChatTextBox::Construct(const FArguments& InArgs)
{
	KeyDownHandler = InArgs._OnKeyDownHandler;
	const FEditableTextBoxStyle& Style = SChatText::GetBoxStyle();
	const TSharedRef<SScrollBar> Bar = SNew(SScrollBar).Orientation(Orient_Vertical);
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(this, &SChatTextBox::GetFrame)
		.BorderBackgroundColor(Style.BackgroundColor)
		.ForegroundColor(Style.ForegroundColor)
		.Padding(0.0f)
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			[
				SAssignNew(TextBox, SChatText)
				.Text(InArgs._Text)
				.HintText(InArgs._HintText)
				.AccessibleText(InArgs._Name.IsSet() ? InArgs._Name : InArgs._HintText)
				.TextStyle(&Style.TextStyle)
				// Not the frame's: a click next to the words is one into the text.
				.Margin(Style.Padding)
				.TextFlowDirection(ETextFlowDirection::Auto)
				.AutoWrapText(true)
				.Clipping(EWidgetClipping::ClipToBounds)
				.VScrollBar(Bar)
				.OnTextChanged(InArgs._OnTextChanged)
				.OnKeyDownHandler(this, &SChatTextBox::HandleKeyDown)
				.OnKeyCharHandler(InArgs._OnKeyCharHandler)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				Bar
			]
		]
	];
}

void SChatTextBox::SetText(const FText& Text)
{
	TextBox->SetText(Text);
}

FReply SChatTextBox::HandleKeyDown(const FGeometry& Geometry, const FKeyEvent& Event)
{
	if (TextBox->IsComposing())
	{
		// The key belongs to the input method; at an Enter the text itself would break the line.
		return Event.GetKey() == EKeys::Enter ? FReply::Handled() : FReply::Unhandled();
	}
	return KeyDownHandler.IsBound() ? KeyDownHandler.Execute(Geometry, Event) : FReply::Unhandled();
}

const FSlateBrush* SChatTextBox::GetFrame() const
{
	return TextBox->GetFrame();
}
