#pragma once

#include "HAL/Platform.h"

// SUE Tools/PIE/PieSessionTool.cpp; AA Tools/UnrealAiToolDispatch_Pie.cpp
enum class EPlaySessionWorldType : uint8
{
	PlayInEditor,
	SimulateInEditor,
};

struct FRequestPlaySessionParams
{
	EPlaySessionWorldType WorldType = EPlaySessionWorldType::PlayInEditor;
};
