#pragma once

#if defined(STANDIN_UNSAID)
#error "The engine has no such header: include it inside #if defined(STANDIN)."
#endif

#include "Containers/UnrealString.h"
#include "Misc/DateTime.h"
#include "Templates/Function.h"
#include "UObject/NameTypes.h"

class UObject;
class UClass;

// The controls for tests and the spec host. The plugin's own sources never include this.
namespace StandIn
{
// Runs frames: tasks of the game thread, tickers with `DeltaSeconds`, the
// frame counter. Time as tickers and FPlatformTime see it moves by as much.
void PumpFrames(int32 Frames = 1, float DeltaSeconds = 1.0f / 60.0f);
// Is called at the beginning (true) and at the end of each frame, until it is replaced by none: so a spec can count
// what frames cost, without its own checks between them.
void WatchFrames(TFunction<void(bool bBegins)> Watch);
// Moves FPlatformTime forward without running anything.
void AdvanceClock(double Seconds);
// What FDateTime::UtcNow says from now on; may go backwards.
void SetWallClock(const FDateTime& UtcNow);
void ResetWallClock();

// Whether the host leaves when the case that runs has ended, and looks for what is left behind. Otherwise other cases
// follow in this process.
bool LeavesAfterThisCase();
void SetLeavesAfterThisCase(bool bLeaves);

// The language of texts and numbers that are made from now on: "en", or one for which each plugin's targets have a
// catalogue. Texts that were made before stay as they are, where an engine's change. -culture=de sets it before
// anything is loaded.
void SetCulture(const TCHAR* Culture);
FString Culture();

void SetRunningCommandlet(bool bRunning);
void SetUnattended(bool bUnattended);

const TArray<FString>& LaunchedUrls();
const TArray<FString>& ExploredFolders();
const FString& Clipboard();

struct FSettingsPage
{
	FName Container;
	FName Category;
	FName Section;
	bool bAutomatic = false; // of a UDeveloperSettings
};
const TArray<FSettingsPage>& SettingsPages();
const TArray<FSettingsPage>& ShownSettingsPages();

// Sets a property as the details panel does: from text, clamped by ClampMin
// and ClampMax, followed by PostEditChangeProperty. False when it is not such a
// property or the text does not fit.
bool EditProperty(UObject* Object, const TCHAR* Property, const TCHAR* Text);
FString PropertyText(const UObject* Object, const TCHAR* Property);

int32 LiveObjectCount(const UClass* Class = nullptr);
int32 TickerCount();
// How many widgets were made since the start.
int64 WidgetsMade();
// How often the calling thread has taken memory so far, the core's share included; 0 if that cannot be counted (not
// glibc, or a sanitizer, which has an allocator of its own).
int64 AllocationCount();
// How many bytes that were, counted alike.
int64 AllocatedBytes();
// The names of all threads but the game thread, as the operating system knows them.
TArray<FString> OtherThreads();
// From now on, no file grows beyond this many bytes, as on a full disk; below 0: no limit.
void LimitFileSizes(int64 Bytes);
// Forgets what was read from ini files, so that the next LoadConfig reads them again.
void ForgetConfig();
void DropConfig(const FString& File);

// Looked at after everything was shut down; each line that the check adds is a leak.
void AddLeakCheck(const char* Name, TFunction<void(TArray<FString>&)> Check);
} // namespace StandIn
