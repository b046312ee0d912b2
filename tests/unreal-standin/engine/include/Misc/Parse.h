#pragma once

#include "Containers/UnrealString.h"

// USH UnrealSharpCore; ACC AccelByteUe4Sdk/Private/Core/AccelByteError.cpp; RIV. Names without the dash.
struct FParse
{
	static bool Param(const TCHAR* Stream, const TCHAR* Name);
	static bool Value(const TCHAR* Stream, const TCHAR* Match, FString& OutValue);
	static bool Value(const TCHAR* Stream, const TCHAR* Match, int32& OutValue);
};
