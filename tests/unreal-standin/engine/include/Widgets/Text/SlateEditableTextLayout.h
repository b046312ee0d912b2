#pragma once

#include "GenericPlatform/ITextInputMethodSystem.h"
#include "Templates/SharedPointer.h"

// What an editable text writes with. Epic: Slate/FSlateEditableTextLayout
class FSlateEditableTextLayout
{
public:
	FSlateEditableTextLayout();
	// Epic: FSlateEditableTextLayout/GetTextInputMethodContext; bymebyu/HangulInputSlate HangulInputController.cpp
	TSharedRef<ITextInputMethodContext> GetTextInputMethodContext() const
	{
		return Context;
	}

private:
	TSharedRef<ITextInputMethodContext> Context;
};
