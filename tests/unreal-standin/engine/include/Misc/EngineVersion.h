#pragma once

#include "Containers/UnrealString.h"
#include "Misc/EngineVersionComparison.h"

// UCL MCP/UnrealClaudeMCPServer.cpp; SEN Sentry/Private/SentrySettings.cpp
class FEngineVersion
{
public:
	static const FEngineVersion& Current();
	FString ToString() const;
	uint16 GetMajor() const
	{
		return ENGINE_MAJOR_VERSION;
	}
	uint16 GetMinor() const
	{
		return ENGINE_MINOR_VERSION;
	}
	uint16 GetPatch() const
	{
		return ENGINE_PATCH_VERSION;
	}
};
