#pragma once

#include "HAL/Platform.h"

// A text in which the system's input method composes. Epic: ApplicationCore/ITextInputMethodContext; bymebyu/HangulInputSlate HangulInputController.cpp
class ITextInputMethodContext
{
public:
	virtual ~ITextInputMethodContext() = default;
	virtual bool IsComposing() = 0; // Epic: ITextInputMethodContext/IsComposing; SUnrealAgentMCPComposerEditableText.h of a panel for 5.8
	virtual void BeginComposition() = 0;
	virtual void EndComposition() = 0;
};
