// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/ModalLoop.h"

#include "Framework/Application/SlateApplication.h"

FModalLoop::~FModalLoop()
{
	Stop();
}

void FModalLoop::Listen(TFunction<void()> OnFrame)
{
	Stop();
	if (FSlateApplication::IsInitialized())
	{
		Handle = FSlateApplication::Get().GetOnModalLoopTickEvent().AddLambda([Called = MoveTemp(OnFrame)](float)
		{
			// The callback may close the listener, and with it this lambda and everything that it captures.
			const TFunction<void()> Kept = Called;
			Kept();
		});
	}
}

void FModalLoop::Stop()
{
	if (Handle.IsValid() && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().GetOnModalLoopTickEvent().Remove(Handle);
	}
	Handle.Reset();
}
