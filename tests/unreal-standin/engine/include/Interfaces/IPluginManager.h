#pragma once

#include "Containers/Array.h"
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
// The functions GatherProjectContentRoots and GetProjectBlueprintContentRoots of two public plugins; Epic: Runtime/Projects/EPluginLoadedFrom
enum class EPluginLoadedFrom
{
	Engine,
	Project,
};
class IPlugin
{
public:
	virtual ~IPlugin() = default;
	virtual const FString& GetName() const = 0;
	virtual FString GetBaseDir() const = 0;
	virtual FString GetContentDir() const = 0;
	virtual const FPluginDescriptor& GetDescriptor() const = 0;
	virtual EPluginLoadedFrom GetLoadedFrom() const = 0;
	virtual bool IsMounted() const = 0;
	virtual FString GetMountedAssetPath() const = 0; // with a slash at its end
};
class IPluginManager
{
public:
	static IPluginManager& Get();
	virtual ~IPluginManager() = default;
	virtual TSharedPtr<IPlugin> FindPlugin(const FStringView Name) = 0; // null when there is none
	virtual TArray<TSharedRef<IPlugin>> GetEnabledPluginsWithContent() const = 0;
};
