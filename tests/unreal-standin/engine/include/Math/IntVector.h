#pragma once

#include "HAL/Platform.h"

// UEM Handlers/EditorHandlers.cpp (`FIntVector::ZeroValue`, `X`, `Y`); SUE Tools/Editor/CaptureScreenshotTool.cpp; the header: PDU
// Public/ProceduralDungeonUtils.h
struct FIntVector
{
	int32 X = 0;
	int32 Y = 0;
	int32 Z = 0;

	static const FIntVector ZeroValue;
};

inline const FIntVector FIntVector::ZeroValue{};
