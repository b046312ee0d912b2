// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/HostLookup.h"

#include "AssetRegistry/AssetData.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Bridge/CoreText.h"
#include "Components/ActorComponent.h"
#include "Editor.h"
#include "EngineUtils.h"
#include "GameFramework/Actor.h"
#include "HAL/FileManager.h"
#include "Misc/PackageName.h"
#include "Modules/ModuleManager.h"
#include "Tools/AssetPath.h"
#include "UObject/Package.h"

namespace HostLookupPrivate
{
static void FindAsset(const FString& Path, vibeue::HostThing& Thing)
{
	if (!VibeUE::FindPathFault(Path).IsEmpty())
	{
		return;
	}
	const IAssetRegistry& Registry = FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get();
	TArray<FAssetData> Found;
	Registry.GetAssetsByPackageName(FName(*Path), Found);
	if (Found.Num() == 0)
	{
		return;
	}
	const FAssetData& Asset = Found[0];
	Thing.found = 1;
	Thing.label = VibeUE::ToCore(Asset.AssetName.ToString());
	Thing.class_name = VibeUE::ToCore(Asset.AssetClassPath.GetAssetName().ToString());
	Thing.path = VibeUE::ToCore(Asset.GetObjectPathString());
	FString File;
	if (FPackageName::DoesPackageExist(Path, &File))
	{
		Thing.bytes = IFileManager::Get().FileSize(*File);
	}
	const UPackage* Package = FindPackage(nullptr, *Path);
	Thing.is_unsaved = Package && Package->IsDirty();
	for (const rust::String& Tag : vibeue::host_asset_tags())
	{
		FString Value;
		if (Asset.GetTagValue(FName(*VibeUE::FromCore(Tag)), Value))
		{
			Thing.tags.push_back(vibeue::NameValue{Tag, VibeUE::ToCore(Value)});
		}
	}
}

static void Describe(const AActor& Actor, vibeue::HostThing& Thing)
{
	Thing.label = VibeUE::ToCore(Actor.GetActorLabel());
	Thing.class_name = VibeUE::ToCore(Actor.GetClass()->GetName());
	Thing.path = VibeUE::ToCore(Actor.GetPathName());
	const FVector Location = Actor.GetActorLocation();
	Thing.location.push_back(Location.X);
	Thing.location.push_back(Location.Y);
	Thing.location.push_back(Location.Z);
	TArray<UActorComponent*> Components;
	Actor.GetComponents(Components);
	for (const UActorComponent* Component : Components)
	{
		if (Component)
		{
			Thing.components.push_back(vibeue::NameValue{VibeUE::ToCore(Component->GetName()), VibeUE::ToCore(Component->GetClass()->GetName())});
		}
	}
}

/** Looks at all actors once, for all names. */
static void FindActors(const TArray<FString>& Wanted, TArray<vibeue::HostThing>& Things)
{
	const UWorld* World = GEditor ? GEditor->GetEditorWorldContext().World() : nullptr;
	if (!World)
	{
		return;
	}
	for (TActorIterator<AActor> It(World); It; ++It)
	{
		const AActor* Actor = *It;
		const FString Label = Actor->GetActorLabel();
		const FString Name = Actor->GetName();
		for (int32 Index = 0; Index < Wanted.Num(); ++Index)
		{
			if (Wanted[Index].IsEmpty() || !(Label.Equals(Wanted[Index]) || Name.Equals(Wanted[Index])))
			{
				continue;
			}
			if (++Things[Index].found == 1)
			{
				Describe(*Actor, Things[Index]);
			}
		}
	}
}
} // namespace HostLookupPrivate

TArray<vibeue::HostThing> FHostLookup::Find(const FString& Text)
{
	check(IsInGameThread());
	TArray<vibeue::HostThing> Things;
	// The labels of actors, parallel to their things; empty for assets.
	TArray<FString> Labels;
	bool bNamesActors = false;
	for (const vibeue::HostName& Name : vibeue::host_names(VibeUE::ToCore(Text)))
	{
		vibeue::HostThing& Thing = Things.AddDefaulted_GetRef();
		Thing.name = Name.name;
		Thing.found = 0;
		Thing.bytes = -1;
		Thing.is_unsaved = false;
		const FString Wanted = VibeUE::FromCore(Name.wanted);
		const bool bIsActor = Name.kind == vibeue::HostKind::Actor;
		Labels.Add(bIsActor ? Wanted : FString());
		bNamesActors = bNamesActors || bIsActor;
		if (!bIsActor)
		{
			HostLookupPrivate::FindAsset(Wanted, Thing);
		}
	}
	if (bNamesActors)
	{
		HostLookupPrivate::FindActors(Labels, Things);
	}
	return Things;
}
