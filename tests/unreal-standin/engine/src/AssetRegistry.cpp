#include "AssetRegistry/AssetRegistryModule.h"

#include "CoreGlobals.h"
#include "EditorParts.h"
#include "StandIn/Editor.h"
#include "StandIn/Report.h"
#include "UObject/UObjectGlobals.h"

namespace
{
struct FAssetState
{
	TArray<FAssetData> Assets;
	int64 Visited = 0;
	bool bLoading = false;
};

FAssetState& AssetState()
{
	static FAssetState* const Current = new FAssetState();
	return *Current;
}

class FRegistry final : public IAssetRegistry
{
public:
	bool EnumerateAssets(const FARFilter& Filter, TFunctionRef<bool(const FAssetData&)> Callback) const override
	{
		StandIn::OnGameThread("IAssetRegistry::EnumerateAssets");
		if (Filter.PackagePaths.IsEmpty())
		{
			StandIn::Refuse("EnumerateAssets with an empty filter", "name a path: the engine refuses a filter that filters nothing");
		}
		const TArray<FAssetData> Now = AssetState().Assets;
		for (const FAssetData& Asset : Now)
		{
			bool bIsIn = false;
			for (const FName& Path : Filter.PackagePaths)
			{
				bIsIn = bIsIn || Asset.PackagePath == Path || (Filter.bRecursivePaths && Asset.PackageName.ToString().StartsWith(Path.ToString() + TEXT("/")));
			}
			bIsIn = bIsIn && (Filter.ClassPaths.IsEmpty() || Filter.ClassPaths.Contains(Asset.AssetClassPath));
			AssetState().Visited += bIsIn ? 1 : 0;
			if (bIsIn && !Callback(Asset))
			{
				return true;
			}
		}
		return true;
	}
	bool GetAssetsByPackageName(FName PackageName, TArray<FAssetData>& OutAssetData) const override
	{
		StandIn::OnGameThread("IAssetRegistry::GetAssetsByPackageName");
		for (const FAssetData& Asset : AssetState().Assets)
		{
			if (Asset.PackageName == PackageName)
			{
				OutAssetData.Add(Asset);
			}
		}
		return OutAssetData.Num() > 0;
	}
	FAssetAddedEvent& OnAssetAdded() override
	{
		return Added;
	}
	FAssetRemovedEvent& OnAssetRemoved() override
	{
		return Removed;
	}
	FAssetRenamedEvent& OnAssetRenamed() override
	{
		return Renamed;
	}
	bool IsLoadingAssets() const override
	{
		return AssetState().bLoading;
	}

private:
	FAssetAddedEvent Added;
	FAssetRemovedEvent Removed;
	FAssetRenamedEvent Renamed;
};

IAssetRegistry& Registry()
{
	static FRegistry* const Only = new FRegistry();
	return *Only;
}

FAssetData MakeAsset(const TCHAR* PackageName, const TCHAR* ClassName)
{
	FString Path;
	FString Leaf;
	FString(PackageName).Split(TEXT("/"), &Path, &Leaf, ESearchCase::CaseSensitive, ESearchDir::FromEnd);
	FAssetData Asset;
	Asset.PackageName = FName(PackageName);
	Asset.PackagePath = FName(Path);
	Asset.AssetName = FName(Leaf);
	// A class of the engine, or the one of a Blueprint.
	Asset.AssetClassPath.PackageName = FString(ClassName).EndsWith(TEXT("_C")) ? Asset.PackageName : FName(TEXT("/Script/Engine"));
	Asset.AssetClassPath.AssetName = FName(ClassName);
	return Asset;
}

IModuleInterface* MakeRegistryModule()
{
	return new FAssetRegistryModule();
}
const StandIn::FModuleRegistration RegistryModule("AssetRegistry", &MakeRegistryModule);
} // namespace

bool FAssetData::IsInstanceOf(const UClass* BaseClass) const
{
	const UClass* const Known = FindFirstObject<UClass>(*AssetClassPath.AssetName.ToString());
	return Known && Known->IsChildOf(BaseClass);
}

IAssetRegistry& FAssetRegistryModule::Get() const
{
	return Registry();
}

namespace StandIn
{
FAssetData* FindAsset(const TCHAR* PackageName)
{
	return AssetState().Assets.FindByPredicate([PackageName](const FAssetData& Asset) { return Asset.PackageName == FName(PackageName); });
}

FAssetData RegisterAsset(const TCHAR* PackageName, const TCHAR* ClassName)
{
	const FAssetData Asset = MakeAsset(PackageName, ClassName);
	AssetState().Assets.Add(Asset);
	Registry().OnAssetAdded().Broadcast(Asset);
	return Asset;
}
void RemoveAsset(const TCHAR* PackageName)
{
	const FAssetData* Found = FindAsset(PackageName);
	check(Found);
	const FAssetData Asset = *Found;
	AssetState().Assets.RemoveAll([&Asset](const FAssetData& Other) { return Other.PackageName == Asset.PackageName; });
	Registry().OnAssetRemoved().Broadcast(Asset);
}
void MoveAsset(const TCHAR* PackageName, const TCHAR* NewName)
{
	FAssetData* Found = FindAsset(PackageName);
	check(Found);
	const FString OldPath = Found->GetObjectPathString();
	*Found = MakeAsset(NewName, *Found->AssetClassPath.AssetName.ToString());
	const FAssetData Asset = *Found;
	Registry().OnAssetRenamed().Broadcast(Asset, OldPath);
}
void TagAsset(const TCHAR* PackageName, const TCHAR* Tag, const TCHAR* Value)
{
	FAssetData* Asset = FindAsset(PackageName);
	check(Asset);
	Asset->StandInTags.Add(FName(Tag), FString(Value));
}
void AddAssets(const TCHAR* Folder, int32 Count)
{
	for (int32 Index = 0; Index < Count; ++Index)
	{
		AssetState().Assets.Add(MakeAsset(*FString::Printf(TEXT("%s/Part%d"), Folder, Index), TEXT("StaticMesh")));
	}
	if (Count > 0)
	{
		Registry().OnAssetAdded().Broadcast(AssetState().Assets.Last());
	}
}
int64 AssetsVisited()
{
	return AssetState().Visited;
}
void SetAssetsLoading(bool bLoading)
{
	AssetState().bLoading = bLoading;
}
void ResetAssets()
{
	AssetState() = FAssetState();
}
} // namespace StandIn
