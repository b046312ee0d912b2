#pragma once

#include "Logging/LogMacros.h"

// SEN Sentry/Public/SentryErrorOutputDevice.h; UCL UnrealClaude/Public/UnrealClaudeUtils.h; Epic: Runtime/Core/FOutputDevice
class FOutputDevice
{
public:
	virtual ~FOutputDevice() = default;
	virtual void Serialize(const TCHAR* V, ELogVerbosity::Type Verbosity, const FName& Category) = 0;
	virtual void Serialize(const TCHAR* V, ELogVerbosity::Type Verbosity, const FName& Category, const double)
	{
		Serialize(V, Verbosity, Category);
	}
	virtual void Flush()
	{
	}
	virtual void TearDown()
	{
	}
	virtual bool CanBeUsedOnAnyThread() const
	{
		return false;
	}
	virtual bool CanBeUsedOnMultipleThreads() const
	{
		return false;
	}
	virtual bool CanBeUsedOnPanicThread() const
	{
		return false;
	}
};
