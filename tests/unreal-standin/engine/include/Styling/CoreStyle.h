#pragma once

#include "Styling/ISlateStyle.h"

// Epic: FCoreStyle/GetDefaultFontStyle; AX SAutonomixChatView.cpp; UC ClaudeEditorWidget.cpp.
class FCoreStyle
{
public:
	// The same set as FAppStyle's (Epic, note on the page).
	static const ISlateStyle& Get();
	// Typefaces: Regular, Bold, Italic, Mono.
	static FSlateFontInfo GetDefaultFontStyle(const FName Typeface, const float Size);
};
