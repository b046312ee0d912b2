#include "DesktopPlatformModule.h"

#include "CoreGlobals.h"
#include "EditorParts.h"
#include "IDesktopPlatform.h"
#include "Misc/Paths.h"
#include "StandIn/Editor.h"
#include "UObject/Object.h"

namespace
{
TArray<FString>& Chosen()
{
	static TArray<FString>* const Files = new TArray<FString>();
	return *Files;
}

FString& Proposed()
{
	static FString* const File = new FString();
	return *File;
}

FString& Offered()
{
	static FString* const Types = new FString();
	return *Types;
}

// Amazon's plugin DeadlineCloud, DeadlineCloudDetailsWidgetsHelper.cpp ("converted from relative to full"), and many others that do the same:
// what a dialog gives may be relative to the folder of the process.
TArray<FString> ChosenAsRelative()
{
	TArray<FString> Files = Chosen();
	for (FString& File : Files)
	{
		FPaths::MakePathRelativeTo(File, *(FPaths::ProjectDir() / TEXT("Base")));
	}
	return Files;
}

class FDesktop final : public IDesktopPlatform
{
public:
	bool OpenFileDialog(const void*, const FString&, const FString&, const FString&, const FString& FileTypes, uint32, TArray<FString>& OutFilenames) override
	{
		StandIn::OnGameThread("IDesktopPlatform::OpenFileDialog");
		Offered() = FileTypes;
		OutFilenames = ChosenAsRelative();
		return OutFilenames.Num() > 0;
	}
	bool SaveFileDialog(const void*, const FString&, const FString& DefaultPath, const FString& DefaultFile, const FString&, uint32, TArray<FString>& OutFilenames) override
	{
		StandIn::OnGameThread("IDesktopPlatform::SaveFileDialog");
		Proposed() = DefaultPath / DefaultFile;
		OutFilenames = ChosenAsRelative();
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
FString ProposedFile()
{
	return Proposed();
}
FString OfferedTypes()
{
	return Offered();
}
void ResetDesktop()
{
	Chosen().Empty();
	Proposed().Empty();
	Offered().Empty();
}
} // namespace StandIn
