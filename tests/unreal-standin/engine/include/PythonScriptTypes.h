#pragma once

#include "Containers/Array.h"
#include "Containers/UnrealString.h"

// RLK RiderAgentTools/Private/PythonExecutor.cpp; SUE Tools/Scripting/RunPythonScriptTool.cpp; UEM Handlers/EditorHandlers.cpp
enum class EPythonLogOutputType : uint8
{
	Info,
	Warning,
	Error,
};
enum class EPythonCommandFlags : uint8
{
	None = 0,
	Unattended = 1, // SUE; Epic: PythonScriptPlugin/EPythonCommandFlags
};
enum class EPythonCommandExecutionMode : uint8
{
	ExecuteFile,
	ExecuteStatement,
	EvaluateStatement,
};
enum class EPythonFileExecutionScope : uint8
{
	Private,
	Public,
};
struct FPythonLogOutputEntry
{
	EPythonLogOutputType Type = EPythonLogOutputType::Info;
	FString Output;
};
struct FPythonCommandEx
{
	EPythonCommandFlags Flags = EPythonCommandFlags::None;
	EPythonCommandExecutionMode ExecutionMode = EPythonCommandExecutionMode::ExecuteFile;
	FString Command;
	EPythonFileExecutionScope FileExecutionScope = EPythonFileExecutionScope::Private;
	FString CommandResult;
	TArray<FPythonLogOutputEntry> LogOutput;
};
