// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "AssetRegistry/AssetData.h"
#include "ContentBrowserModule.h"
#include "Editor.h"
#include "GameFramework/Actor.h"
#include "IContentBrowserSingleton.h"
#include "Modules/ModuleManager.h"
#include "Selection.h"
#include "Tools/EditorTools.h"
#include "VibeUETool.h"

/** Says what the user has selected. */
class FSelectionTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("get_selection");
		Info.Description = TEXT("Says which actors of the level and which assets of the content browser the user has selected.");
		Info.Access = EVibeUEToolAccess::Read;
		Info.TimeLimit = 30.0;
		return Info;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		if (!GEditor)
		{
			Run->Fail(TEXT("There is no editor: this is a commandlet."));
			return;
		}
		TArray<FString> Lines;
		int32 Left = 0;
		for (FSelectionIterator Iterator(*GEditor->GetSelectedActors()); Iterator; ++Iterator)
		{
			if (const AActor* Actor = Cast<AActor>(*Iterator))
			{
				AddLine(Lines, Left, FString::Printf(TEXT("actor %s (%s) %s"), *Actor->GetActorLabel(), *Actor->GetClass()->GetName(), *Actor->GetPathName()));
			}
		}
		if (FContentBrowserModule* Browser = FModuleManager::GetModulePtr<FContentBrowserModule>("ContentBrowser"))
		{
			TArray<FAssetData> Assets;
			Browser->Get().GetSelectedAssets(Assets);
			for (const FAssetData& Asset : Assets)
			{
				AddLine(Lines, Left, FString::Printf(TEXT("asset %s (%s)"), *Asset.GetObjectPathString(), *Asset.AssetClassPath.GetAssetName().ToString()));
			}
		}
		if (Left > 0)
		{
			Lines.Add(FString::Printf(TEXT("and %d more"), Left));
		}
		Run->Done(Lines.Num() == 0 ? FString(TEXT("Nothing is selected.")) : FString::Join(Lines, TEXT("\n")));
	}

private:
	static void AddLine(TArray<FString>& Lines, int32& Left, const FString& Line)
	{
		static constexpr int32 MostLines = 200;
		if (Lines.Num() < MostLines)
		{
			Lines.Add(Line);
		}
		else
		{
			++Left;
		}
	}
};

TSharedRef<IVibeUETool> VibeUE::MakeSelectionTool()
{
	return MakeShared<FSelectionTool>();
}
