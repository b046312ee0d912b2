// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/LiveCompile.h"

#if WITH_LIVE_CODING

#include "HAL/PlatformTime.h"
#include "ILiveCodingModule.h"
#include "Modules/ModuleManager.h"
#include "VibeUELog.h"
#include "VibeUEToolRun.h"

FLiveCompile::FLiveCompile(const TSharedRef<FVibeUEToolRun>& InRun, const TSharedRef<FLogTail>& InTail, double InMostSeconds)
	: Run(InRun)
	, Tail(InTail)
	, MostSeconds(InMostSeconds)
{
}

ILiveCodingModule* FLiveCompile::Find()
{
	return FModuleManager::GetModulePtr<ILiveCodingModule>("LiveCoding");
}

void FLiveCompile::Start(ILiveCodingModule& LiveCoding)
{
	const TSharedPtr<FVibeUEToolRun> Open = Run.Pin();
	if (!Open.IsValid())
	{
		return;
	}
	LastLine = Tail->GetLast();
	LastFrame = FPlatformTime::Seconds();

	// Never waited for on the spot: the patch destroys and rebuilds the editor's widgets, among them that of a waiting
	// caller.
	ELiveCodingCompileResult Started = ELiveCodingCompileResult::NotStarted;
	LiveCoding.Compile(ELiveCodingCompileFlags::None, &Started);
	ReadLog();
	switch (Started)
	{
	case ELiveCodingCompileResult::InProgress:
		break;
	case ELiveCodingCompileResult::Success:
		return End(ECompileOutcome::Compiled);
	case ELiveCodingCompileResult::NoChanges:
		return End(ECompileOutcome::NothingChanged);
	case ELiveCodingCompileResult::Failure:
		return End(ECompileOutcome::Failed);
	case ELiveCodingCompileResult::Cancelled:
		return End(ECompileOutcome::Cancelled);
	case ELiveCodingCompileResult::CompileStillActive:
		return Open->End(EVibeUEToolEnd::Busy, TEXT("Not started: another compile is under way. Call again when it is over."));
	case ELiveCodingCompileResult::NotStarted:
		return Open->Fail(TEXT("Not started: Live Coding could not start its compiler. Ask the user to look at the Live Coding console.") + Lines.Describe());
	}
	Open->OnFrame().AddLambda([Self = AsShared()]() { Self->Step(); });
	Open->OnStopped().AddLambda([]()
	{
		UE_LOG(LogVibeUE, Display, TEXT("compile_sources no longer waits. The compile goes on; Live Coding patches the editor when it is done."));
	});
}

void FLiveCompile::ReadLog()
{
	for (const FLogTail::FLine& Line : Tail->GetLinesAfter(LastLine))
	{
		LastLine = Line.Number;
		Lines.Read(Line);
	}
}

void FLiveCompile::Step()
{
	// How long after the compile the log may say how it ended.
	static constexpr double LongestSilence = 5.0;
	const TSharedPtr<FVibeUEToolRun> Open = Run.Pin();
	if (!Open.IsValid() || !Open->IsOpen())
	{
		return;
	}
	// Frames are long while the editor is patched or shows a dialog: that is not the compiler's time.
	const double Now = FPlatformTime::Seconds();
	const double Frame = FMath::Min(Now - LastFrame, 1.0);
	LastFrame = Now;
	Passed += Frame;
	ReadLog();

	const ILiveCodingModule* const LiveCoding = Find();
	if (!LiveCoding)
	{
		return Open->End(EVibeUEToolEnd::Lost, TEXT("Live Coding was unloaded while it compiled; whether it did anything is not known."));
	}
	if (LiveCoding->IsCompiling())
	{
		Idle = 0.0;
		if (Passed >= MostSeconds)
		{
			Open->End(EVibeUEToolEnd::TimedOut,
				FString::Printf(TEXT("Still under way after %d seconds. The compile goes on, and Live Coding patches the editor when it is done. Call again later: ")
									TEXT("then this says whether anything is left to compile."),
					static_cast<int32>(MostSeconds)) +
					Lines.Describe());
		}
		return;
	}
	Idle += Frame;
	if (Lines.GetOutcome() != ECompileOutcome::Unknown)
	{
		End(Lines.GetOutcome());
	}
	else if (Idle >= LongestSilence)
	{
		End(Lines.HasErrors() ? ECompileOutcome::Failed : ECompileOutcome::Unknown);
	}
}

void FLiveCompile::End(ECompileOutcome Outcome)
{
	const TSharedPtr<FVibeUEToolRun> Open = Run.Pin();
	if (!Open.IsValid())
	{
		return;
	}
	const FString Report = Lines.Describe();
	switch (Outcome)
	{
	case ECompileOutcome::Compiled:
		return Open->Done(TEXT("Compiled, and the running editor is patched.") + Report);
	case ECompileOutcome::NothingChanged:
		return Open->Done(TEXT("Nothing to compile: no source has changed since the last compile.") + Report);
	case ECompileOutcome::Failed:
		return Open->Fail(TEXT("Did not compile; the editor runs the old code.") + Report +
			(Lines.HasErrors() ? TEXT("")
							   : TEXT("\nThe compiler's own lines are not in the editor's log. Ask the user for those in the Live Coding console, or for the build ")
									 TEXT("tool's log, %LOCALAPPDATA%\\UnrealBuildTool\\Log.txt.")));
	case ECompileOutcome::Cancelled:
		return Open->Fail(TEXT("Live Coding cancelled the compile; the editor runs the old code. Either somebody cancelled it, or the change is one that it ")
							  TEXT("cannot patch: then ask the user to close the editor and build the project.") +
			Report);
	case ECompileOutcome::Unknown:
		return Open->Fail(TEXT("The compile is over, and the log does not say how it ended. Ask the user to look at the Live Coding console.") + Report);
	}
}

#endif
