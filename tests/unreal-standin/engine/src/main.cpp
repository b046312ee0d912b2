// The spec host: starts the stand-in as an editor starts, runs one case or
// none, leaves as an editor leaves, and says what was left behind.
//
//   host --list
//   host --run "VibeUE.Session.does this" --project DIR --module VibeUE [--plugin X.uplugin] [--commandlet] [--args "..."]
//   host --series FILE ...              each case that a line of the file names, in this one process; what follows a tab is the file of its page
//   host --exit-only ...
//   host --run NAME --render FILE ...   writes what the widgets look like when the case ends, as one HTML page
//   host --exit-only --tab NAME --render FILE ...   opens a tab first
//
// What the harness reads are the lines on the error stream that begin with "@@standin ".

#include "CaseRunner.h"
#include "CoreGlobals.h"
#include "Framework/Application/SlateApplication.h"
#include "Framework/Docking/TabManager.h"
#include "Misc/CommandLine.h"
#include "Misc/ConfigCacheIni.h"
#include "Misc/CoreDelegates.h"
#include "Misc/Parse.h"
#include "Modules/ModuleManager.h"
#include "Process.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "ToolMenus.h"
#include "Utf8.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#ifdef STANDIN_ADDRESS_SANITIZER
#include <sanitizer/lsan_interface.h>
#endif

using namespace StandIn;

namespace
{

struct FOptions
{
	bool bList = false;
	bool bExitOnly = false;
	bool bCommandlet = false;
	std::string Run;
	std::string Series;
	std::string Project = ".";
	std::string Plugin;
	std::string Arguments;
	std::string Render;
	std::string Tab;
	TArray<FString> Modules;
};

[[noreturn]] void Usage(const std::string& Problem)
{
	std::fprintf(stderr, "%s\nusage: host --list | --run NAME | --series FILE | --exit-only  [--project DIR] [--module NAME]... [--plugin FILE] [--commandlet] [--args TEXT] [--tab NAME] [--render FILE]\n",
		Problem.c_str());
	std::exit(2);
}

// Long because it lists the options.
FOptions ReadOptions(int Count, char** Values)
{
	FOptions Options;
	for (int Index = 1; Index < Count; ++Index)
	{
		const std::string Name = Values[Index];
		const auto Next = [&]() -> std::string {
			if (Index + 1 >= Count)
			{
				Usage(Name + " needs a value");
			}
			return Values[++Index];
		};
		if (Name == "--list")
		{
			Options.bList = true;
		}
		else if (Name == "--exit-only")
		{
			Options.bExitOnly = true;
		}
		else if (Name == "--commandlet")
		{
			Options.bCommandlet = true;
		}
		else if (Name == "--series")
		{
			Options.Series = Next();
		}
		else if (Name == "--run")
		{
			Options.Run = Next();
		}
		else if (Name == "--project")
		{
			Options.Project = Next();
		}
		else if (Name == "--plugin")
		{
			Options.Plugin = Next();
		}
		else if (Name == "--render")
		{
			Options.Render = Next();
		}
		else if (Name == "--tab")
		{
			Options.Tab = Next();
		}
		else if (Name == "--args")
		{
			Options.Arguments = Next();
		}
		else if (Name == "--module")
		{
			Options.Modules.Add(FromUtf8(Next()));
		}
		else
		{
			Usage("unknown option " + Name);
		}
	}
	return Options;
}

// The cases of a file, one a line.
std::vector<FCaseOfSeries> ReadSeries(const std::string& File)
{
	std::ifstream Lines(File);
	if (!Lines)
	{
		Usage(File + " cannot be read");
	}
	std::vector<FCaseOfSeries> Series;
	for (std::string Line; std::getline(Lines, Line);)
	{
		const std::size_t Tab = Line.find('\t');
		Series.push_back({Line.substr(0, Tab), Tab == std::string::npos ? std::string() : Line.substr(Tab + 1)});
	}
	return Series;
}

// Whether all that was asked for passed.
bool RunWhatIsAskedFor(const FOptions& Options)
{
	if (!Options.Series.empty())
	{
		return RunSeries(ReadSeries(Options.Series));
	}
	return Options.Run.empty() || RunCase(Options.Run);
}

// Before the case lets go of its windows, or after it when no case asks for more.
void Render(const std::string& File)
{
	if (!File.empty() && FSlateApplication::IsInitialized() && !RenderToFile(FromUtf8(File)))
	{
		Say("error " + File + ":0: the page cannot be written there");
	}
}

int32 CountLeaks(const TArray<FString>& Held, int32 StartupCallbacks, int32 MenuEntries)
{
	int32 Leaks = 0;
	const auto Report = [&Leaks](const char* Kind, const std::string& Text) {
		++Leaks;
		Say(std::string("leak ") + Kind + ": " + Text);
	};
	for (const FString& Text : Held)
	{
		Report("object", ToUtf8(Text) + " at exit: let go of it in FCoreDelegates::OnEnginePreExit");
	}
	for (const FLeakCheck& Check : LeakChecks())
	{
		TArray<FString> Found;
		Check.Check(Found);
		for (const FString& Text : Found)
		{
			Report(Check.Name, ToUtf8(Text));
		}
	}
	if (StartupCallbacks > 0)
	{
		Report("menu", std::to_string(StartupCallbacks) + " startup callbacks of UToolMenus were not unregistered");
	}
	if (MenuEntries > 0)
	{
		Report("menu", std::to_string(MenuEntries) + " menu entries were added without an owner: use FToolMenuOwnerScoped");
	}
	// Threads get a moment: they may be executing their last instructions.
	TArray<FString> Threads = OtherThreads();
	for (int32 Tries = 0; Tries < 40 && !Threads.IsEmpty(); ++Tries)
	{
		std::this_thread::sleep_for(std::chrono::milliseconds(5));
		Threads = OtherThreads();
	}
	for (const FString& Name : Threads)
	{
		Report("thread", "a thread called \"" + ToUtf8(Name) + "\" still runs after ShutdownModule");
	}
	return Leaks;
}

// Whether memory was lost. The sanitizer looks for it when a process ends by
// itself, which this one does not; it writes its report to the error stream.
bool HasLostMemory()
{
#ifdef STANDIN_ADDRESS_SANITIZER
	return __lsan_do_recoverable_leak_check() != 0;
#else
	return false;
#endif
}

int32 OwnerlessEntries()
{
	int32 Count = 0;
	for (const TObjectPtr<UToolMenu>& Menu : UToolMenus::Get()->StandInMenus())
	{
		for (const FToolMenuSection& Section : Menu->Sections)
		{
			for (const FToolMenuEntry& Entry : Section.Blocks)
			{
				Count += Entry.Owner == FToolMenuOwner() ? 1 : 0;
			}
		}
	}
	return Count;
}

} // namespace

// Long because start and exit are each one order of steps, which reads from above.
int main(int Count, char** Values)
{
	const FOptions Options = ReadOptions(Count, Values);
	// Whole lines, or what is left of one would come in front of a line that the harness reads.
	std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
	SetGameThread();
	StartSanitizerThread();
	InstallCrashHandler();
	if (Options.bList)
	{
		ListCases();
		return 0;
	}

	// The start, in the editor's order.
	FCommandLine::Set(*FromUtf8(Options.Arguments));
	SetRunningCommandlet(Options.bCommandlet);
	SetProjectDir(FromUtf8(std::filesystem::absolute(Options.Project).generic_string()));
	GEngineIni = FConfigCacheIni::StandInSavedFile(FName("Engine"));
	GGameIni = FConfigCacheIni::StandInSavedFile(FName("Game"));
	GEditorIni = FConfigCacheIni::StandInSavedFile(FName("Editor"));
	GEditorPerProjectIni = FConfigCacheIni::StandInSavedFile(FName("EditorPerProjectUserSettings"));
	AddCoreLeakChecks();
	if (!Options.Plugin.empty())
	{
		LoadPluginDescriptor(FromUtf8(std::filesystem::absolute(Options.Plugin).generic_string()));
	}
	FString Culture;
	if (FParse::Value(FCommandLine::Get(), TEXT("culture="), Culture))
	{
		SetCulture(*Culture);
	}
	RegisterReflectedTypes();
	RegisterAutomaticSettings();
	FModuleManager::Get().LoadModuleChecked(FName("Settings"));
	FModuleManager::Get().LoadModuleChecked(FName("PropertyEditor"));
	if (!Options.bCommandlet)
	{
		FSlateApplication::StandInStart();
		FModuleManager::Get().LoadModuleChecked(FName("LevelEditor"));
		FModuleManager::Get().LoadModuleChecked(FName("ContentBrowser"));
		StartEditor();
	}
	LoadModules(Options.Modules);
	PRAGMA_DISABLE_DEPRECATION_WARNINGS
	FCoreDelegates::OnPostEngineInit.Broadcast();
	PRAGMA_ENABLE_DEPRECATION_WARNINGS
	if (!Options.bCommandlet)
	{
		UToolMenus::StandInStartUp();
		FCoreDelegates::OnFEngineLoopInitComplete.Broadcast();
	}
	PumpFrames(1);

	if (!Options.Tab.empty() && FSlateApplication::IsInitialized())
	{
		FGlobalTabmanager::Get()->TryInvokeTab(FName(FromUtf8(Options.Tab)));
		PumpFrames(30);
	}
	StandIn::SetRenderFile(FromUtf8(Options.Render));
	const bool bOk = RunWhatIsAskedFor(Options);
	if (!StandIn::HasRendered())
	{
		Render(Options.Render);
	}

	// The exit: delegates, then all objects, and only then the modules.
	Say("exit");
	FCoreDelegates::OnEnginePreExit.Broadcast();
	FCoreDelegates::OnPreExit.Broadcast();
	// Tabs, windows and focus go before the objects that their widgets may hold.
	CloseTestWindows();
	FSlateApplication::StandInStop();
	const int32 MenuEntries = OwnerlessEntries();
	UToolMenus::StandInShutDown();
	TArray<FString> Held;
	StopEditor();
	PurgeObjects(Held);
	ShutDownModules();
	CloseSettings();
	GLog = nullptr;
	const int32 Leaks = CountLeaks(Held, UToolMenus::StandInStartupCallbacks(), MenuEntries);
	const bool bLost = HasLostMemory();
	Say("bye " + std::to_string(Leaks));
	std::fflush(stdout);
	// Static destructors are not part of what is tested; threads that leaked must not run into them.
	std::_Exit(bOk && Leaks == 0 && !bLost ? 0 : 1);
}
