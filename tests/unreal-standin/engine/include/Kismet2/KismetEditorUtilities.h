#pragma once

#include "CoreMinimal.h"

class FCompilerResultsLog;
class UBlueprint;

// SUE Tools/Write/CompileBlueprintTool.cpp (None); UEM Handlers/BlueprintHandlers.cpp (SkipSave)
enum class EBlueprintCompileOptions
{
	None = 0,
	SkipSave = 2,
};

class FKismetEditorUtilities
{
public:
	static void CompileBlueprint(UBlueprint* BlueprintObj, EBlueprintCompileOptions CompileFlags = EBlueprintCompileOptions::None,
		FCompilerResultsLog* pResults = nullptr);
};
