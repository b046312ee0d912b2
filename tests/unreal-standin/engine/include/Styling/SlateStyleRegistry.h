#pragma once

#include "Styling/ISlateStyle.h"

// AX AutonomixStyle.cpp; CX CortexRichTextStyle.cpp; PX PCGExtendedToolkitEditor.cpp (by name). Capital R in UnRegister.
class FSlateStyleRegistry
{
public:
	static void RegisterSlateStyle(const ISlateStyle& Style);
	static void UnRegisterSlateStyle(const ISlateStyle& Style);
	static void UnRegisterSlateStyle(const FName StyleSetName);
	static const ISlateStyle* FindSlateStyle(const FName StyleSetName);
};
