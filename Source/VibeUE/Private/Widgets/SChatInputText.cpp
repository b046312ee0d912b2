// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The text of the message box, in a frame that looks as the editor's own.

#include "Widgets/SChatInput.h"

#include "Framework/Text/TextLayout.h"
#include "Styling/SlateTypes.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SScrollBar.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatText.h"

#define LOCTEXT_NAMESPACE "SChatInput"

TSharedRef<SWidget> SChatInput::MakeText()
{
	const FEditableTextBoxStyle& Style = SChatText::GetBoxStyle();
	const TSharedRef<SScrollBar> Bar = SNew(SScrollBar).Orientation(Orient_Vertical);
	return SNew(SBorder)
		.BorderImage(this, &SChatInput::GetFrame)
		.BorderBackgroundColor(Style.BackgroundColor)
		.ForegroundColor(Style.ForegroundColor)
		.Padding(0.0f)
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			[
				SAssignNew(TextBox, SChatText)
				.HintText(LOCTEXT("Hint", "Write a message. / starts a command, @ names a file, asset, actor or conversation. Enter sends, Shift+Enter starts a new line."))
				.TextStyle(&Style.TextStyle)
				// Not the frame's: a click next to the words is one into the text.
				.Margin(Style.Padding)
				.TextFlowDirection(ETextFlowDirection::Auto)
				.AutoWrapText(true)
				.Clipping(EWidgetClipping::ClipToBounds)
				.VScrollBar(Bar)
				.OnTextChanged(this, &SChatInput::HandleTextChanged)
				.OnKeyDownHandler(this, &SChatInput::HandleKeyDown)
				.OnKeyCharHandler(this, &SChatInput::HandleKeyChar)
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			[
				Bar
			]
		];
}

const FSlateBrush* SChatInput::GetFrame() const
{
	return TextBox->GetFrame();
}

#undef LOCTEXT_NAMESPACE
