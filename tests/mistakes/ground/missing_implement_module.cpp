// mistake: a module class without IMPLEMENT_MODULE
// run failure: no module has this name in IMPLEMENT_MODULE: 'Forgotten'
// module: Forgotten

#include "Modules/ModuleManager.h"

class FForgottenModule : public IModuleInterface
{
};
