#pragma once

#include "Delegates/Delegate.h"

// SEN Sentry/Private/Performance/SentryPerfGameStatsMonitor.cpp; RLK RiderLC/Private/RiderLC.cpp; Epic: Runtime/Core/FTSTicker
DECLARE_DELEGATE_RetVal_OneParam(bool, FTickerDelegate, float);

class FTSTicker
{
public:
	struct FElement;
	using FDelegateHandle = TWeakPtr<FElement>;

	static FTSTicker& GetCoreTicker();
	FDelegateHandle AddTicker(const FTickerDelegate& Delegate, float Delay = 0.0f);
	FDelegateHandle AddTicker(const TCHAR* Name, float Delay, TUniqueFunction<bool(float)>&& Function);
	static void RemoveTicker(FDelegateHandle Handle);
	// UEC UE5CoroTests/Private/TestWorld.cpp. The delay counts in the time that is passed here.
	void Tick(float DeltaTime);

	struct FImplementation;
	FImplementation* StandInImplementation()
	{
		return Implementation;
	}

private:
	FTSTicker();
	~FTSTicker();
	FImplementation* Implementation;
};
