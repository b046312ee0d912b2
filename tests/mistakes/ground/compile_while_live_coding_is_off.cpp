// mistake: a module compiles while Live Coding is off
// run failure: a compile while Live Coding is off
// module: Eager

#include "ILiveCodingModule.h"
#include "Modules/ModuleManager.h"
#include "StandIn/LiveCoding.h"

class FEagerModule : public IModuleInterface
{
public:
	void StartupModule() override
	{
		StandIn::SetLiveCoding(StandIn::ELiveCoding::Off);
		ELiveCodingCompileResult Result = ELiveCodingCompileResult::NotStarted;
		FModuleManager::GetModulePtr<ILiveCodingModule>("LiveCoding")->Compile(ELiveCodingCompileFlags::None, &Result);
	}
};
IMPLEMENT_MODULE(FEagerModule, Eager)
