#pragma once

#include "StandIn/GeneratedBody.h"

// COR CortexFrontend/Private/Context/CortexEditorContextGatherer.cpp; AA Context/FUnrealAiContextService.cpp; SUE BridgeToolBase.cpp (label)
class AActor : public UObject
{
	STANDIN_CLASS_BODY(AActor, UObject)

public:
	AActor() = default;
	const FString& GetActorLabel(bool bCreateIfNone = true) const;

	FString StandInLabel;
};
