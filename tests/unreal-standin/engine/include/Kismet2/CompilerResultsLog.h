#pragma once

#include "Containers/Array.h"
#include "Logging/TokenizedMessage.h"

// SUE Tools/Write/CompileBlueprintTool.cpp; UEM Handlers/BlueprintHandlers.cpp; VIB PythonAPI/UBlueprintService.cpp
class FCompilerResultsLog
{
public:
	TArray<TSharedRef<FTokenizedMessage>> Messages;
	int32 NumErrors = 0;
	int32 NumWarnings = 0;
	bool bSilentMode = false; // UEM; VIB
};
