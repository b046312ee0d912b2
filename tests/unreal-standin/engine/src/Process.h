#pragma once

#include "Containers/UnrealString.h"
#include "Internationalization/Text.h"
#include "Templates/Function.h"

#include <string>

// What this is compiled with, in the words of either compiler.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STANDIN_ADDRESS_SANITIZER 1
#endif
#if __has_feature(thread_sanitizer)
#define STANDIN_THREAD_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(STANDIN_ADDRESS_SANITIZER)
#define STANDIN_ADDRESS_SANITIZER 1
#endif
#if defined(__SANITIZE_THREAD__) && !defined(STANDIN_THREAD_SANITIZER)
#define STANDIN_THREAD_SANITIZER 1
#endif

// What the parts of the runtime know of each other.
namespace StandIn
{
// One line for the harness, on the error stream, out of the way of the log.
void Say(const std::string& Line);
// A line that ends in a place: kind, file, line and message in one form.
void SayAt(const char* Kind, const std::string& File, int32 Line, const std::string& Message);
void InstallCrashHandler();

void SetGameThread();
// Has the thread sanitizer start the thread that is its own, which OtherThreads leaves out from then on.
void StartSanitizerThread();
void PumpGameThreadTasks();
bool HasGameThreadTasks();

double ClockSeconds();
bool IsWallClockSet();
// What LimitFileSizes set, in bytes; below 0 when there is no limit.
int64 FileSizeLimit();

// One frame of all widgets; nothing if there is no application.
void TickSlate(float DeltaSeconds);
void CloseTestWindows();

// What the tools of the editor find; Editor.cpp. There is no editor in a commandlet.
void StartEditor();
void TickEditor();
void StopEditor();

// A compilation in progress; LiveCoding.cpp.
void TickLiveCoding();

// The object system's life.
void RegisterReflectedTypes();
void PurgeObjects(TArray<FString>& OutHeld);
bool DescribeDeadAddress(const void* Address, std::string& OutText);

void SetProjectDir(const FString& Directory);
void LoadPluginDescriptor(const FString& File);
// A target of texts that a plugin lists, with the folder of its languages.
void AddLocalizationTarget(const FString& Folder, const FString& Name);
// The text with this id ("Namespace,Key") in the language that is set; the source's text if it has no translation.
FString Translated(const FString& Id, const TCHAR* Source);
// What is written of a class, property, enumeration or value ("Class:Property", "Enum.Value"), and of a category, in that language.
FText DisplayName(const FString& Field, const FString& Written);
FText ToolTip(const FString& Field, const FString& Written);
FText CategoryName(const FString& Written);
void RegisterAutomaticSettings();
void CloseSettings();

bool LoadModules(const TArray<FString>& Names);
void ShutDownModules();

struct FLeakCheck
{
	const char* Name;
	TFunction<void(TArray<FString>&)> Check;
};
const TArray<FLeakCheck>& LeakChecks();
void AddCoreLeakChecks();

// Latent commands of the running test; true when none is left.
bool PumpLatentCommands();
void ClearLatentCommands();
} // namespace StandIn
