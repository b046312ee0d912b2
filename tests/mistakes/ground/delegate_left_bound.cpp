// mistake: a module leaves a delegate of the engine bound
// run failure: FCoreDelegates::OnPreExit has 1 bindings left
// module: Leaky

#include "Misc/CoreDelegates.h"
#include "Modules/ModuleManager.h"

class FLeakyModule : public IModuleInterface
{
public:
	void StartupModule() override
	{
		FCoreDelegates::OnPreExit.AddRaw(this, &FLeakyModule::Leave);
	}

private:
	void Leave()
	{
	}
};
IMPLEMENT_MODULE(FLeakyModule, Leaky)
