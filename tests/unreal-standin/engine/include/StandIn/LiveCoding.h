#pragma once

#if defined(STANDIN_UNSAID)
#error "The engine has no such header: include it inside #if defined(STANDIN)."
#endif

#include "Containers/Array.h"
#include "Containers/UnrealString.h"
#include "ILiveCodingModule.h"

// Live Coding as the editor has it. The plugin's own sources never include this.
namespace StandIn
{
enum class ELiveCoding : uint8
{
	Missing, // the module is not loaded: at the start
	Locked,  // off, and nobody can switch it on: "a debugger is attached"
	Off,
	On,
};
void SetLiveCoding(ELiveCoding State);

// One compile: what starting it gives, then for some frames (below 0: without end) nothing, then what its compiler says, then how it ended.
// The log says how a frame after it is over.
struct FLiveCompile
{
	ELiveCodingCompileResult Started = ELiveCodingCompileResult::InProgress;
	int32 Frames = 2;
	TArray<FString> Compiler;
	ELiveCodingCompileResult Ended = ELiveCodingCompileResult::Success;
	bool bSaysHow = true;
};
// The next compiles are so; how many were started; and what the user starts.
void SetLiveCompile(const FLiveCompile& Compile);
int32 LiveCompiles();
void CompileByHand();
} // namespace StandIn
