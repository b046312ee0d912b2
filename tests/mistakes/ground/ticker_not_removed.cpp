// mistake: a module leaves its ticker behind
// run failure: 1 tickers were not removed
// module: Leaky

#include "Containers/Ticker.h"
#include "Modules/ModuleManager.h"

class FLeakyModule : public IModuleInterface
{
public:
	void StartupModule() override
	{
		FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateRaw(this, &FLeakyModule::Tick), 0.0f);
	}

private:
	bool Tick(float)
	{
		return true;
	}
};
IMPLEMENT_MODULE(FLeakyModule, Leaky)
