#include "AssetRegistry/AssetData.h"
#include "CoreGlobals.h"
#include "Editor.h"
#include "EditorParts.h"
#include "Engine/Blueprint.h"
#include "FileHelpers.h"
#include "GameFramework/Actor.h"
#include "HAL/FileManager.h"
#include "Kismet2/KismetEditorUtilities.h"
#include "Misc/OutputDevice.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "ObjectSystem.h"
#include "StandIn/Editor.h"
#include "StandIn/Report.h"
#include "UObject/ObjectSaveContext.h"
#include "UObject/Package.h"
#include "UObject/StrongObjectPtr.h"

// Packages: which are in memory, changed, on the disk, and what is saved.
namespace
{
struct FPackageState
{
	TArray<TStrongObjectPtr<UObject>> Objects;
	TArray<FString> InMemory;
	TArray<FString> Loaded;
	TArray<UPackage*> Dirty;
	TArray<FString> Saved;
	TArray<FString> Unsavable;
	// What maps keep outside of their own packages.
	TMap<const UObject*, UPackage*> Externals;
	TMap<FString, FString> Mounts;
};

FPackageState& PackageState()
{
	static FPackageState* const Current = new FPackageState();
	return *Current;
}

FDelegateHandle& OwnSaveQuestion()
{
	static FDelegateHandle Handle;
	return Handle;
}

// Where a save reports why it fails: the editor's own ways read it.
class FCollectingDevice final : public FOutputDevice
{
public:
	using FOutputDevice::Serialize;
	void Serialize(const TCHAR*, ELogVerbosity::Type, const FName&) override
	{
	}
};

// What a save without a device gets: whatever is written to it ends the editor.
class FFatalDevice final : public FOutputDevice
{
public:
	using FOutputDevice::Serialize;
	void Serialize(const TCHAR* V, ELogVerbosity::Type, const FName&) override
	{
		StandIn::RefuseNamed("GError was written to:", V, "write to the log; what a save passes may be the engine's device for fatal errors");
	}
};

// The folder of the root with which a package's name begins, and the rest of the name.
bool SplitName(const FString& Name, FString& OutFolder, FString& OutRest)
{
	TMap<FString, FString> Roots = PackageState().Mounts;
	Roots.Add(TEXT("/Game/"), FPaths::ProjectContentDir());
	Roots.Add(TEXT("/Engine/"), FPaths::EngineDir() / TEXT("Content"));
	for (const TPair<FString, FString>& Root : Roots)
	{
		if (Name.StartsWith(Root.Key))
		{
			OutFolder = Root.Value;
			OutRest = Name.RightChop(Root.Key.Len());
			return true;
		}
	}
	return false;
}

// An object that stays: one of an earlier case may still be there, and would go with the next collection.
template <typename T>
T* FindOrMake(UObject* Outer, const TCHAR* Name)
{
	T* Object = FindObject<T>(Outer, Name);
	Object = Object ? Object : NewObject<T>(Outer, FName(Name));
	PackageState().Objects.Add(TStrongObjectPtr<UObject>(Object));
	return Object;
}

void TakeIntoMemory(const FAssetData& Asset)
{
	PackageState().InMemory.AddUnique(Asset.PackageName.ToString());
	if (Asset.AssetClassPath.AssetName == FName(TEXT("Blueprint")))
	{
		FindOrMake<UBlueprint>(StandIn::PackageNamed(Asset.PackageName), *Asset.AssetName.ToString());
	}
}

// Whether the disk keeps a package's file from being written.
bool IsLocked(const FString& Name)
{
	FString File;
	return FPackageName::DoesPackageExist(Name, &File) && IFileManager::Get().IsReadOnly(*File);
}
} // namespace

UPackage::FOnPackageSaved UPackage::PackageSavedWithContextEvent;
FCoreUObjectDelegates::FIsPackageOKToSaveDelegate FCoreUObjectDelegates::IsPackageOKToSaveDelegate;
FEditorDelegates::FOnPackageDeleted FEditorDelegates::OnPackageDeleted;

UPackage* FindPackage(UObject*, const TCHAR* PackageName)
{
	return PackageState().InMemory.Contains(FString(PackageName)) ? StandIn::PackageNamed(FName(PackageName)) : nullptr;
}

bool UPackage::IsDirty() const
{
	return PackageState().Dirty.Contains(const_cast<UPackage*>(this));
}

TArray<UPackage*> UPackage::GetExternalPackages() const
{
	TArray<UPackage*> Found;
	for (const TPair<const UObject*, UPackage*>& External : PackageState().Externals)
	{
		const UObject* Top = External.Key;
		while (Top->GetOuter())
		{
			Top = Top->GetOuter();
		}
		if (Top == this)
		{
			Found.AddUnique(External.Value);
		}
	}
	return Found;
}

bool FPackageName::TryConvertLongPackageNameToFilename(const FString& InLongPackageName, FString& OutFilename, const FString& InExtension)
{
	FString Folder;
	FString Rest;
	if (!SplitName(InLongPackageName, Folder, Rest))
	{
		return false;
	}
	OutFilename = Folder / Rest + InExtension;
	return true;
}

bool FPackageName::DoesPackageExist(const FString& LongPackageName, FString* OutFilename)
{
	for (const TCHAR* const Extension : {TEXT(".uasset"), TEXT(".umap")})
	{
		FString File;
		if (TryConvertLongPackageNameToFilename(LongPackageName, File, Extension) && FPaths::FileExists(File))
		{
			if (OutFilename)
			{
				*OutFilename = File;
			}
			return true;
		}
	}
	return false;
}

bool UEditorLoadingAndSavingUtils::SavePackages(const TArray<UPackage*>& PackagesToSave, bool bOnlyDirty)
{
	StandIn::OnGameThread("UEditorLoadingAndSavingUtils::SavePackages");
	if (GEditor->PlayWorld)
	{
		return false;
	}
	bool bAll = true;
	for (UPackage* Package : PackagesToSave)
	{
		const FString Name = Package->GetName();
		if (PackageState().Unsavable.Contains(Name) || IsLocked(Name))
		{
			if (!GIsRunningUnattendedScript)
			{
				StandIn::Refuse("a dialog about a package that cannot be checked out", "set GIsRunningUnattendedScript: nobody may be there to answer");
			}
			bAll = false;
		}
		else if (!bOnlyDirty || Package->IsDirty())
		{
			bAll = StandIn::SaveAsset(*Name) && bAll;
		}
	}
	return bAll;
}

namespace StandIn
{
void PreparePackages()
{
	// The editor has a question of its own there.
	FCoreUObjectDelegates::IsPackageOKToSaveDelegate.BindLambda([](UPackage*, const FString&, FOutputDevice*) { return true; });
	OwnSaveQuestion() = FCoreUObjectDelegates::IsPackageOKToSaveDelegate.GetHandle();
}
void ResetPackages()
{
	PackageState() = FPackageState();
	if (GEditor && FCoreUObjectDelegates::IsPackageOKToSaveDelegate.GetHandle() != OwnSaveQuestion())
	{
		Refuse("IsPackageOKToSaveDelegate is not the editor's any more", "who binds it puts back what was bound before");
	}
}
UPackage* ExternalPackageOf(const UObject* Object)
{
	// Asked for each object: as a rule there are none.
	UPackage* const* const Found = PackageState().Externals.IsEmpty() ? nullptr : PackageState().Externals.Find(Object);
	return Found ? *Found : nullptr;
}
void LoadFor(const TCHAR* ObjectPath)
{
	FString Name(ObjectPath);
	FString Object;
	FString(ObjectPath).Split(TEXT("."), &Name, &Object);
	if (!PackageState().InMemory.Contains(Name))
	{
		PackageState().Loaded.Add(Name);
		if (const FAssetData* Asset = FindAsset(*Name))
		{
			TakeIntoMemory(*Asset);
		}
	}
}

void AddAsset(const TCHAR* PackageName, const TCHAR* ClassName)
{
	TakeIntoMemory(RegisterAsset(PackageName, ClassName));
}
void AddAssetOnDisk(const TCHAR* PackageName, const TCHAR* ClassName)
{
	RegisterAsset(PackageName, ClassName);
}
const TArray<FString>& LoadedPackages()
{
	return PackageState().Loaded;
}
void MountContent(const TCHAR* Root, const FString& Folder)
{
	PackageState().Mounts.Add(FString(Root), Folder);
}
void DirtyAsset(const TCHAR* PackageName)
{
	PackageState().InMemory.AddUnique(FString(PackageName));
	PackageState().Dirty.AddUnique(PackageNamed(FName(PackageName)));
}
bool SaveAsset(const TCHAR* PackageName, bool bNamesNoDevice)
{
	UPackage* Package = PackageNamed(FName(PackageName));
	FString File = FString(PackageName);
	FPackageName::TryConvertLongPackageNameToFilename(FString(PackageName), File, TEXT(".uasset"));
	FCollectingDevice Collecting;
	FFatalDevice Fatal;
	FOutputDevice* const Device = bNamesNoDevice ? static_cast<FOutputDevice*>(&Fatal) : &Collecting;
	const auto& MaySave = FCoreUObjectDelegates::IsPackageOKToSaveDelegate;
	if (MaySave.IsBound() && !MaySave.Execute(Package, File, Device))
	{
		return false;
	}
	PackageState().Saved.Add(FString(PackageName));
	PackageState().Dirty.Remove(Package);
	UPackage::PackageSavedWithContextEvent.Broadcast(File, Package, FObjectPostSaveContext());
	return true;
}
const TArray<FString>& SavedPackages()
{
	return PackageState().Saved;
}
void RefuseToSave(const TCHAR* PackageName)
{
	PackageState().Unsavable.Add(FString(PackageName));
}
void AddMapActor(const TCHAR* Map, const TCHAR* Name, const TCHAR* ExternalPackage)
{
	const FString Leaf = FPaths::GetCleanFilename(FString(Map));
	UObject* const Level = FindOrMake<AActor>(FindOrMake<AActor>(PackageNamed(FName(Map)), *Leaf), TEXT("PersistentLevel"));
	const UObject* const Actor = FindOrMake<AActor>(Level, Name);
	PackageState().Externals.Add(Actor, PackageNamed(FName(ExternalPackage)));
	PackageState().InMemory.AddUnique(FString(ExternalPackage));
}
void RenameAsset(const TCHAR* PackageName, const TCHAR* NewName)
{
	FString OldFile;
	const bool bHadFile = FPackageName::DoesPackageExist(FString(PackageName), &OldFile);
	MoveAsset(PackageName, NewName);
	PackageState().InMemory.Remove(FString(PackageName));
	PackageState().Dirty.Remove(PackageNamed(FName(PackageName)));
	DirtyAsset(NewName);
	const bool bSaved = SaveAsset(NewName);
	FString NewFile;
	if (bHadFile && bSaved && FPackageName::TryConvertLongPackageNameToFilename(FString(NewName), NewFile, FPaths::GetExtension(OldFile, true)))
	{
		IFileManager::Get().Move(*NewFile, *OldFile);
	}
	// The old file is deleted, whatever the outcome of the save.
	IFileManager::Get().Delete(*OldFile);
}
void DeleteAsset(const TCHAR* PackageName)
{
	FString File;
	FPackageName::DoesPackageExist(FString(PackageName), &File);
	FEditorDelegates::OnPackageDeleted.Broadcast(PackageNamed(FName(PackageName)));
	RemoveAsset(PackageName);
	PackageState().InMemory.Remove(FString(PackageName));
	PackageState().Dirty.Remove(PackageNamed(FName(PackageName)));
	IFileManager::Get().Delete(*File);
	ResetTransactions();
}
void SaveOnCompile(const UBlueprint& Blueprint)
{
	const FString Name = Blueprint.GetPackage()->GetName();
	DirtyAsset(*Name);
	SaveAsset(*Name);
}
} // namespace StandIn
