#pragma once

#include "Containers/UnrealString.h"
#include "Misc/OutputDeviceRedirector.h"

extern FOutputDeviceRedirector* GLog; // null at shutdown. SEN Sentry/Private/SentrySubsystem.cpp
class FConfigCacheIni;
extern FConfigCacheIni* GConfig; // SEN Sentry/Private/SentrySettings.cpp; PUE Puerts/Private/PuertsModule.cpp
extern bool GIsEditor; // CES CesiumRuntime/Private/CesiumViewExtension.cpp
extern bool GIsRunningUnattendedScript; // Epic: PythonScriptPlugin/EPythonCommandFlags; JContentBrowserExtensions.cpp: while it is set no dialogs are shown
extern bool GExitPurge; // SEN Sentry/Private/SentryModule.cpp
extern FString GEngineIni; // COR CortexCore/Private/Tests/CortexCredentialStoreTest.cpp; UCV UnrealCV/Private/Server/ServerConfig.cpp
extern FString GGameIni;
extern FString GEditorIni;
extern FString GEditorPerProjectIni;
extern uint64 GFrameCounter; // UEC UE5Coro/Private; SEN

bool IsRunningCommandlet(); // RLK RiderLink/Private/ProtocolFactory.cpp; SEN; VIB
bool IsInGameThread(); // CES CesiumRuntime/Private/CesiumTextureUtility.cpp; SEN Utils/SentryScreenshotUtils.cpp
