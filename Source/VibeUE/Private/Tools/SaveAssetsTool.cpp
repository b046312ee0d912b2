// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreGlobals.h"
#include "Editor.h"
#include "FileHelpers.h"
#include "Templates/UnrealTemplate.h"
#include "Tools/AssetPath.h"
#include "Tools/EditorTools.h"
#include "Tools/SourceControl.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"
#include "VibeUETool.h"

/** Saves the assets that are named, and nothing else. */
class FSaveAssetsTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("save_assets");
		Info.Description = TEXT("Saves exactly the assets that are named, if they were changed, and reports the outcome for each.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"assets\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"description\": \"paths, as /Game/Doors/BP_Door\"}}, ")
			TEXT("\"required\": [\"assets\"]}");
		Info.Access = EVibeUEToolAccess::Destructive;
		return Info;
	}

	virtual FVibeUEToolPreview Preview(const FVibeUEToolArguments& Arguments) const override
	{
		FVibeUEToolPreview Shown;
		TArray<FString> Lines;
		for (const FString& Asset : Arguments.GetTexts(TEXT("assets")))
		{
			const FString Fault = FindFault(Asset);
			const bool bIsLocked = Fault.IsEmpty() && VibeUE::NeedsCheckOut(VibeUE::GetPackagePath(Asset));
			Shown.bWouldFail |= !Fault.IsEmpty();
			Lines.Add(bIsLocked ? Asset + TEXT(" (will be checked out first)") : Fault.IsEmpty() ? Asset : Fault);
		}
		Shown.Text = FString::Join(Lines, TEXT("\n"));
		return Shown;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		if (GEditor && GEditor->PlayWorld)
		{
			Run->End(EVibeUEToolEnd::Busy, TEXT("Nothing is saved while the game is running in the editor; stop it first."));
			return;
		}
		TArray<FString> Lines;
		TArray<UPackage*> Packages;
		for (const FString& Asset : Run->GetArguments().GetTexts(TEXT("assets")))
		{
			const FString Fault = FindFault(Asset);
			if (!Fault.IsEmpty())
			{
				// Nothing at all is saved of a list that is not understood.
				Run->Fail(Fault);
				return;
			}
			const FString Name = VibeUE::GetPackagePath(Asset);
			UPackage* Package = FindPackage(nullptr, *Name);
			if (!Package)
			{
				Lines.Add(Name + TEXT(": not loaded, so nothing of it was changed"));
			}
			else if (!Package->IsDirty())
			{
				Lines.Add(Name + TEXT(": not changed"));
			}
			else if (!Packages.Contains(Package))
			{
				Packages.Add(Package);
			}
		}
		const bool bAllCheckedOut = CheckOut(Packages, Lines);
		if (Packages.Num() > 0)
		{
			// What cannot be checked out is said to the model below: a dialog about it would stop the turn.
			const TGuardValue<bool> Unattended(GIsRunningUnattendedScript, true);
			UEditorLoadingAndSavingUtils::SavePackages(Packages, true);
		}
		bool bAll = bAllCheckedOut;
		for (const UPackage* Package : Packages)
		{
			// What is on disk now counts, not what the call said.
			const bool bSaved = !Package->IsDirty();
			bAll = bAll && bSaved;
			Lines.Add(Package->GetName() + (bSaved ? TEXT(": saved") : TEXT(": could not be saved; it may be locked or checked in")));
		}
		Run->End(bAll ? EVibeUEToolEnd::Done : EVibeUEToolEnd::Failed, FString::Join(Lines, TEXT("\n")));
	}

private:
	/** The most characters of a path that are repeated. */
	static constexpr int32 MostOfPath = 200;

	/** Says why an asset is not saved, whatever is in it; empty where it may be. */
	static FString FindFault(const FString& Asset)
	{
		const FString Fault = VibeUE::FindPathFault(Asset);
		if (!Fault.IsEmpty())
		{
			return Fault;
		}
		for (const TCHAR* const Root : {TEXT("/Engine/"), TEXT("/Script/"), TEXT("/Temp/"), TEXT("/Memory/")})
		{
			if (Asset.StartsWith(Root))
			{
				return FString::Printf(TEXT("%s belongs to the engine and not to the project: it is not saved."), *Asset.Left(MostOfPath));
			}
		}
		return FString();
	}

	/** Checks out what source control keeps read-only, and takes away what it does not give; returns whether it gave all. */
	static bool CheckOut(TArray<UPackage*>& Packages, TArray<FString>& Lines)
	{
		const int32 Asked = Packages.Num();
		Packages.RemoveAll([&Lines](const UPackage* Package)
		{
			const FString Name = Package->GetName();
			const FString Why = VibeUE::NeedsCheckOut(Name) ? VibeUE::CheckOutPackage(Name) : FString();
			if (!Why.IsEmpty())
			{
				Lines.Add(Name + TEXT(": not saved: it could not be checked out: ") + Why);
			}
			return !Why.IsEmpty();
		});
		return Packages.Num() == Asked;
	}
};

TSharedRef<IVibeUETool> VibeUE::MakeSaveAssetsTool()
{
	return MakeShared<FSaveAssetsTool>();
}
