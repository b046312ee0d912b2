#include "StandIn/LiveCoding.h"

#include "Logging/LogMacros.h"
#include "Modules/ModuleManager.h"
#include "Process.h"
#include "StandIn/Report.h"

DEFINE_LOG_CATEGORY_STATIC(LogLiveCoding, Log, All);
DEFINE_LOG_CATEGORY_STATIC(LogLiveCodingServer, Log, All);

namespace
{
struct FLiveState
{
	StandIn::ELiveCoding State = StandIn::ELiveCoding::Missing;
	StandIn::FLiveCompile Compile;
	int32 FramesLeft = 0;
	int32 Compiles = 0;
	bool bIsCompiling = false;
	bool bHasToSayHow = false;
};

FLiveState& LiveState()
{
	static FLiveState* const Current = new FLiveState();
	return *Current;
}

class FLiveCoding final : public ILiveCodingModule
{
public:
	bool IsEnabledForSession() const override
	{
		StandIn::RequireGameThread("ILiveCodingModule::IsEnabledForSession");
		return LiveState().State == StandIn::ELiveCoding::On;
	}
	bool CanEnableForSession() const override
	{
		return LiveState().State != StandIn::ELiveCoding::Locked;
	}
	FText GetEnableErrorText() const override
	{
		return LiveState().State == StandIn::ELiveCoding::Locked ? FText::FromString(TEXT("a debugger is attached")) : FText::GetEmpty();
	}
	bool IsCompiling() const override
	{
		StandIn::RequireGameThread("ILiveCodingModule::IsCompiling");
		return LiveState().bIsCompiling;
	}
	bool Compile(ELiveCodingCompileFlags CompileFlags, ELiveCodingCompileResult* Result) override
	{
		StandIn::RequireGameThread("ILiveCodingModule::Compile");
		if (CompileFlags != ELiveCodingCompileFlags::None)
		{
			// db-lyon/ue-mcp#782
			StandIn::Refuse("a compile that the game thread waits for", "give ELiveCodingCompileFlags::None and look at IsCompiling each frame: the patch rebuilds the editor's widgets below the caller");
		}
		if (!IsEnabledForSession())
		{
			StandIn::Refuse("a compile while Live Coding is off", "ask IsEnabledForSession first, as public plugins do");
		}
		FLiveState& Live = LiveState();
		const ELiveCodingCompileResult Started = Live.bIsCompiling ? ELiveCodingCompileResult::CompileStillActive : Live.Compile.Started;
		if (Started == ELiveCodingCompileResult::InProgress)
		{
			// Fathom#7 of Tideshift-Labs
			UE_LOG(LogLiveCoding, Display, TEXT("Starting Live Coding compile."));
			UE_LOG(LogLiveCodingServer, Display, TEXT("Loading module UnrealEditor-Doors.dll (0.081 MB)"));
			Live.FramesLeft = Live.Compile.Frames;
			Live.bIsCompiling = true;
			++Live.Compiles;
		}
		if (Result)
		{
			*Result = Started;
		}
		return Started == ELiveCodingCompileResult::InProgress;
	}
};

IModuleInterface* MakeLiveCoding()
{
	return new FLiveCoding();
}
const StandIn::FModuleRegistration LiveCodingModule("LiveCoding", &MakeLiveCoding);

// The words of a log that public plugins read.
void SayHow(ELiveCodingCompileResult Ended)
{
	if (Ended == ELiveCodingCompileResult::Success)
	{
		UE_LOG(LogLiveCoding, Display, TEXT("Live coding succeeded"));
	}
	else if (Ended == ELiveCodingCompileResult::NoChanges)
	{
		UE_LOG(LogLiveCoding, Display, TEXT("Live coding succeeded, no code changes detected"));
	}
	else if (Ended == ELiveCodingCompileResult::Cancelled)
	{
		// softdaddy-o/soft-ue-cli#5
		UE_LOG(LogLiveCoding, Error, TEXT("Live coding canceled"));
	}
	else
	{
		// Fathom#7 of Tideshift-Labs
		UE_LOG(LogLiveCoding, Error, TEXT("Live coding failed, please see Live console for more information"));
	}
}
} // namespace

namespace StandIn
{
void TickLiveCoding()
{
	FLiveState& Live = LiveState();
	if (Live.bHasToSayHow)
	{
		Live.bHasToSayHow = false;
		SayHow(Live.Compile.Ended);
	}
	if (!Live.bIsCompiling || Live.FramesLeft < 0 || Live.FramesLeft-- > 0)
	{
		return;
	}
	Live.bIsCompiling = false;
	Live.bHasToSayHow = Live.Compile.bSaysHow;
	for (const FString& Line : Live.Compile.Compiler)
	{
		UE_LOG(LogLiveCodingServer, Display, TEXT("%s"), *Line);
	}
}
void SetLiveCoding(ELiveCoding State)
{
	LiveState() = FLiveState();
	LiveState().State = State;
	if (State == ELiveCoding::Missing)
	{
		FModuleManager::Get().UnloadModule(FName("LiveCoding"));
	}
	else
	{
		FModuleManager::Get().LoadModule(FName("LiveCoding"));
	}
}
void SetLiveCompile(const FLiveCompile& Compile)
{
	LiveState().Compile = Compile;
}
int32 LiveCompiles()
{
	return LiveState().Compiles;
}
void CompileByHand()
{
	FModuleManager::GetModuleChecked<ILiveCodingModule>(FName("LiveCoding")).Compile(ELiveCodingCompileFlags::None, nullptr);
}
} // namespace StandIn
