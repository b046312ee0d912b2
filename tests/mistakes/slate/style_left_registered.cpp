// mistake: a module leaves its style set behind
// run failure: the style set LeakyStyle was not unregistered
// module: Leaky

#include "Modules/ModuleManager.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"

class FLeakyModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		static FSlateStyleSet Style("LeakyStyle");
		FSlateStyleRegistry::RegisterSlateStyle(Style);
	}
};
IMPLEMENT_MODULE(FLeakyModule, Leaky)
