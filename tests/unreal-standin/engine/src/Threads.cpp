#include "Async/Async.h"
#include "HAL/Event.h"
#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"
#include "HAL/RunnableThread.h"
#include "Process.h"
#include "UObject/Object.h"
#include "Utf8.h"

#include <chrono>
#include <deque>
#include <pthread.h>

namespace
{
std::thread::id GameThread;
std::mutex TaskMutex;
std::deque<TUniqueFunction<void()>>& Tasks()
{
	static auto* const Queue = new std::deque<TUniqueFunction<void()>>();
	return *Queue;
}
bool bInTask = false;
double ClockOffset = 0.0;

void Detach(TUniqueFunction<void()>&& Function)
{
	std::thread([Body = MoveTemp(Function)]() mutable { Body(); }).detach();
}
} // namespace

bool IsInGameThread()
{
	return std::this_thread::get_id() == GameThread;
}

namespace StandIn
{
void SetGameThread()
{
	GameThread = std::this_thread::get_id();
}
void RequireGameThread(const char* What)
{
	if (!IsInGameThread())
	{
		RefuseThread(What);
	}
}
void RefuseThread(const char* What)
{
	Refuse((std::string(What) + " outside the game thread").c_str(), "hop there with AsyncTask(ENamedThreads::GameThread, ...) or a ticker");
}
bool HasGameThreadTasks()
{
	const std::lock_guard<std::mutex> Lock(TaskMutex);
	return !Tasks().empty();
}
void PumpGameThreadTasks()
{
	RequireGameThread("pumping the game thread's tasks");
	if (bInTask)
	{
		Refuse("the task graph was pumped inside a game-thread task", "run long work from a ticker, not inside AsyncTask(GameThread)");
	}
	std::deque<TUniqueFunction<void()>> Now;
	{
		const std::lock_guard<std::mutex> Lock(TaskMutex);
		Now.swap(Tasks());
	}
	bInTask = true;
	for (TUniqueFunction<void()>& Task : Now)
	{
		Task();
	}
	bInTask = false;
}
void RunAsync(EAsyncExecution Execution, TUniqueFunction<void()> Function)
{
	if (Execution == EAsyncExecution::TaskGraphMainThread)
	{
		AsyncTask(ENamedThreads::GameThread, MoveTemp(Function));
		return;
	}
	Detach(MoveTemp(Function));
}
double ClockSeconds()
{
	static const auto Start = std::chrono::steady_clock::now();
	return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count() + ClockOffset;
}
void AdvanceClock(double Seconds)
{
	ClockOffset += Seconds;
}
} // namespace StandIn

void AsyncTask(ENamedThreads::Type Thread, TUniqueFunction<void()> Function)
{
	if (Thread == ENamedThreads::GameThread)
	{
		const std::lock_guard<std::mutex> Lock(TaskMutex);
		Tasks().push_back(MoveTemp(Function));
		return;
	}
	Detach(MoveTemp(Function));
}

double FPlatformTime::Seconds()
{
	return StandIn::ClockSeconds() + 1000.0;
}
uint64 FPlatformTime::Cycles64()
{
	return static_cast<uint64>(StandIn::ClockSeconds() * 1.0e7);
}
double FPlatformTime::ToSeconds64(uint64 Cycles)
{
	return static_cast<double>(Cycles) * 1.0e-7;
}

void FPlatformProcess::Sleep(float Seconds)
{
	std::this_thread::sleep_for(std::chrono::duration<float>(Seconds));
}
FEvent* FPlatformProcess::GetSynchEventFromPool(bool bIsManualReset)
{
	return new FEvent(bIsManualReset);
}
void FPlatformProcess::ReturnSynchEventToPool(FEvent* Event)
{
	delete Event;
}

void FEvent::Trigger()
{
	{
		const std::lock_guard<std::mutex> Lock(Mutex);
		bTriggered = true;
	}
	if (bManualReset)
	{
		Changed.notify_all();
	}
	else
	{
		Changed.notify_one();
	}
}
void FEvent::Reset()
{
	const std::lock_guard<std::mutex> Lock(Mutex);
	bTriggered = false;
}
bool FEvent::Wait(uint32 Milliseconds)
{
	std::unique_lock<std::mutex> Lock(Mutex);
	const auto IsReady = [this] { return bTriggered; };
	if (Milliseconds == 0xffffffffu)
	{
		Changed.wait(Lock, IsReady);
	}
	else if (!Changed.wait_for(Lock, std::chrono::milliseconds(Milliseconds), IsReady))
	{
		return false;
	}
	bTriggered = bManualReset;
	return true;
}

FRunnableThread* FRunnableThread::Create(FRunnable* Runnable, const TCHAR* ThreadName, uint32, EThreadPriority)
{
	FRunnableThread* Result = new FRunnableThread();
	Result->Body = Runnable;
	Result->Name = FString(ThreadName);
	const std::string Short = StandIn::ToUtf8(Result->Name).substr(0, 15);
	Result->Thread = std::thread([Runnable, Short] {
		pthread_setname_np(pthread_self(), Short.c_str());
		if (Runnable->Init())
		{
			Runnable->Run();
		}
		Runnable->Exit();
	});
	return Result;
}
FRunnableThread::~FRunnableThread()
{
	Kill(true);
}
void FRunnableThread::WaitForCompletion()
{
	if (Thread.joinable())
	{
		Thread.join();
	}
}
bool FRunnableThread::Kill(bool bShouldWait)
{
	if (Thread.joinable())
	{
		Body->Stop();
		if (bShouldWait)
		{
			Thread.join();
		}
	}
	return true;
}
