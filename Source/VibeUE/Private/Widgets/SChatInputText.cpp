// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// The text of the message box.

#include "Widgets/SChatInput.h"

#include "Widgets/SChatText.h"
#include "Widgets/SChatTextBox.h"

#define LOCTEXT_NAMESPACE "SChatInput"

TSharedRef<SWidget> SChatInput::MakeText()
{
	const TSharedRef<SChatTextBox> Box = SNew(SChatTextBox)
		.HintText(LOCTEXT("Hint", "Write a message. / starts a command, @ names a file, asset, actor or conversation. Enter sends, Shift+Enter starts a new line."))
		.OnTextChanged(this, &SChatInput::HandleTextChanged)
		.OnKeyDownHandler(this, &SChatInput::HandleKeyDown)
		.OnKeyCharHandler(this, &SChatInput::HandleKeyChar);
	TextBox = Box->GetTextBox();
	return Box;
}

#undef LOCTEXT_NAMESPACE
