#pragma once

#include "Containers/UnrealString.h"

// SEN Sentry/Private/SentrySettings.cpp; USH UnrealSharpUtilities; ACC. Unset and empty look the same.
struct FPlatformMisc
{
	static FString GetEnvironmentVariable(const TCHAR* Name);
	static void SetEnvironmentVar(const TCHAR* Name, const TCHAR* Value);
};
