// mistake: a module adds to a menu in StartupModule
// run failure: a menu was extended before menus are up
// module: Hasty

#include "Modules/ModuleManager.h"
#include "ToolMenus.h"

class FHastyModule : public IModuleInterface
{
public:
	void StartupModule() override
	{
		UToolMenus::Get()->ExtendMenu("LevelEditor.MainMenu.Window");
	}
};
IMPLEMENT_MODULE(FHastyModule, Hasty)
