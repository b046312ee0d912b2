// mistake: a module leaves its tab's spawner behind
// run failure: the spawner of the tab LeakyTab was not unregistered
// module: Leaky

#include "Modules/ModuleManager.h"
#include "Framework/Docking/TabManager.h"

class FLeakyModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		FGlobalTabmanager::Get()->RegisterNomadTabSpawner(
			"LeakyTab", FOnSpawnTab::CreateLambda([](const FSpawnTabArgs&) { return SNew(SDockTab).TabRole(ETabRole::NomadTab); }));
	}
};
IMPLEMENT_MODULE(FLeakyModule, Leaky)
