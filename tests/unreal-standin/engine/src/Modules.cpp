#include "Modules/ModuleManager.h"

#include "CoreGlobals.h"
#include "Misc/CoreDelegates.h"
#include "Process.h"
#include "StandIn/Host.h"
#include "Utf8.h"

namespace
{
StandIn::FModuleRegistration*& FirstModule()
{
	static StandIn::FModuleRegistration* First = nullptr;
	return First;
}
struct FLoaded
{
	FName Name;
	IModuleInterface* Module;
};
TArray<FLoaded>& Loaded()
{
	static auto* const List = new TArray<FLoaded>();
	return *List;
}
bool bShuttingDown = false;

StandIn::FModuleRegistration* Registration(FName Name)
{
	for (StandIn::FModuleRegistration* Step = FirstModule(); Step; Step = Step->Next)
	{
		if (FName(Step->Name) == Name)
		{
			return Step;
		}
	}
	return nullptr;
}
} // namespace

StandIn::FModuleRegistration::FModuleRegistration(const char* InName, IModuleInterface* (*InMake)())
	: Name(InName)
	, Make(InMake)
	, Next(FirstModule())
{
	FirstModule() = this;
}

FModuleManager& FModuleManager::Get()
{
	static FModuleManager Instance;
	return Instance;
}
FModulesChangedEvent& FModuleManager::OnModulesChanged()
{
	static auto* const Event = new FModulesChangedEvent();
	return *Event;
}
bool FModuleManager::ModuleExists(const TCHAR* Name) const
{
	return Registration(FName(Name)) != nullptr;
}
bool FModuleManager::IsModuleLoaded(FName Name) const
{
	return GetModule(Name) != nullptr;
}
IModuleInterface* FModuleManager::GetModule(FName Name) const
{
	for (const FLoaded& Entry : Loaded())
	{
		if (Entry.Name == Name)
		{
			return Entry.Module;
		}
	}
	return nullptr;
}
IModuleInterface* FModuleManager::LoadModule(FName Name)
{
	StandIn::RequireGameThread("loading a module");
	if (IModuleInterface* Present = GetModule(Name))
	{
		return Present;
	}
	if (bShuttingDown)
	{
		StandIn::RefuseNamed("a module was loaded while modules shut down:", *Name.ToString(), "use GetModulePtr in ShutdownModule, which loads nothing");
	}
	StandIn::FModuleRegistration* Found = Registration(Name);
	if (!Found)
	{
		return nullptr;
	}
	IModuleInterface* Module = Found->Make();
	Loaded().Add({Name, Module});
	Module->StartupModule();
	OnModulesChanged().Broadcast(Name, EModuleChangeReason::ModuleLoaded);
	return Module;
}
IModuleInterface& FModuleManager::LoadModuleChecked(FName Name)
{
	IModuleInterface* Module = LoadModule(Name);
	if (!Module)
	{
		StandIn::RefuseNamed("no module has this name in IMPLEMENT_MODULE:", *Name.ToString(),
			"write IMPLEMENT_MODULE(FClass, Name) in one of the module's sources, with the name of its Build.cs");
	}
	return *Module;
}
bool FModuleManager::UnloadModule(FName Name, bool)
{
	for (int32 Index = 0; Index < Loaded().Num(); ++Index)
	{
		if (Loaded()[Index].Name == Name)
		{
			const FLoaded Entry = Loaded()[Index];
			Entry.Module->PreUnloadCallback();
			Entry.Module->ShutdownModule();
			OnModulesChanged().Broadcast(Name, EModuleChangeReason::ModuleUnloaded);
			Loaded().RemoveAt(Index);
			delete Entry.Module;
			return true;
		}
	}
	return false;
}

bool StandIn::LoadModules(const TArray<FString>& Names)
{
	for (const FString& Name : Names)
	{
		FModuleManager::Get().LoadModuleChecked(FName(Name));
	}
	return true;
}
void StandIn::ShutDownModules()
{
	bShuttingDown = true;
	while (!Loaded().IsEmpty())
	{
		FModuleManager::Get().UnloadModule(Loaded().Last().Name, true);
	}
}
