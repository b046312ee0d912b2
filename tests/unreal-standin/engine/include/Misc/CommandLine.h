#pragma once

#include "HAL/Platform.h"

// USH UnrealSharpCore/Private/DotNet/CSDotNetRuntimeHost.cpp; ACC; RIV
struct FCommandLine
{
	static const TCHAR* Get();
	static bool Set(const TCHAR* NewCommandLine);
	static void Append(const TCHAR* Text);
};
