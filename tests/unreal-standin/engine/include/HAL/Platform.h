#pragma once

// The ground of every header: number types, characters, build switches.
// Evidence for the type names: every plugin in the table of README.md uses
// them through CoreMinimal.h; TCHAR is char16_t on Linux and Mac (compile
// errors quoted in 20tab/UnrealEnginePython#602) and wchar_t on Windows.

#include <cstddef>
#include <cstdint>

// What is outside `#if defined(STANDIN)` is for the engine too: a build with STANDIN_UNSAID compiles it so.
#if !defined(STANDIN) && !defined(STANDIN_UNSAID)
#define STANDIN 1
#endif
#ifndef STANDIN_WIDE_TCHAR
#define STANDIN_WIDE_TCHAR 0
#endif

using int8 = signed char;
using int16 = signed short int;
using int32 = signed int;
using int64 = signed long long;
using uint8 = unsigned char;
using uint16 = unsigned short int;
using uint32 = unsigned int;
using uint64 = unsigned long long;
using SIZE_T = std::size_t;
using PTRINT = std::intptr_t;
using UPTRINT = std::uintptr_t;
using ANSICHAR = char;
using WIDECHAR = wchar_t;
using UTF8CHAR = char8_t; // Epic: Runtime/Core/FString; ACC AccelByteUe4Sdk/Public/Models/AccelByteGeneralModels.h
using TYPE_OF_NULLPTR = decltype(nullptr);

#if STANDIN_WIDE_TCHAR
using TCHAR = wchar_t;
#define TEXT(Literal) L##Literal
static_assert(sizeof(wchar_t) == 2, "STANDIN_WIDE_TCHAR needs -fshort-wchar");
#else
using TCHAR = char16_t;
#define TEXT(Literal) u##Literal
#endif

// CES CesiumRuntime/Public/CesiumVoxelMetadataComponent.h; SEN Sentry/Public/SentrySettings.h; RLK RiderBlueprint
#define WITH_EDITOR 1
#define WITH_EDITORONLY_DATA 1
#define WITH_DEV_AUTOMATION_TESTS 1 // PDU ProceduralDungeon/Public/DungeonGraph.h
#define WITH_AUTOMATION_TESTS 1 // SEN Sentry/Private/Tests/SentryLog.spec.cpp
#define WITH_ACCESSIBILITY 1 // DGU Core/Components/DreamWidget.cpp; P2D EffectProfileEditor/EffectProfilePreviewPanel.cpp
// UCL UnrealClaude/Private/ScriptExecutionManager.cpp; COR CortexFrontend/Private/Widgets/SCortexConversionTab.cpp. In
// the engine, 1 only in editors on Windows; here also where specs run, so that they run what it guards.
#if defined(STANDIN_UNSAID) && !STANDIN_WIDE_TCHAR
#define WITH_LIVE_CODING 0
#else
#define WITH_LIVE_CODING 1
#endif
#define UE_BUILD_SHIPPING 0
#define UE_BUILD_DEVELOPMENT 1
#define PLATFORM_WINDOWS STANDIN_WIDE_TCHAR
#define PLATFORM_MAC 0
#if STANDIN_WIDE_TCHAR
#define PLATFORM_LINUX 0
#else
#define PLATFORM_LINUX 1
#endif

#define FORCEINLINE inline __attribute__((always_inline)) // CES CesiumRuntime/Private/CesiumFeaturesMetadataComponent.cpp
#define FORCENOINLINE __attribute__((noinline))

// SEN SentryEditor/Private/SentrySymToolsDownloader.cpp; PCG, UEC: the index that stands for "none".
enum
{
	INDEX_NONE = -1
};

// CES CesiumEditor/Private/CesiumIonServerManager.cpp; UEC UE5Coro/Public/UE5Coro/Generator.h
#define PRAGMA_DISABLE_DEPRECATION_WARNINGS \
	_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#define PRAGMA_ENABLE_DEPRECATION_WARNINGS _Pragma("GCC diagnostic pop")

// CES CesiumEditor/Private/CesiumFeaturesMetadataViewer.cpp; RIV Rive/Public/UMG/RiveWidget.h
#define THIRD_PARTY_INCLUDES_START \
	_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wshadow\"") \
		_Pragma("GCC diagnostic ignored \"-Wundef\"") _Pragma("GCC diagnostic ignored \"-Wunused-parameter\"")
#define THIRD_PARTY_INCLUDES_END _Pragma("GCC diagnostic pop")

// CES CesiumRuntime/Public/CesiumSubLevel.h; NOE NoesisRuntime/Public/NoesisTypeClass.h
#define UE_DEPRECATED(Version, Message) [[deprecated(Message)]]
