#pragma once

#include "Runtime/Launch/Resources/Version.h"

// SEN Sentry/Public/SentrySubsystem.h; RIV Rive/Private/Rive/RiveFile.cpp; NOE NoesisRuntime/Private/NoesisRuntimeModule.cpp
#define STANDIN_VERSION(Major, Minor, Patch) ((Major) * 10000 + (Minor) * 100 + (Patch))
#define STANDIN_VERSION_NOW STANDIN_VERSION(ENGINE_MAJOR_VERSION, ENGINE_MINOR_VERSION, ENGINE_PATCH_VERSION)
#define UE_VERSION_OLDER_THAN(Major, Minor, Patch) (STANDIN_VERSION_NOW < STANDIN_VERSION(Major, Minor, Patch))
#define UE_VERSION_NEWER_THAN(Major, Minor, Patch) (STANDIN_VERSION_NOW > STANDIN_VERSION(Major, Minor, Patch))
