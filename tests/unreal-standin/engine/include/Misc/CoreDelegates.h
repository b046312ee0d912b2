#pragma once

#include "Delegates/Delegate.h"
#include "Misc/EngineVersionComparison.h"

// NOE NoesisRuntime/Private/NoesisRuntimeModule.cpp; USH UnrealSharpCore/Private/CSManager.cpp; Epic: Runtime/Core/Misc/FCoreDelegates
class FCoreDelegates
{
public:
	static FSimpleMulticastDelegate OnEnginePreExit; // before core modules shut down
	static FSimpleMulticastDelegate OnPreExit; // after it
	static FSimpleMulticastDelegate OnFEngineLoopInitComplete; // not in commandlets
	// MVV UnrealMvvmEditor/Private/UnrealMvvmEditor.cpp; softdaddy-o/soft-ue-cli#298: the member is deprecated
	// from 5.8 on, and the accessor does not exist before.
#if ENGINE_MINOR_VERSION >= 8
	UE_DEPRECATED(5.8, "use FCoreDelegates::GetOnPostEngineInit()")
	static FSimpleMulticastDelegate OnPostEngineInit;
	static FSimpleMulticastDelegate& GetOnPostEngineInit();
#else
	static FSimpleMulticastDelegate OnPostEngineInit;
#endif
};
