// mistake: a style set names a picture that is not there
// run failure: a brush names a picture that is not there
// module: Leaky

#include "Modules/ModuleManager.h"
#include "Styling/SlateStyle.h"

class FLeakyModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		FSlateStyleSet Style("Pictures");
		Style.SetContentRoot(TEXT("Resources"));
		Style.Set("Icon", new FSlateVectorImageBrush(Style.RootToContentDir(TEXT("Missing"), TEXT(".svg")), FVector2D(16.0, 16.0)));
	}
};
IMPLEMENT_MODULE(FLeakyModule, Leaky)
