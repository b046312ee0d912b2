#pragma once

#include "Containers/UnrealString.h"
#include "HAL/Runnable.h"

#include <thread>

// SEN SessionReplay/SentrySessionReplayRecorder.cpp; UEC UE5Coro/Private/AsyncAwaiters.cpp
enum EThreadPriority
{
	TPri_Normal,
	TPri_AboveNormal,
	TPri_BelowNormal,
	TPri_Lowest,
};
class FRunnableThread
{
public:
	static FRunnableThread* Create(FRunnable* Runnable, const TCHAR* ThreadName, uint32 StackSize = 0, EThreadPriority Priority = TPri_Normal);
	~FRunnableThread();
	FRunnableThread(const FRunnableThread&) = delete;
	FRunnableThread& operator=(const FRunnableThread&) = delete;
	void WaitForCompletion();
	bool Kill(bool bShouldWait = true);
	const FString& GetThreadName() const
	{
		return Name;
	}

private:
	FRunnableThread() = default;
	FRunnable* Body = nullptr;
	FString Name;
	std::thread Thread;
};
