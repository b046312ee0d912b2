#pragma once

#include "StandIn/GeneratedBody.h"

// COR CortexBlueprint/Private/Operations/CortexBPAnalysisOps.cpp; SUE Tools/QueryLevelTool.cpp
class UActorComponent : public UObject
{
	STANDIN_CLASS_BODY(UActorComponent, UObject)

public:
	UActorComponent() = default;
};
