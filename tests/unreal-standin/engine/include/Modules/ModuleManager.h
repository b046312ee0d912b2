#pragma once

#include "Delegates/Delegate.h"
#include "Modules/ModuleInterface.h"

// RLK, COR CortexFrontend/Private/CortexFrontendModule.cpp
enum class EModuleChangeReason
{
	ModuleLoaded,
	ModuleUnloaded,
	PluginDirectoryChanged,
};
DECLARE_MULTICAST_DELEGATE_TwoParams(FModulesChangedEvent, FName, EModuleChangeReason);

// CES CesiumEditor/Private/CesiumEditor.cpp; SEN SentryEditor/Private/SentryEditorModule.cpp; RLK RiderAgentTools
class FModuleManager
{
public:
	static FModuleManager& Get();
	bool IsModuleLoaded(FName Name) const;
	bool ModuleExists(const TCHAR* Name) const;
	IModuleInterface* GetModule(FName Name) const;
	IModuleInterface* LoadModule(FName Name);
	IModuleInterface& LoadModuleChecked(FName Name);
	bool UnloadModule(FName Name, bool bIsShutdown = false);
	FModulesChangedEvent& OnModulesChanged();

	template <typename T>
	static T& LoadModuleChecked(FName Name)
	{
		return static_cast<T&>(Get().LoadModuleChecked(Name));
	}
	template <typename T>
	static T* LoadModulePtr(FName Name)
	{
		return static_cast<T*>(Get().LoadModule(Name));
	}
	template <typename T>
	static T* GetModulePtr(FName Name)
	{
		return static_cast<T*>(Get().GetModule(Name));
	}
	template <typename T>
	static T& GetModuleChecked(FName Name)
	{
		T* Module = GetModulePtr<T>(Name);
		if (!Module)
		{
			StandIn::RefuseNamed("GetModuleChecked: not loaded:", *Name.ToString(), "load it, or use GetModulePtr and test the pointer");
		}
		return *Module;
	}
};

namespace StandIn
{
// A module that is linked in; loaded when the host asks for it.
struct FModuleRegistration
{
	FModuleRegistration(const char* InName, IModuleInterface* (*InMake)());
	const char* Name;
	IModuleInterface* (*Make)();
	FModuleRegistration* Next;
};
} // namespace StandIn

// CES CesiumEditor/Private/CesiumEditor.cpp; RLK RiderBlueprint: the name without quotes, as in Build.cs.
#define IMPLEMENT_MODULE(ModuleClass, ModuleName) \
	static ::StandIn::FModuleRegistration StandInModule_##ModuleName(#ModuleName, []() -> IModuleInterface* { return new ModuleClass(); }); \
	extern "C" void StandInImplementsModule_##ModuleName() \
	{ \
	}
// For modules without code of their own. RIV, ACC
class FDefaultModuleImpl : public IModuleInterface
{
};
