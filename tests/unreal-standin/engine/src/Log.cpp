#include "Logging/LogMacros.h"

#include "CoreGlobals.h"
#include "Misc/AutomationTest.h"
#include "Misc/OutputDeviceRedirector.h"
#include "Process.h"
#include "Utf8.h"

#include <cstdio>
#include <mutex>
#include <thread>

DEFINE_LOG_CATEGORY(LogTemp);

namespace
{
std::recursive_mutex& LogMutex()
{
	static std::recursive_mutex* const Mutex = new std::recursive_mutex();
	return *Mutex;
}
TArray<FOutputDevice*>& Devices()
{
	static TArray<FOutputDevice*>* const List = new TArray<FOutputDevice*>();
	return *List;
}
FOutputDeviceRedirector Redirector;
thread_local int32 Depth = 0;

const char* VerbosityName(ELogVerbosity::Type Verbosity)
{
	static const char* const Names[] = {"", "Fatal", "Error", "Warning", "Display", "Log", "Verbose", "VeryVerbose"};
	return Names[Verbosity & ELogVerbosity::VerbosityMask];
}
} // namespace

FOutputDeviceRedirector* GLog = &Redirector;

void FOutputDeviceRedirector::AddOutputDevice(FOutputDevice* Device)
{
	const std::lock_guard<std::recursive_mutex> Lock(LogMutex());
	Devices().AddUnique(Device);
}
void FOutputDeviceRedirector::RemoveOutputDevice(FOutputDevice* Device)
{
	const std::lock_guard<std::recursive_mutex> Lock(LogMutex());
	Devices().Remove(Device);
}
void FOutputDeviceRedirector::Serialize(const TCHAR* V, ELogVerbosity::Type Verbosity, const FName& Category)
{
	const std::lock_guard<std::recursive_mutex> Lock(LogMutex());
	if (Depth > 8)
	{
		StandIn::Refuse("logging inside an output device's Serialize never ends", "guard Serialize with a thread-local flag");
	}
	++Depth;
	const TArray<FOutputDevice*> Now(Devices());
	for (FOutputDevice* Device : Now)
	{
		if (IsInGameThread() || Device->CanBeUsedOnAnyThread() || Device->CanBeUsedOnMultipleThreads())
		{
			Device->Serialize(V, Verbosity, Category, 0.0);
		}
	}
	--Depth;
}

void StandIn::WriteLog(const FLogCategoryBase& Category, ELogVerbosity::Type Verbosity, const char* File, int32 Line, const TCHAR* Message)
{
	const std::string Text = ToUtf8(FString(Message));
	std::printf("%s: %s: %s\n", ToUtf8(Category.GetCategoryName().ToString()).c_str(), VerbosityName(Verbosity), Text.c_str());
	if (GLog)
	{
		GLog->Serialize(Message, Verbosity, Category.GetCategoryName());
	}
	if (Verbosity == ELogVerbosity::Fatal)
	{
		SayAt("fatal", File, Line, "Fatal error: " + Text);
		std::fflush(stdout);
		std::abort();
	}
	if (Verbosity <= ELogVerbosity::Warning)
	{
		if (FAutomationTestBase* Test = FAutomationTestBase::StandInCurrent())
		{
			Test->StandInLog(Verbosity, FString(Message));
		}
	}
}
