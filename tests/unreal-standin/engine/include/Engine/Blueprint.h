#pragma once

#include "StandIn/GeneratedBody.h"

// SUE Tools/Write/CompileBlueprintTool.cpp; UEM Handlers/BlueprintHandlers.cpp
enum EBlueprintStatus : int
{
	BS_Unknown,
	BS_Dirty,
	BS_Error,
	BS_UpToDate,
	BS_BeingCreated,
	BS_UpToDateWithWarnings,
};

class UBlueprint : public UObject
{
	STANDIN_CLASS_BODY(UBlueprint, UObject)

public:
	UBlueprint() = default;
	EBlueprintStatus Status = BS_Dirty;
};
