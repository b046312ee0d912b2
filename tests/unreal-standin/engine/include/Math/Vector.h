#pragma once

// UEM Handlers/EditorHandlers_PIE.cpp (`const FVector L = Pawn->GetActorLocation()`, `L.X`); COR CortexLevel/Private/Operations/CortexLevelActorOps.cpp
struct FVector
{
	double X = 0.0;
	double Y = 0.0;
	double Z = 0.0;
};
