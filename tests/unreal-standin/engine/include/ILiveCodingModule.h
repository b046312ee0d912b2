#pragma once

#include "CoreTypes.h"
#include "Internationalization/Text.h"
#include "Modules/ModuleInterface.h"

// What public plugins show of Live Coding, and no more. UEM Handlers/ProjectHandlers.cpp, Handlers/EditorHandlers_Build.cpp;
// SUE Tools/Build/TriggerLiveCodingTool.cpp; UC Private/ScriptExecutionManager.cpp; COR Private/Widgets/SCortexConversionTab.cpp.

// COR, UEM EditorHandlers_Build.cpp
#define LIVE_CODING_MODULE_NAME "LiveCoding"

// UEM, SUE, UC
enum class ELiveCodingCompileFlags : uint8
{
	None,
	WaitForCompletion,
};

// UEM, SUE: the seven that both tell apart. No source shows their order, so nothing here may depend on it.
enum class ELiveCodingCompileResult : uint8
{
	Success,
	NoChanges,
	InProgress,
	CompileStillActive,
	NotStarted,
	Failure,
	Cancelled,
};

class ILiveCodingModule : public IModuleInterface
{
public:
	// UC, SUE, COR
	virtual bool IsEnabledForSession() const = 0;

	// UEM: the reason is read if this says no
	virtual bool CanEnableForSession() const = 0;
	virtual FText GetEnableErrorText() const = 0;

	// UC, UEM
	virtual bool IsCompiling() const = 0;

	// UEM, SUE: gives whether it was started; UC gives a null pointer for the result
	virtual bool Compile(ELiveCodingCompileFlags Flags, ELiveCodingCompileResult* Result) = 0;
};
