// mistake: a compile by Live Coding is waited for on the game thread
// run failure: a compile that the game thread waits for
// module: Blocking

#include "ILiveCodingModule.h"
#include "Modules/ModuleManager.h"
#include "StandIn/LiveCoding.h"

class FBlockingModule : public IModuleInterface
{
public:
	void StartupModule() override
	{
		StandIn::SetLiveCoding(StandIn::ELiveCoding::On);
		ELiveCodingCompileResult Result = ELiveCodingCompileResult::NotStarted;
		FModuleManager::GetModulePtr<ILiveCodingModule>("LiveCoding")->Compile(ELiveCodingCompileFlags::WaitForCompletion, &Result);
	}
};
IMPLEMENT_MODULE(FBlockingModule, Blocking)
