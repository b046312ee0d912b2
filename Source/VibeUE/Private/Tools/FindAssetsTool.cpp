// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "AssetRegistry/ARFilter.h"
#include "AssetRegistry/AssetData.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Modules/ModuleManager.h"
#include "Tools/AssetPath.h"
#include "Tools/EditorTools.h"
#include "UObject/Class.h"
#include "UObject/UObjectGlobals.h"
#include "VibeUETool.h"

/** Finds assets by folder, name and class, in what the registry knows: nothing is loaded. */
class FFindAssetsTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("find_assets");
		Info.Description = TEXT("Finds assets of the project by folder, part of the name and class, without loading them. ")
			TEXT("Gives one line for each: object path and class. Use it before you name an asset in another call. The parts that a level keeps ")
			TEXT("in packages of their own (__ExternalActors__) are left out, unless `folder` is one of theirs.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"name\": {\"type\": \"string\", \"description\": \"part of the name, in any case\"}, ")
			TEXT("\"class\": {\"type\": \"string\", \"description\": \"the class, as Blueprint, StaticMesh, Material, World\"}, ")
			TEXT("\"folder\": {\"type\": \"string\", \"description\": \"where to look, with all below; /Game when left out\"}, ")
			TEXT("\"limit\": {\"type\": \"integer\", \"description\": \"how many at most, 1 to 500; 50 when left out\"}}}");
		Info.Access = EVibeUEToolAccess::Read;
		Info.TimeLimit = 30.0;
		return Info;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		const IAssetRegistry& Registry = FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get();
		if (Registry.IsLoadingAssets())
		{
			Run->End(EVibeUEToolEnd::Busy, TEXT("The editor is still scanning the project's assets; call again in a while."));
			return;
		}
		const FVibeUEToolArguments& Arguments = Run->GetArguments();
		const FString Name = Arguments.GetText(TEXT("name"));
		const FString Class = Arguments.GetText(TEXT("class"));
		FString Folder = Arguments.GetText(TEXT("folder"), TEXT("/Game"));
		Folder.RemoveFromEnd(TEXT("/"));
		const FString Fault = VibeUE::FindPathFault(Folder);
		if (!Fault.IsEmpty())
		{
			Run->Fail(Fault);
			return;
		}
		if (!IsClassName(Class))
		{
			Run->Fail(TEXT("A class is one word, as Blueprint or StaticMesh."));
			return;
		}
		const int32 Limit = static_cast<int32>(FMath::Clamp<int64>(Arguments.GetInteger(TEXT("limit"), 50), 1, 500));

		TArray<FString> Lines;
		bool bMore = false;
		// Names are numbers in a table, and equal in any case: a project has hundreds of thousands of assets, and only
		// those that are asked for become texts.
		const FName WantedClass(*Class);
		const bool bPartsOfLevels = VibeUE::IsOfLevel(Folder + TEXT("/"));
		Registry.EnumerateAssets(MakeFilter(Folder, Class), [&](const FAssetData& Asset)
		{
			const FName Found = Asset.AssetClassPath.GetAssetName();
			if ((!Class.IsEmpty() && Found != WantedClass) || (!Name.IsEmpty() && !Asset.AssetName.ToString().Contains(Name)))
			{
				return true;
			}
			// A level with World Partition has tens of thousands of them, which nobody means.
			if (!bPartsOfLevels && VibeUE::IsOfLevel(Asset.PackageName.ToString()))
			{
				return true;
			}
			bMore = Lines.Num() == Limit;
			if (!bMore)
			{
				Lines.Add(Asset.GetObjectPathString() + TEXT(" ") + Found.ToString());
			}
			return !bMore;
		});
		Lines.Sort();
		if (bMore)
		{
			Lines.Add(FString::Printf(TEXT("There are more than %d; narrow the search."), Limit));
		}
		Run->Done(Lines.Num() == 0 ? FString::Printf(TEXT("No such asset below %s."), *Folder) : FString::Join(Lines, TEXT("\n")));
	}

private:
	/** The engine aborts on names that are too long, and on paths where it expects a name. */
	static bool IsClassName(const FString& Class)
	{
		static constexpr int32 MostCharacters = 200;
		for (const TCHAR Character : Class)
		{
			if (!FChar::IsAlnum(Character) && Character != TEXT('_'))
			{
				return false;
			}
		}
		return Class.Len() <= MostCharacters;
	}

	/** What the registry itself leaves out: it knows the assets of a folder and of a class without looking at the others. */
	static FARFilter MakeFilter(const FString& Folder, const FString& Class)
	{
		FARFilter Filter;
		Filter.PackagePaths.Add(FName(*Folder));
		Filter.bRecursivePaths = true;
		// Classes that Blueprints made may be there several times under one name, and not loaded.
		if (!Class.IsEmpty() && !Class.EndsWith(TEXT("_C")))
		{
			if (const UClass* Known = FindFirstObject<UClass>(*Class, EFindFirstObjectOptions::NativeFirst))
			{
				Filter.ClassPaths.Add(Known->GetClassPathName());
			}
		}
		return Filter;
	}
};

TSharedRef<IVibeUETool> VibeUE::MakeFindAssetsTool()
{
	return MakeShared<FFindAssetsTool>();
}
