// mistake: ShutdownModule asks for a settings object when all objects are purged
// run failure: a class default object was asked for after all objects were purged
// module: Leaky

#include "Modules/ModuleManager.h"
#include "SampleSettings.h"

class FLeakyModule : public IModuleInterface
{
public:
	void ShutdownModule() override
	{
		bAutomatic = GetDefault<USampleSettings>()->bAutomatic;
	}

private:
	bool bAutomatic = false;
};
IMPLEMENT_MODULE(FLeakyModule, Leaky)
