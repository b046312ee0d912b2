#pragma once

#include "Types/SlateEnums.h"

// Epic: Slate/STextBlock/FArguments; AX SAutonomixChatView.cpp
namespace ETextJustify
{
enum Type : int
{
	Left,
	Center,
	Right,
};
}
enum class ETextWrappingPolicy : uint8
{
	DefaultWrapping,
	AllowPerCharacterWrapping,
};

// Which way a paragraph is written; Auto looks at its text. Epic: Slate/ETextFlowDirection; NOE NoesisRuntime/Public/NoesisTypeTraits.h
enum class ETextFlowDirection : uint8
{
	Auto,
	LeftToRight,
	RightToLeft,
};

// SUDS SUDSEditorToolkit.cpp; Epic: SMultiLineEditableTextBox/GoTo
enum class ETextLocation : uint8
{
	BeginningOfLine,
	EndOfLine,
	BeginningOfDocument,
	EndOfDocument,
};

// Line and character. Epic: SMultiLineEditableTextBox/GoTo
struct FTextLocation
{
	explicit FTextLocation(const int32 InLine = 0, const int32 InOffset = 0)
		: LineIndex(InLine)
		, Offset(InOffset)
	{
	}
	int32 GetLineIndex() const
	{
		return LineIndex;
	}
	int32 GetOffset() const
	{
		return Offset;
	}

private:
	int32 LineIndex;
	int32 Offset;
};
