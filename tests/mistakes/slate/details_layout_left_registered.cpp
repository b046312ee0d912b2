// mistake: a module leaves its layout of a details panel behind
// run failure: the details layout of SampleSettings was not unregistered
// module: Leaky

#include "DetailLayoutBuilder.h"
#include "IDetailCustomization.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"

class FLeakyLayout : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> Make()
	{
		return MakeShared<FLeakyLayout>();
	}
	virtual void CustomizeDetails(IDetailLayoutBuilder&) override
	{
	}
};

class FLeakyModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor")
			.RegisterCustomClassLayout(FName(TEXT("SampleSettings")), FOnGetDetailCustomizationInstance::CreateStatic(&FLeakyLayout::Make));
	}
};
IMPLEMENT_MODULE(FLeakyModule, Leaky)
