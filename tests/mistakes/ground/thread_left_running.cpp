// mistake: a module leaves a thread running
// run failure: a thread called "LeakyThread" still runs
// module: Leaky

#include "HAL/PlatformProcess.h"
#include "HAL/RunnableThread.h"
#include "Modules/ModuleManager.h"

#include <atomic>

class FLeakyModule : public IModuleInterface, public FRunnable
{
public:
	void StartupModule() override
	{
		FRunnableThread::Create(this, TEXT("LeakyThread"));
		while (!bRuns)
		{
			FPlatformProcess::Sleep(0.001f);
		}
	}
	uint32 Run() override
	{
		bRuns = true;
		FPlatformProcess::Sleep(30.0f);
		return 0;
	}

private:
	std::atomic<bool> bRuns{false};
};
IMPLEMENT_MODULE(FLeakyModule, Leaky)
