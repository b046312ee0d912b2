#include "StandIn/Host.h"

#include "Containers/Ticker.h"
#include "CoreGlobals.h"
#include "Delegates/Delegate.h"
#include "Misc/CoreDelegates.h"
#include "Process.h"
#include "UObject/UObjectGlobals.h"
#include "Utf8.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

FDelegateHandle::FDelegateHandle(EGenerateNewHandleType)
{
	static std::atomic<uint64> Next{1};
	Id = Next.fetch_add(1);
}

namespace StandIn
{

static TFunction<void(bool)>& FrameWatch()
{
	static auto* const Watch = new TFunction<void(bool)>();
	return *Watch;
}

void WatchFrames(TFunction<void(bool bBegins)> Watch)
{
	FrameWatch() = MoveTemp(Watch);
}

static void TellFrameWatch(bool bBegins)
{
	if (FrameWatch())
	{
		FrameWatch()(bBegins);
	}
}

void PumpFrames(int32 Frames, float DeltaSeconds)
{
	for (int32 Frame = 0; Frame < Frames; ++Frame)
	{
		++GFrameCounter;
		AdvanceClock(static_cast<double>(DeltaSeconds));
		// The engine collects between two frames, some minutes apart; who relies on that is found at once.
		CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
		TellFrameWatch(true);
		PumpGameThreadTasks();
		TickEditor();
		TickLiveCoding();
		FTSTicker::GetCoreTicker().Tick(DeltaSeconds);
		TickSlate(DeltaSeconds);
		TellFrameWatch(false);
	}
}

void LimitFileSizes(int64 Bytes)
{
	// A writer gets an error instead of the signal that ends the process.
	std::signal(SIGXFSZ, SIG_IGN);
	rlimit Limit;
	::getrlimit(RLIMIT_FSIZE, &Limit);
	Limit.rlim_cur = Bytes < 0 ? Limit.rlim_max : static_cast<rlim_t>(Bytes);
	::setrlimit(RLIMIT_FSIZE, &Limit);
}

int64 FileSizeLimit()
{
	rlimit Limit;
	::getrlimit(RLIMIT_FSIZE, &Limit);
	return Limit.rlim_cur == RLIM_INFINITY ? -1 : static_cast<int64>(Limit.rlim_cur);
}

namespace
{
bool& LeavesAfter()
{
	static bool bLeaves = true;
	return bLeaves;
}
} // namespace
bool LeavesAfterThisCase()
{
	return LeavesAfter();
}
void SetLeavesAfterThisCase(bool bLeaves)
{
	LeavesAfter() = bLeaves;
}

namespace
{
// Folders of /proc, by the threads' numbers.
std::vector<std::filesystem::path> OtherThreadFolders()
{
	std::vector<std::filesystem::path> Folders;
	std::error_code Error;
	for (const auto& Entry : std::filesystem::directory_iterator("/proc/self/task", Error))
	{
		if (Entry.path().filename() != std::to_string(::getpid()))
		{
			Folders.push_back(Entry.path());
		}
	}
	return Folders;
}
std::vector<std::filesystem::path> SanitizerThreads;
} // namespace

TArray<FString> OtherThreads()
{
	TArray<FString> Names;
	for (const std::filesystem::path& Folder : OtherThreadFolders())
	{
		std::string Name;
		if (std::find(SanitizerThreads.begin(), SanitizerThreads.end(), Folder) == SanitizerThreads.end())
		{
			std::getline(std::ifstream(Folder / "comm"), Name);
			Names.Add(FromUtf8(Name));
		}
	}
	return Names;
}

void StartSanitizerThread()
{
#ifdef STANDIN_THREAD_SANITIZER
	// It comes with the first thread of the process, and stays.
	std::thread([]() {}).join();
	SanitizerThreads = OtherThreadFolders();
#endif
}

namespace
{
TArray<FLeakCheck>& Checks()
{
	static auto* const List = new TArray<FLeakCheck>();
	return *List;
}
void CheckDelegate(TArray<FString>& Out, const FSimpleMulticastDelegate& Delegate, const TCHAR* Name)
{
	const int32 Count = Delegate.StandInBindingCount();
	if (Count > 0)
	{
		Out.Add(FString::Printf(TEXT("%s has %d bindings left: remove them in ShutdownModule"), Name, Count));
	}
}
} // namespace

void AddLeakCheck(const char* Name, TFunction<void(TArray<FString>&)> Check)
{
	Checks().Add({Name, MoveTemp(Check)});
}
const TArray<FLeakCheck>& LeakChecks()
{
	return Checks();
}

void AddCoreLeakChecks()
{
	AddLeakCheck("ticker", [](TArray<FString>& Out) {
		if (TickerCount() > 0)
		{
			Out.Add(FString::Printf(TEXT("%d tickers were not removed: call FTSTicker::RemoveTicker before the module goes"), TickerCount()));
		}
	});
	AddLeakCheck("delegate", [](TArray<FString>& Out) {
		CheckDelegate(Out, FCoreDelegates::OnEnginePreExit, TEXT("FCoreDelegates::OnEnginePreExit"));
		CheckDelegate(Out, FCoreDelegates::OnPreExit, TEXT("FCoreDelegates::OnPreExit"));
		CheckDelegate(Out, FCoreDelegates::OnFEngineLoopInitComplete, TEXT("FCoreDelegates::OnFEngineLoopInitComplete"));
		PRAGMA_DISABLE_DEPRECATION_WARNINGS
		CheckDelegate(Out, FCoreDelegates::OnPostEngineInit, TEXT("FCoreDelegates::OnPostEngineInit"));
		PRAGMA_ENABLE_DEPRECATION_WARNINGS
	});
	AddLeakCheck("settings", [](TArray<FString>& Out) {
		for (const FSettingsPage& Page : SettingsPages())
		{
			Out.Add(FString(TEXT("the settings page ")) + Page.Section.ToString() + TEXT(" was not unregistered"));
		}
	});
	AddLeakCheck("task", [](TArray<FString>& Out) {
		if (HasGameThreadTasks())
		{
			Out.Add(FString(TEXT("tasks for the game thread are still queued: whoever queued them runs on after the exit began")));
		}
	});
}

} // namespace StandIn
