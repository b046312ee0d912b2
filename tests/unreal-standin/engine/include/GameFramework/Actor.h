#pragma once

#include "Components/ActorComponent.h"
#include "Containers/Array.h"
#include "Math/Vector.h"
#include "StandIn/GeneratedBody.h"

// COR CortexFrontend/Private/Context/CortexEditorContextGatherer.cpp; AA Context/FUnrealAiContextService.cpp; SUE BridgeToolBase.cpp (label)
class AActor : public UObject
{
	STANDIN_CLASS_BODY(AActor, UObject)

public:
	AActor() = default;
	const FString& GetActorLabel(bool bCreateIfNone = true) const;

	FVector GetActorLocation() const; // UEM Handlers/EditorHandlers.cpp; COR CortexFrontend/Private/Context/CortexEditorContextGatherer.cpp
	// SUE Tools/QueryLevelTool.cpp; COR CortexLevel/Private/CortexLevelUtils.cpp
	void GetComponents(TArray<UActorComponent*>& OutComponents) const;

	FString StandInLabel;
	FVector StandInLocation;
	TArray<UActorComponent*> StandInComponents;
};
