#include "DesktopPlatformModule.h"

#include "CoreGlobals.h"
#include "EditorParts.h"
#include "IDesktopPlatform.h"
#include "StandIn/Editor.h"
#include "UObject/Object.h"

namespace
{
TArray<FString>& Chosen()
{
	static TArray<FString>* const Files = new TArray<FString>();
	return *Files;
}

class FDesktop final : public IDesktopPlatform
{
public:
	bool OpenFileDialog(const void*, const FString&, const FString&, const FString&, const FString&, uint32, TArray<FString>& OutFilenames) override
	{
		StandIn::OnGameThread("IDesktopPlatform::OpenFileDialog");
		OutFilenames = Chosen();
		return OutFilenames.Num() > 0;
	}
};

} // namespace

IDesktopPlatform* FDesktopPlatformModule::Get()
{
	static FDesktop* const Desktop = new FDesktop();
	return Desktop;
}

namespace StandIn
{
void ChooseFiles(const TArray<FString>& Files)
{
	Chosen() = Files;
}
void ResetDesktop()
{
	Chosen().Empty();
}
} // namespace StandIn
