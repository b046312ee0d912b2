// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "AssetRegistry/AssetData.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "CoreGlobals.h"
#include "FileHelpers.h"
#include "GameFramework/Actor.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "Modules/ModuleManager.h"
#include "Templates/UnrealTemplate.h"
#include "Tools/AssetPath.h"
#include "Tools/EditorMoment.h"
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
		Info.Description = TEXT("Saves exactly the assets that are named, if they were changed, and reports the outcome for each. A level is saved with the changed ")
			TEXT("packages of its actors (World Partition keeps each in one of its own); one actor is saved by its path, as get_selection gives it.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"assets\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"description\": \"paths, as /Game/Doors/BP_Door or /Game/Maps/Main.Main:PersistentLevel.Door_2\"}}, ")
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
			Shown.bWouldFail |= !Fault.IsEmpty();
			Lines.Add(Fault.IsEmpty() ? DescribeAsset(Asset) : Fault);
		}
		Shown.Text = FString::Join(Lines, TEXT("\n"));
		return Shown;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		if (VibeUE::IsPlayUnderWay())
		{
			Run->End(EVibeUEToolEnd::Busy, TEXT("Nothing is saved while the game is running in the editor; stop it first."));
			return;
		}
		if (VibeUE::EndsAmidChange(*Run))
		{
			return;
		}
		const TArray<FString> Assets = Run->GetArguments().GetTexts(TEXT("assets"));
		if (Assets.Num() == 0)
		{
			Run->Fail(TEXT("No asset is named, so nothing was saved."));
			return;
		}
		TArray<FString> Lines;
		TArray<FWanted> Wanted;
		bool bAllExist = true;
		for (const FString& Asset : Assets)
		{
			const FString Fault = FindFault(Asset);
			if (!Fault.IsEmpty())
			{
				// Nothing at all is saved of a list that is not understood.
				Run->Fail(Fault);
				return;
			}
			bAllExist = AddChanged(Asset, Wanted, Lines) && bAllExist;
		}
		const bool bAllCheckedOut = CheckOut(Wanted, Lines);
		if (Wanted.Num() > 0)
		{
			TArray<UPackage*> Packages;
			for (const FWanted& Each : Wanted)
			{
				Packages.Add(Each.Package.Get());
			}
			// The model is told below what cannot be checked out: a dialog about it would stop the turn.
			const TGuardValue<bool> Unattended(GIsRunningUnattendedScript, true);
			UEditorLoadingAndSavingUtils::SavePackages(Packages, true);
		}
		const bool bAll = DescribeSaved(Wanted, Lines) && bAllCheckedOut && bAllExist;
		Run->End(bAll ? EVibeUEToolEnd::Done : EVibeUEToolEnd::Failed, FString::Join(Lines, TEXT("\n")));
	}

private:
	/** The maximum number of characters of a path that are repeated. */
	static constexpr int32 MostOfPath = 200;

	/** A package that is to be saved, and the map that it holds an actor of. */
	struct FWanted
	{
		TWeakObjectPtr<UPackage> Package;
		FString Map;
	};

	/** Says why an asset is not saved, whatever is in it; empty if it may be. */
	static FString FindFault(const FString& Asset)
	{
		const FString Fault = VibeUE::IsActorPath(Asset) ? VibeUE::FindActorPathFault(Asset) : VibeUE::FindPathFault(Asset);
		if (!Fault.IsEmpty())
		{
			return Fault;
		}
		bool bIsOfEngine = IsBelowEngine(VibeUE::GetPackagePath(Asset));
		for (const TCHAR* const Root : {TEXT("/Engine/"), TEXT("/Script/"), TEXT("/Temp/"), TEXT("/Memory/")})
		{
			bIsOfEngine |= Asset.StartsWith(Root);
		}
		return bIsOfEngine ? FString::Printf(TEXT("%s belongs to the engine and not to the project: it is not saved."), *Asset.Left(MostOfPath)) : FString();
	}

	/** Returns whether a package's file is the engine's: plugins of the engine have roots of their own, as /ControlRig. */
	static bool IsBelowEngine(const FString& PackageName)
	{
		FString File;
		if (!FPackageName::TryConvertLongPackageNameToFilename(PackageName, File))
		{
			return false;
		}
		File = FPaths::ConvertRelativePathToFull(File);
		return FPaths::IsUnderDirectory(File, FPaths::ConvertRelativePathToFull(FPaths::EngineDir())) &&
			!FPaths::IsUnderDirectory(File, FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()));
	}

	/** Returns the package of a path: an actor of a level with World Partition has one of its own. Null if it is not loaded. */
	static UPackage* FindNamed(const FString& Asset)
	{
		if (!VibeUE::IsActorPath(Asset))
		{
			return FindPackage(nullptr, *VibeUE::GetPackagePath(Asset));
		}
		const AActor* Actor = FindObject<AActor>(nullptr, *Asset);
		return Actor ? Actor->GetPackage() : nullptr;
	}

	/** Returns whether there is a package on disk or in the registry; of an actor's path that of its map. */
	static bool Exists(const FString& Asset)
	{
		const FString Name = VibeUE::GetPackagePath(Asset);
		TArray<FAssetData> Found;
		FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get().GetAssetsByPackageName(FName(*Name), Found);
		// The registry may still be looking at the project's files.
		return Found.Num() > 0 || FPackageName::DoesPackageExist(Name);
	}

	/** Returns the changed ones of the packages in which a map keeps its actors. */
	static TArray<UPackage*> FindChangedParts(const UPackage& Package)
	{
		return Package.GetExternalPackages().FilterByPredicate([](const UPackage* Part) { return Part->IsDirty(); });
	}

	/** Names an asset with what the user should know before it is saved. */
	static FString DescribeAsset(const FString& Asset)
	{
		const UPackage* Package = FindNamed(Asset);
		if (!Package && !Exists(Asset))
		{
			return Asset + TEXT(" (does not exist)");
		}
		TArray<FString> Notes;
		bool bIsLocked = VibeUE::NeedsCheckOut(Package ? Package->GetName() : VibeUE::GetPackagePath(Asset));
		const TArray<UPackage*> Parts = Package ? FindChangedParts(*Package) : TArray<UPackage*>();
		if (Parts.Num() > 0)
		{
			Notes.Add(FString::Printf(TEXT("with %d changed packages of its actors"), Parts.Num()));
		}
		for (const UPackage* Part : Parts)
		{
			bIsLocked = bIsLocked || VibeUE::NeedsCheckOut(Part->GetName());
		}
		if (bIsLocked)
		{
			Notes.Add(TEXT("will be checked out first"));
		}
		return Notes.Num() > 0 ? Asset + TEXT(" (") + FString::Join(Notes, TEXT("; ")) + TEXT(")") : Asset;
	}

	/** Adds what is changed of an asset: of a map the packages of its actors, too. Says so if nothing is; returns whether it exists. */
	static bool AddChanged(const FString& Asset, TArray<FWanted>& Wanted, TArray<FString>& Lines)
	{
		UPackage* Package = FindNamed(Asset);
		const FString Name = VibeUE::IsActorPath(Asset) ? Asset : VibeUE::GetPackagePath(Asset);
		if (!Package)
		{
			const bool bExists = Exists(Asset);
			Lines.Add(Name + (bExists ? TEXT(": not loaded, so nothing of it was changed") : TEXT(": does not exist; find_assets lists the existing ones")));
			return bExists;
		}
		const auto Add = [&Wanted](UPackage* Each, const FString& Map)
		{
			if (!Wanted.ContainsByPredicate([Each](const FWanted& Other) { return Other.Package == Each; }))
			{
				Wanted.Add(FWanted{Each, Map});
			}
		};
		const TArray<UPackage*> Parts = FindChangedParts(*Package);
		for (UPackage* Part : Parts)
		{
			Add(Part, Name);
		}
		if (Package->IsDirty())
		{
			Add(Package, FString());
		}
		else if (Parts.Num() == 0)
		{
			const int32 Kept = Package->GetExternalPackages().Num();
			Lines.Add(Kept > 0 ? FString::Printf(TEXT("%s: not changed, and neither is any of the %d packages of its actors that are loaded"), *Name, Kept) : Name + TEXT(": not changed"));
		}
		return true;
	}

	/** Checks out what source control keeps read-only, and removes what cannot be checked out; returns whether everything could be. */
	static bool CheckOut(TArray<FWanted>& Wanted, TArray<FString>& Lines)
	{
		const int32 Asked = Wanted.Num();
		Wanted.RemoveAll([&Lines](const FWanted& Each)
		{
			const FString Name = Each.Package->GetName();
			const FString Why = VibeUE::NeedsCheckOut(Name) ? VibeUE::CheckOutPackage(Name) : FString();
			if (!Why.IsEmpty())
			{
				Lines.Add(Name + TEXT(": not saved: it could not be checked out: ") + Why);
			}
			return !Why.IsEmpty();
		});
		return Wanted.Num() == Asked;
	}

	/** Says what is on disk now, which counts, and not what the call said: those of actors by their number, for their names say nothing. */
	static bool DescribeSaved(const TArray<FWanted>& Wanted, TArray<FString>& Lines)
	{
		bool bAll = true;
		TArray<TPair<FString, int32>> Maps;
		for (const FWanted& Each : Wanted)
		{
			const bool bSaved = !Each.Package->IsDirty();
			bAll = bAll && bSaved;
			if (!bSaved || Each.Map.IsEmpty())
			{
				Lines.Add(Each.Package->GetName() + (bSaved ? TEXT(": saved") : TEXT(": could not be saved; it may be locked or checked in")));
				continue;
			}
			TPair<FString, int32>* Map = Maps.FindByPredicate([&Each](const TPair<FString, int32>& Known) { return Known.Key.Equals(Each.Map); });
			if (!Map)
			{
				Maps.Emplace(Each.Map, 0);
				Map = &Maps.Last();
			}
			++Map->Value;
		}
		for (const TPair<FString, int32>& Map : Maps)
		{
			Lines.Add(FString::Printf(TEXT("%s: %d packages of its actors saved"), *Map.Key, Map.Value));
		}
		return bAll;
	}
};

TSharedRef<IVibeUETool> VibeUE::MakeSaveAssetsTool()
{
	return MakeShared<FSaveAssetsTool>();
}
