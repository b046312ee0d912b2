// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/AssetWatch.h"

#include "AssetRegistry/AssetData.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Editor.h"
#include "Modules/ModuleManager.h"
#include "Tools/AssetPath.h"
#include "UObject/Package.h"

FAssetWatch::FAssetWatch()
{
	IAssetRegistry& Registry = FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get();
	const TSharedRef<TArray<FRename>> NotedRenames = Renames;
	RenamedHandle = Registry.OnAssetRenamed().AddLambda([NotedRenames](const FAssetData& Asset, const FString& OldPath)
	{
		NotedRenames->Add(FRename{VibeUE::GetPackagePath(OldPath), Asset.PackageName.ToString()});
	});
	// A package may be deleted with its file, and an asset only in memory: the editor reports the two in different
	// ways.
	const TSharedRef<TArray<FString>> NotedDeleted = Deleted;
	RemovedHandle = Registry.OnAssetRemoved().AddLambda([NotedDeleted](const FAssetData& Asset)
	{
		NotedDeleted->AddUnique(Asset.PackageName.ToString());
	});
	DeletedHandle = FEditorDelegates::OnPackageDeleted.AddLambda([NotedDeleted](UPackage* Package)
	{
		if (Package)
		{
			NotedDeleted->AddUnique(Package->GetName());
		}
	});
}

FAssetWatch::~FAssetWatch()
{
	if (FAssetRegistryModule* Module = FModuleManager::GetModulePtr<FAssetRegistryModule>("AssetRegistry"))
	{
		Module->Get().OnAssetRenamed().Remove(RenamedHandle);
		Module->Get().OnAssetRemoved().Remove(RemovedHandle);
	}
	FEditorDelegates::OnPackageDeleted.Remove(DeletedHandle);
}

TArray<FString> FAssetWatch::GetDeleted() const
{
	TArray<FString> Found = *Deleted;
	for (const FRename& Rename : *Renames)
	{
		Found.Remove(Rename.From);
	}
	return Found;
}
