#pragma once

#include "HAL/Platform.h"

#include <condition_variable>
#include <mutex>

// UEC UE5Coro/Private/TimerThread.cpp; SEN Sentry/Private/Utils/SentryHangWatcher.cpp; Natfii/UnrealClaude MCP/MCPTaskQueue.cpp
class FEvent
{
public:
	explicit FEvent(bool bInManualReset)
		: bManualReset(bInManualReset)
	{
	}
	void Trigger();
	void Reset();
	bool Wait(uint32 Milliseconds);
	void Wait()
	{
		Wait(0xffffffffu);
	}

private:
	std::mutex Mutex;
	std::condition_variable Changed;
	bool bManualReset;
	bool bTriggered = false;
};
enum class EEventMode
{
	AutoReset,
	ManualReset,
};
class FEventRef
{
public:
	explicit FEventRef(EEventMode Mode = EEventMode::AutoReset)
		: Event(Mode == EEventMode::ManualReset)
	{
	}
	FEvent* operator->()
	{
		return &Event;
	}
	FEvent* Get()
	{
		return &Event;
	}

private:
	FEvent Event;
};
