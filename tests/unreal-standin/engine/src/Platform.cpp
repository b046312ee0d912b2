#include "Async/Async.h"
#include "CoreGlobals.h"
#include "HAL/PlatformApplicationMisc.h"
#include "HAL/PlatformMisc.h"
#include "HAL/PlatformProcess.h"
#include "Misc/App.h"
#include "Misc/CommandLine.h"
#include "Misc/CoreDelegates.h"
#include "Misc/EngineVersion.h"
#include "Misc/Parse.h"
#include "Misc/Paths.h"
#include "StandIn/Host.h"
#include "Utf8.h"

#include <cstdlib>
#if !defined(_WIN32)
#include <spawn.h>
#include <unistd.h>
#endif

bool GIsEditor = true;
bool GIsRunningUnattendedScript = false;
uint64 GFrameCounter = 0;

FSimpleMulticastDelegate FCoreDelegates::OnEnginePreExit;
FSimpleMulticastDelegate FCoreDelegates::OnPreExit;
FSimpleMulticastDelegate FCoreDelegates::OnFEngineLoopInitComplete;
PRAGMA_DISABLE_DEPRECATION_WARNINGS
FSimpleMulticastDelegate FCoreDelegates::OnPostEngineInit;
#if ENGINE_MINOR_VERSION >= 8
FSimpleMulticastDelegate& FCoreDelegates::GetOnPostEngineInit()
{
	return OnPostEngineInit;
}
#endif
PRAGMA_ENABLE_DEPRECATION_WARNINGS

namespace
{
bool bCommandlet = false;
bool bUnattendedRun = true;
FString& CommandLineText()
{
	static FString* const Text = new FString();
	return *Text;
}
TArray<FString>& Urls()
{
	static auto* const List = new TArray<FString>();
	return *List;
}
TArray<FString>& Folders()
{
	static auto* const List = new TArray<FString>();
	return *List;
}
FString& ClipboardText()
{
	static FString* const Text = new FString();
	return *Text;
}
} // namespace

bool IsRunningCommandlet()
{
	return bCommandlet;
}
void StandIn::SetRunningCommandlet(bool bRunning)
{
	bCommandlet = bRunning;
}
void StandIn::SetUnattended(bool bUnattended)
{
	bUnattendedRun = bUnattended;
}
const TArray<FString>& StandIn::LaunchedUrls()
{
	return Urls();
}
const TArray<FString>& StandIn::ExploredFolders()
{
	return Folders();
}
const FString& StandIn::Clipboard()
{
	return ClipboardText();
}

void FPlatformApplicationMisc::ClipboardCopy(const TCHAR* Text)
{
	StandIn::RequireGameThread("FPlatformApplicationMisc::ClipboardCopy");
	ClipboardText() = FString(Text);
}
void FPlatformApplicationMisc::ClipboardPaste(FString& OutText)
{
	StandIn::RequireGameThread("FPlatformApplicationMisc::ClipboardPaste");
	OutText = ClipboardText();
}
void FPlatformProcess::LaunchURL(const TCHAR* Url, const TCHAR*, FString* OutError)
{
	Urls().Add(FString(Url));
#if !defined(_WIN32)
	// What plays the user's browser, if anything does; only for pages of this machine.
	const char* const Browser = std::getenv("STANDIN_BROWSER");
	const std::string Page = StandIn::ToUtf8(FString(Url));
	if (Browser && Page.rfind("http://127.0.0.1:", 0) == 0)
	{
		std::string Agree = "--agree";
		char* const Arguments[] = {const_cast<char*>(Browser), Agree.data(), const_cast<char*>(Page.c_str()), nullptr};
		pid_t Process = 0;
		posix_spawn(&Process, Browser, nullptr, nullptr, Arguments, environ);
	}
#endif
	if (OutError)
	{
		OutError->Empty();
	}
}
void FPlatformProcess::ExploreFolder(const TCHAR* Path)
{
	Folders().Add(FString(Path));
}
const TCHAR* FPlatformProcess::UserDir()
{
	static const FString* const Directory = new FString(FPaths::ProjectDir() + TEXT("User/"));
	return **Directory;
}
const TCHAR* FPlatformProcess::UserSettingsDir()
{
	static const FString* const Directory = new FString(FPaths::ProjectDir() + TEXT("UserSettings/"));
	return **Directory;
}
FString FPlatformMisc::GetEnvironmentVariable(const TCHAR* Name)
{
	const char* Value = std::getenv(StandIn::ToUtf8(FString(Name)).c_str());
	return Value ? StandIn::FromUtf8(Value) : FString();
}
void FPlatformMisc::SetEnvironmentVar(const TCHAR* Name, const TCHAR* Value)
{
	const std::string Key = StandIn::ToUtf8(FString(Name));
	if (!Value || !*Value)
	{
		::unsetenv(Key.c_str());
	}
	else
	{
		::setenv(Key.c_str(), StandIn::ToUtf8(FString(Value)).c_str(), 1);
	}
}

const TCHAR* FApp::GetProjectName()
{
	return TEXT("StandIn");
}
bool FApp::IsUnattended()
{
	return bUnattendedRun;
}
double FApp::GetDeltaTime()
{
	return 1.0 / 60.0;
}
const FEngineVersion& FEngineVersion::Current()
{
	static const FEngineVersion Version;
	return Version;
}
FString FEngineVersion::ToString() const
{
	return FString::Printf(TEXT("%d.%d.%d-0+StandIn"), GetMajor(), GetMinor(), GetPatch());
}

const TCHAR* FCommandLine::Get()
{
	return *CommandLineText();
}
bool FCommandLine::Set(const TCHAR* NewCommandLine)
{
	CommandLineText() = FString(NewCommandLine);
	return true;
}
void FCommandLine::Append(const TCHAR* Text)
{
	CommandLineText() += Text;
}
bool FParse::Param(const TCHAR* Stream, const TCHAR* Name)
{
	TArray<FString> Words;
	FString(Stream).ParseIntoArrayWS(Words);
	const FString Dashed = FString(TEXT("-")) + Name;
	return Words.ContainsByPredicate([&Dashed](const FString& Word) { return Word == Dashed; });
}
bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, FString& OutValue)
{
	const FString Whole(Stream);
	const int32 At = Whole.Find(FStringView(Match));
	if (At == INDEX_NONE)
	{
		return false;
	}
	FString Rest = Whole.RightChop(At + FCString::Strlen(Match));
	int32 End = INDEX_NONE;
	if (Rest.StartsWith(TEXT("\"")))
	{
		Rest.RightChopInline(1);
		Rest.FindChar(TCHAR('"'), End);
	}
	else
	{
		Rest.FindChar(TCHAR(' '), End);
	}
	OutValue = End == INDEX_NONE ? Rest : Rest.Left(End);
	return true;
}
bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, int32& OutValue)
{
	FString Text;
	if (!Value(Stream, Match, Text))
	{
		return false;
	}
	OutValue = FCString::Atoi(*Text);
	return true;
}
