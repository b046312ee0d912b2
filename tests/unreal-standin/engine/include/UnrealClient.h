#pragma once

#include "Containers/Array.h"
#include "Math/Color.h"
#include "Math/IntPoint.h"

// UC MCP/Tools/MCPTool_CaptureViewport.cpp; SUE Tools/CaptureViewportTool.cpp
class FViewport
{
public:
	virtual ~FViewport() = default;
	virtual FIntPoint GetSizeXY() const = 0;
	virtual void Draw(bool bShouldPresent = true) = 0; // SUE CaptureViewportTool.cpp; UEM EditorHandlers.cpp
	bool ReadPixels(TArray<FColor>& OutImageData);
};
