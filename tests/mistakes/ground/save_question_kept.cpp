// mistake: a module answers the editor's question before each save and leaves
// run failure: IsPackageOKToSaveDelegate is not the editor's any more
// module: Keeper

#include "Modules/ModuleManager.h"
#include "UObject/UObjectGlobals.h"

class FKeeperModule : public IModuleInterface
{
public:
	void StartupModule() override
	{
		FCoreUObjectDelegates::IsPackageOKToSaveDelegate.BindLambda([](UPackage*, const FString&, FOutputDevice*) { return false; });
	}
};
IMPLEMENT_MODULE(FKeeperModule, Keeper)
