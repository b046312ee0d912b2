#pragma once

#include "HAL/Platform.h"

// Which way widgets follow one another. Epic: SlateCore/EFlowDirection
enum class EFlowDirection : uint8
{
	LeftToRight,
	RightToLeft,
};

// Which of them a widget and all below it want. Epic: SlateCore/EFlowDirectionPreference
enum class EFlowDirectionPreference : uint8
{
	Inherit,
	Culture,
	LeftToRight,
	RightToLeft,
};

// The direction of the editor's language. Epic: SlateCore/FLayoutLocalization; NOE NoesisRuntime/Public/NoesisTypeTraits.h;
// modio/modio-ue UI/CommonComponents/ModioTagList.cpp
class FLayoutLocalization
{
public:
	static EFlowDirection GetLocalizedLayoutDirection();
};
