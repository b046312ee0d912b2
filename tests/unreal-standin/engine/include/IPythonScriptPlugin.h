#pragma once

#include "Modules/ModuleInterface.h"
#include "PythonScriptTypes.h"

// RLK RiderAgentTools/Private/PythonExecutor.cpp; SUE Tools/Scripting/RunPythonScriptTool.cpp; UEM Handlers/EditorHandlers.cpp
class IPythonScriptPlugin : public IModuleInterface
{
public:
	static IPythonScriptPlugin* Get(); // may be null
	virtual bool IsPythonAvailable() const = 0;
	virtual bool ExecPythonCommandEx(FPythonCommandEx& InOutPythonCommand) = 0;
};
