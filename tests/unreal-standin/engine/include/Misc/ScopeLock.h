#pragma once

#include "HAL/CriticalSection.h"
#include "Misc/AssertionMacros.h"

// SEN GenericPlatform/GenericPlatformSentrySpan.cpp; RLK RiderLogging/Private/RiderOutputDevice.cpp. Takes a pointer.
class FScopeLock
{
public:
	[[nodiscard]] explicit FScopeLock(FCriticalSection* InSection)
		: Section(InSection)
	{
		check(Section != nullptr);
		Section->Lock();
	}
	~FScopeLock()
	{
		Section->Unlock();
	}
	FScopeLock(const FScopeLock&) = delete;
	FScopeLock& operator=(const FScopeLock&) = delete;

private:
	FCriticalSection* Section;
};
