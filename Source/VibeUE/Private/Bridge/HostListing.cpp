// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/HostListing.h"

#include "AssetRegistry/ARFilter.h"
#include "AssetRegistry/AssetData.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Bridge/CoreHeaders.h"
#include "Bridge/CoreText.h"
#include "Bridge/TextCompleter.h"
#include "Editor.h"
#include "EngineUtils.h"
#include "GameFramework/Actor.h"
#include "Interfaces/IPluginManager.h"
#include "Modules/ModuleManager.h"
#include "Tools/AssetPath.h"

namespace HostListingPrivate
{
/** How much becomes texts in one frame. */
static constexpr int32 Piece = 1000;

/** The core keeps no more of a kind. */
static constexpr int32 Most = 100000;

static bool IsListed(const FAssetData& Asset)
{
	return !VibeUE::IsOfLevel(Asset.PackageName.ToString());
}
} // namespace HostListingPrivate

void FHostListing::Listen()
{
	bListens = true;
	IAssetRegistry& Registry = FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get();
	AddedHandle = Registry.OnAssetAdded().AddSP(this, &FHostListing::HandleAssetChanged);
	RemovedHandle = Registry.OnAssetRemoved().AddSP(this, &FHostListing::HandleAssetChanged);
	RenamedHandle = Registry.OnAssetRenamed().AddSP(this, &FHostListing::HandleAssetRenamed);
}

FHostListing::~FHostListing()
{
	if (!bListens)
	{
		return;
	}
	if (FAssetRegistryModule* Module = FModuleManager::GetModulePtr<FAssetRegistryModule>("AssetRegistry"))
	{
		IAssetRegistry& Registry = Module->Get();
		Registry.OnAssetAdded().Remove(AddedHandle);
		Registry.OnAssetRemoved().Remove(RemovedHandle);
		Registry.OnAssetRenamed().Remove(RenamedHandle);
	}
}

void FHostListing::HandleAssetChanged(const FAssetData& Asset)
{
	bAssetsChanged = bAssetsChanged || HostListingPrivate::IsListed(Asset);
}

void FHostListing::HandleAssetRenamed(const FAssetData&, const FString&)
{
	bAssetsChanged = true;
}

void FHostListing::Begin(const FTextCompleter& Completer)
{
	if (!bListens)
	{
		Listen();
	}
	if (bAssetsChanged)
	{
		bAssetsChanged = false;
		ReadAssets();
		NextAsset = 0;
		bListsAssets = true;
		Completer.GetCore().begin_host_candidates(vibeue::HostKind::Asset);
	}
	ReadActors();
	NextActor = 0;
	bListsActors = true;
	Completer.GetCore().begin_host_candidates(vibeue::HostKind::Actor);
}

void FHostListing::ReadAssets()
{
	Assets.Reset();
	FARFilter Filter;
	Filter.PackagePaths.Add(FName(TEXT("/Game")));
	for (const TSharedRef<IPlugin>& Plugin : IPluginManager::Get().GetEnabledPluginsWithContent())
	{
		// Those of the engine have thousands that nobody means.
		if (Plugin->GetLoadedFrom() == EPluginLoadedFrom::Project && Plugin->IsMounted())
		{
			FString Root = Plugin->GetMountedAssetPath();
			Root.RemoveFromEnd(TEXT("/"));
			Filter.PackagePaths.Add(FName(*Root));
		}
	}
	Filter.bRecursivePaths = true;
	const IAssetRegistry& Registry = FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get();
	Registry.EnumerateAssets(Filter, [this](const FAssetData& Asset)
	{
		if (HostListingPrivate::IsListed(Asset))
		{
			Assets.Add(FListedAsset{Asset.PackageName, Asset.AssetName, Asset.AssetClassPath.GetAssetName()});
		}
		return Assets.Num() < HostListingPrivate::Most;
	});
}

void FHostListing::ReadActors()
{
	Actors.Reset();
	if (const UWorld* World = GEditor ? GEditor->GetEditorWorldContext().World() : nullptr)
	{
		for (TActorIterator<AActor> It(World); It && Actors.Num() < HostListingPrivate::Most; ++It)
		{
			Actors.Add(*It);
		}
	}
}

bool FHostListing::Step(const FTextCompleter& Completer)
{
	using namespace HostListingPrivate;
	TArray<vibeue::HostCandidate> Sent;
	for (; bListsAssets && NextAsset < Assets.Num() && Sent.Num() < Piece; ++NextAsset)
	{
		const FListedAsset& Asset = Assets[NextAsset];
		Sent.Add(vibeue::HostCandidate{vibeue::HostKind::Asset, VibeUE::ToCore(Asset.Package.ToString()), VibeUE::ToCore(Asset.Name.ToString()), VibeUE::ToCore(Asset.Class.ToString())});
	}
	for (; bListsActors && NextActor < Actors.Num() && Sent.Num() < Piece; ++NextActor)
	{
		if (const AActor* Actor = Actors[NextActor].Get())
		{
			Sent.Add(vibeue::HostCandidate{vibeue::HostKind::Actor, VibeUE::ToCore(Actor->GetName()), VibeUE::ToCore(Actor->GetActorLabel()), VibeUE::ToCore(Actor->GetClass()->GetName())});
		}
	}
	Completer.GetCore().add_host_candidates(rust::Slice<const vibeue::HostCandidate>(Sent.GetData(), static_cast<std::size_t>(Sent.Num())));
	if (bListsAssets && NextAsset >= Assets.Num())
	{
		bListsAssets = false;
		// The core has them as texts.
		Assets.Empty();
		Completer.GetCore().end_host_candidates(vibeue::HostKind::Asset);
	}
	if (bListsActors && NextActor >= Actors.Num())
	{
		bListsActors = false;
		Actors.Empty();
		Completer.GetCore().end_host_candidates(vibeue::HostKind::Actor);
	}
	return bListsAssets || bListsActors;
}
