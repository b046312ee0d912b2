#pragma once

class IDesktopPlatform;

// COR CortexFrontend/Private/Widgets/SCortexGenMeshSession.cpp; PYB UEPyEngine.cpp
class FDesktopPlatformModule
{
public:
	static IDesktopPlatform* Get(); // null if there is no desktop
};
