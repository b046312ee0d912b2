// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Containers/UnrealString.h"
#include "Widgets/SChatTextBox.h"
#include "Widgets/Text/SMultiLineEditableText.h"

/** What is written in a box of several lines. */
struct FBoxText
{
	/** Returns a text with its lines ended as the core ends them, so that the two can be compared. */
	static FString Plain(const FString& Text)
	{
		return Text.Replace(TEXT("\r\n"), TEXT("\n"));
	}

	/** Returns what is written in a box: it may end its lines as the system does. */
	static FString Read(const SChatTextBox& Box)
	{
		return Plain(Box.GetText().ToString());
	}

	static FString Read(const SMultiLineEditableText& Text)
	{
		return Plain(Text.GetText().ToString());
	}
};
