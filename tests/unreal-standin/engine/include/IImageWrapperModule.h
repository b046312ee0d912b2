#pragma once

#include "IImageWrapper.h"
#include "Modules/ModuleManager.h"
#include "Templates/SharedPointer.h"

// UC MCP/Tools/MCPTool_CaptureViewport.cpp; SUE Tools/CaptureViewportTool.cpp
class IImageWrapperModule : public IModuleInterface
{
public:
	virtual TSharedPtr<IImageWrapper> CreateImageWrapper(const EImageFormat InFormat) = 0;
};
