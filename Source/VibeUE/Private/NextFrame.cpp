// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "NextFrame.h"

#include "Containers/Ticker.h"

namespace NextFramePrivate
{
static TArray<TFunction<void()>> Waiting;
static FTSTicker::FDelegateHandle TickHandle;

static void DoAll()
{
	TickHandle.Reset();
	// What one of them gives waits for another frame.
	const TArray<TFunction<void()>> Now = MoveTemp(Waiting);
	Waiting.Reset();
	for (const TFunction<void()>& Work : Now)
	{
		Work();
	}
}

static bool Tick(float)
{
	DoAll();
	return false;
}
} // namespace NextFramePrivate

void FNextFrame::Do(TFunction<void()> Work)
{
	using namespace NextFramePrivate;
	if (!TickHandle.IsValid())
	{
		TickHandle = FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateStatic(&Tick), 0.0f);
	}
	Waiting.Add(MoveTemp(Work));
}

void FNextFrame::Stop()
{
	using namespace NextFramePrivate;
	FTSTicker::RemoveTicker(TickHandle);
	DoAll();
}
