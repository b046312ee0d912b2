// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/EditorTools.h"
#include "Tools/LiveCompile.h"
#include "VibeUETool.h"

// Where the engine has no Live Coding, the tool is not offered.
#if WITH_LIVE_CODING

#include "ILiveCodingModule.h"

/** Compiles the project's C++ and patches the running editor, by Live Coding. */
class FCompileSourcesTool final : public IVibeUETool
{
public:
	explicit FCompileSourcesTool(const TSharedRef<FLogTail>& InTail)
		: Tail(InTail)
	{
	}

	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("compile_sources");
		Info.Description = TEXT("Compiles what has changed in the project's C++ and patches the running editor (Live Coding), waits for it, and gives the ")
			TEXT("compiler's errors and warnings. Changes to what headers declare may need a build with the editor closed.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"wait_seconds\": {\"type\": \"integer\", \"description\": \"how long to wait at most, 1 to 600; 300 when left out\"}}}");
		Info.Access = EVibeUEToolAccess::Control;
		// Longer than any wait, which ends with words of its own.
		Info.TimeLimit = 660.0;
		return Info;
	}

	virtual FVibeUEToolPreview Preview(const FVibeUEToolArguments&) const override
	{
		FVibeUEToolPreview Shown;
		Shown.Text = TEXT("Compile the project's C++ and patch the running editor. Stop ends the wait, not the compile.");
		return Shown;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		ILiveCodingModule* const LiveCoding = FLiveCompile::Find();
		if (!LiveCoding)
		{
			Run->Fail(TEXT("Not available: Live Coding is not loaded in this editor. Ask the user to close the editor and build the project."));
		}
		else if (!LiveCoding->IsEnabledForSession())
		{
			const FString Why = LiveCoding->CanEnableForSession() ? FString() : LiveCoding->GetEnableErrorText().ToString();
			Run->Fail(Why.IsEmpty()
					? FString(TEXT("Live Coding is off. Ask the user to turn it on under Editor Preferences > General > Live Coding."))
					: FString::Printf(TEXT("Live Coding is off and cannot be turned on: %s"), *Why));
		}
		else if (LiveCoding->IsCompiling())
		{
			Run->End(EVibeUEToolEnd::Busy, TEXT("Not started: another compile is under way. Call again when it is over."));
		}
		else
		{
			const double Wait = static_cast<double>(FMath::Clamp<int64>(Run->GetArguments().GetInteger(TEXT("wait_seconds"), 300), 1, 600));
			MakeShared<FLiveCompile>(Run, Tail, Wait)->Start(*LiveCoding);
		}
	}

private:
	TSharedRef<FLogTail> Tail;
};

TSharedRef<IVibeUETool> VibeUE::MakeCompileSourcesTool(const TSharedRef<FLogTail>& Tail)
{
	return MakeShared<FCompileSourcesTool>(Tail);
}

#endif
