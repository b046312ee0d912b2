#pragma once

#include "Containers/UnrealString.h"

class FEvent;
// UEC UE5CoroTests/Private/AsyncAwaiterTest.cpp (Sleep); SEN (GetSynchEventFromPool); CES CesiumEditor/Private/CesiumIonSession.cpp (LaunchURL)
struct FPlatformProcess
{
	static void Sleep(float Seconds);
	static FEvent* GetSynchEventFromPool(bool bIsManualReset = false);
	static void ReturnSynchEventToPool(FEvent* Event);
	// Both are recorded, nothing is opened; see StandIn/Host.h.
	static void LaunchURL(const TCHAR* Url, const TCHAR* Parameters, FString* OutError);
	static void ExploreFolder(const TCHAR* Path);
	static const TCHAR* UserDir();
	static const TCHAR* UserSettingsDir(); // zajalist/hayba HaybaMCPToolkit/Private/HaybaMCPChatSessionStore.cpp; Epic: Core/Unix/FUnixPlatformProcess/UserSettingsDir
};
