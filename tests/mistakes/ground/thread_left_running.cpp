// mistake: a module leaves a thread running
// run failure: a thread called "LeakyThread" still runs
// module: Leaky

#include "HAL/PlatformProcess.h"
#include "HAL/RunnableThread.h"
#include "Modules/ModuleManager.h"

class FLeakyModule : public IModuleInterface, public FRunnable
{
public:
	void StartupModule() override
	{
		FRunnableThread::Create(this, TEXT("LeakyThread"));
	}
	uint32 Run() override
	{
		FPlatformProcess::Sleep(30.0f);
		return 0;
	}
};
IMPLEMENT_MODULE(FLeakyModule, Leaky)
