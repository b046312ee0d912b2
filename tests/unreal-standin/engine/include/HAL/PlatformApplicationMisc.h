#pragma once

#include "Containers/UnrealString.h"

// Autonomix, VIB, AA: the clipboard of the application; here a text in memory.
struct FPlatformApplicationMisc
{
	static void ClipboardCopy(const TCHAR* Text);
	static void ClipboardPaste(FString& OutText);
};
