#pragma once

#include "CoreGlobals.h"

// CES CesiumEditor/Private/SelectCesiumIonToken.cpp; SEN Sentry/Private/SentrySubsystem.cpp; UEC UE5CoroTests/Private/TestWorld.cpp
class FApp
{
public:
	static const TCHAR* GetProjectName();
	static bool IsUnattended();
	static double GetDeltaTime();
};
