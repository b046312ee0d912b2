#pragma once

#include <mutex>
#include <shared_mutex>

// SEN GenericPlatform/GenericPlatformSentrySpan.cpp; RLK RiderLogging. Recursive.
class FCriticalSection
{
public:
	FCriticalSection() = default;
	FCriticalSection(const FCriticalSection&) = delete;
	FCriticalSection& operator=(const FCriticalSection&) = delete;
	void Lock()
	{
		Mutex.lock();
	}
	bool TryLock()
	{
		return Mutex.try_lock();
	}
	void Unlock()
	{
		Mutex.unlock();
	}

private:
	std::recursive_mutex Mutex;
};
// PCG PCGExFilters/Private/Filters/Points/PCGExRandomRatioFilter.cpp; ACC
class FRWLock
{
public:
	void ReadLock()
	{
		Mutex.lock_shared();
	}
	void ReadUnlock()
	{
		Mutex.unlock_shared();
	}
	void WriteLock()
	{
		Mutex.lock();
	}
	void WriteUnlock()
	{
		Mutex.unlock();
	}

private:
	std::shared_mutex Mutex;
};
