// mistake: a module lets go of its object only when objects are gone already
// run failure: is held by a TStrongObjectPtr
// module: Leaky

#include "Modules/ModuleManager.h"
#include "SampleSession.h"
#include "UObject/StrongObjectPtr.h"

class FLeakyModule : public IModuleInterface
{
public:
	void StartupModule() override
	{
		Session = TStrongObjectPtr<USampleSession>(NewObject<USampleSession>());
	}
	void ShutdownModule() override
	{
		Session.Reset();
	}

private:
	TStrongObjectPtr<USampleSession> Session;
};
IMPLEMENT_MODULE(FLeakyModule, Leaky)
