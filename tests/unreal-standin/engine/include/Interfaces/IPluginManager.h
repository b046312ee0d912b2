#pragma once

#include "Containers/UnrealString.h"
#include "Templates/SharedPointer.h"

// CES CesiumRuntime/Private/CesiumRuntime.cpp; SEN SentryEditor; COR SCortexStatusBarWidget.cpp; Epic: Runtime/Projects/IPlugin.
// Read from the .uplugin file that the host was given.
struct FPluginDescriptor
{
	int32 Version = 0;
	FString VersionName;
	FString FriendlyName;
	FString Description;
	FString CreatedBy;
	FString DocsURL;
	FString SupportURL;
};
class IPlugin
{
public:
	virtual ~IPlugin() = default;
	virtual const FString& GetName() const = 0;
	virtual FString GetBaseDir() const = 0;
	virtual FString GetContentDir() const = 0;
	virtual const FPluginDescriptor& GetDescriptor() const = 0;
};
class IPluginManager
{
public:
	static IPluginManager& Get();
	virtual ~IPluginManager() = default;
	virtual TSharedPtr<IPlugin> FindPlugin(const FStringView Name) = 0; // null when there is none
};
