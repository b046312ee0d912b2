#pragma once

#include "HAL/Platform.h"

// UC MCP/Tools/MCPTool_CaptureViewport.cpp; SUE Tools/CaptureViewportTool.cpp
struct FIntPoint
{
	int32 X = 0;
	int32 Y = 0;
};
