// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Tools/CompileLines.h"

#if WITH_LIVE_CODING

class FVibeUEToolRun;
class ILiveCodingModule;

/** One compile by Live Coding: starts it, looks at it once a frame, and answers the call of a tool when it is over. */
class FLiveCompile : public TSharedFromThis<FLiveCompile>
{
public:
	/** The run is answered after InMostSeconds at the latest; the compilation continues. */
	FLiveCompile(const TSharedRef<FVibeUEToolRun>& InRun, const TSharedRef<FLogTail>& InTail, double InMostSeconds);

	/** Returns the module; null if this editor has none. */
	static ILiveCodingModule* Find();

	/** Starts it, where Live Coding is on and does nothing else. */
	void Start(ILiveCodingModule& LiveCoding);

private:
	void Step();
	void ReadLog();

	/** Answers the call. */
	void End(ECompileOutcome Outcome);

	TWeakPtr<FVibeUEToolRun> Run;
	TSharedRef<FLogTail> Tail;
	FCompileLines Lines;

	/** The newest line of the log that was read. */
	int64 LastLine = 0;

	/** All in seconds: the limit, how much of it has passed, and since when nothing is compiled any more. */
	double MostSeconds = 0.0;
	double Passed = 0.0;
	double Idle = 0.0;

	/** When the last frame was, in the seconds of FPlatformTime. */
	double LastFrame = 0.0;
};

#endif
