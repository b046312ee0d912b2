// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ChatLinks.h"

#include "AssetRegistry/ARFilter.h"
#include "AssetRegistry/AssetData.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Bridge/CoreText.h"
#include "ContentBrowserModule.h"
#include "HAL/PlatformProcess.h"
#include "IContentBrowserSingleton.h"
#include "Misc/Paths.h"
#include "Modules/ModuleManager.h"
#include "SourceCodeNavigation.h"
#include "Tools/AssetPath.h"

#define LOCTEXT_NAMESPACE "ChatLinks"

namespace ChatLinksPrivate
{
static EChatLinkKind FromCore(vibeue::LinkKind Kind)
{
	switch (Kind)
	{
	case vibeue::LinkKind::Web:
		return EChatLinkKind::Web;
	case vibeue::LinkKind::File:
		return EChatLinkKind::File;
	case vibeue::LinkKind::Asset:
		return EChatLinkKind::Asset;
	case vibeue::LinkKind::Nowhere:
		break;
	}
	return EChatLinkKind::Nowhere;
}

/** The gravest of what there is to say. */
static FText FindCaution(const vibeue::LinkPlace& Place)
{
	if (Place.has_name_before_site)
	{
		return LOCTEXT("NameBeforeSite", "The part before the @ is not the site, though it may look like one.");
	}
	if (Place.has_other_letters)
	{
		return LOCTEXT("OtherLetters", "The site's name contains letters from other alphabets: it may imitate one that you know.");
	}
	if (Place.has_numbered_site)
	{
		return LOCTEXT("NumberedSite", "The site is a number and not a name.");
	}
	return Place.is_not_encrypted ? LOCTEXT("NotEncrypted", "The page is not encrypted.") : FText::GetEmpty();
}

static bool ShowAsset(const FString& Package)
{
	if (!VibeUE::FindPathFault(Package).IsEmpty())
	{
		return false;
	}
	FARFilter Filter;
	Filter.PackagePaths.Add(FName(*FPaths::GetPath(Package)));
	TArray<FAssetData> Found;
	FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get().EnumerateAssets(Filter, [&](const FAssetData& Asset)
	{
		if (Asset.PackageName.ToString().Equals(Package, ESearchCase::IgnoreCase))
		{
			Found.Add(Asset);
		}
		return Found.Num() == 0;
	});
	if (Found.Num() > 0)
	{
		FModuleManager::LoadModuleChecked<FContentBrowserModule>("ContentBrowser").Get().SyncBrowserToAssets(Found);
	}
	return Found.Num() > 0;
}
} // namespace ChatLinksPrivate

FChatLink FChatLinks::Find(const FString& Text)
{
	const FString Project = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir());
	const vibeue::LinkPlace Place = vibeue::find_link(VibeUE::ToCore(Text), VibeUE::ToCore(Project));
	FChatLink Link;
	Link.Kind = ChatLinksPrivate::FromCore(Place.kind);
	Link.Name = VibeUE::FromCore(Place.name);
	Link.Site = VibeUE::FromCore(Place.site);
	Link.Caution = ChatLinksPrivate::FindCaution(Place);
	Link.Path = VibeUE::FromCore(Place.path);
	Link.Line = static_cast<int32>(FMath::Min<uint32>(Place.line, MAX_int32));
	Link.bIsText = Place.is_text;
	return Link;
}

bool FChatLinks::Open(const FChatLink& Link)
{
	switch (Link.Kind)
	{
	case EChatLinkKind::Web:
		FPlatformProcess::LaunchURL(*Link.Name, nullptr, nullptr);
		return true;
	case EChatLinkKind::Asset:
		return ChatLinksPrivate::ShowAsset(Link.Name);
	case EChatLinkKind::File:
		if (Link.Path.IsEmpty())
		{
			return false;
		}
		if (!Link.bIsText || !FSourceCodeNavigation::OpenSourceFile(Link.Path, Link.Line))
		{
			FPlatformProcess::ExploreFolder(*FPaths::GetPath(Link.Path));
		}
		return true;
	case EChatLinkKind::Nowhere:
		break;
	}
	return false;
}

#undef LOCTEXT_NAMESPACE
