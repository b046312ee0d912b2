// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "AssetRegistry/AssetData.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Engine/Blueprint.h"
#include "Kismet2/CompilerResultsLog.h"
#include "Kismet2/KismetEditorUtilities.h"
#include "Logging/TokenizedMessage.h"
#include "Modules/ModuleManager.h"
#include "Tools/AssetPath.h"
#include "Tools/EditorMoment.h"
#include "Tools/EditorTools.h"
#include "UObject/UObjectGlobals.h"
#include "VibeUETool.h"

/** Compiles a Blueprint and says what its compiler said. Nothing is saved. */
class FCompileBlueprintTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("compile_blueprint");
		Info.Description = TEXT("Compiles a Blueprint and returns the compiler's errors and warnings. Nothing is saved.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"asset\": {\"type\": \"string\", \"description\": \"the path, as /Game/Doors/BP_Door\"}}, \"required\": [\"asset\"]}");
		Info.Access = EVibeUEToolAccess::Write;
		return Info;
	}

	virtual FVibeUEToolPreview Preview(const FVibeUEToolArguments& Arguments) const override
	{
		FVibeUEToolPreview Shown;
		Shown.Text = Arguments.GetText(TEXT("asset"));
		return Shown;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		if (VibeUE::IsPlayUnderWay())
		{
			// It would replace the class of objects that are playing.
			Run->End(EVibeUEToolEnd::Busy, TEXT("Nothing is compiled while the game plays in the editor; stop it first."));
			return;
		}
		if (VibeUE::EndsAmidChange(*Run))
		{
			return;
		}
		const FString Asked = Run->GetArguments().GetText(TEXT("asset"));
		const FString Fault = VibeUE::FindPathFault(Asked);
		if (!Fault.IsEmpty())
		{
			Run->Fail(Fault);
			return;
		}
		const FString Path = VibeUE::GetObjectPath(Asked);
		// Loading a path loads all of its package, which may be a map of gigabytes: the registry says beforehand what it is.
		UBlueprint* Blueprint = IsBlueprint(Path) ? LoadObject<UBlueprint>(nullptr, *Path) : nullptr;
		if (!Blueprint && GetRegistry().IsLoadingAssets())
		{
			Run->End(EVibeUEToolEnd::Busy, TEXT("The editor is still scanning the project's assets; call again in a while."));
			return;
		}
		if (!Blueprint)
		{
			Run->Fail(FString::Printf(TEXT("There is no Blueprint %s; find_assets lists the existing ones."), *Path));
			return;
		}
		FCompilerResultsLog Results;
		Results.bSilentMode = true;
		FKismetEditorUtilities::CompileBlueprint(Blueprint, EBlueprintCompileOptions::SkipSave, &Results);
		const bool bCompiled = Results.NumErrors == 0 && Blueprint->Status != BS_Error;
		FString Text = FString::Printf(TEXT("%s %s: %d errors, %d warnings"), *Path, bCompiled ? TEXT("compiled") : TEXT("did not compile"),
			Results.NumErrors, Results.NumWarnings);
		for (const TSharedRef<FTokenizedMessage>& Message : Results.Messages)
		{
			const bool bIsError = Message->GetSeverity() == EMessageSeverity::Error;
			const TCHAR* const Word = bIsError ? TEXT("error") : Message->GetSeverity() == EMessageSeverity::Warning ? TEXT("warning") : TEXT("note");
			Text += FString::Printf(TEXT("\n%s: %s"), Word, *Message->ToText().ToString());
		}
		Run->End(bCompiled ? EVibeUEToolEnd::Done : EVibeUEToolEnd::Failed, MoveTemp(Text));
	}

private:
	static const IAssetRegistry& GetRegistry()
	{
		return FModuleManager::LoadModuleChecked<FAssetRegistryModule>("AssetRegistry").Get();
	}

	static bool IsBlueprint(const FString& Path)
	{
		TArray<FAssetData> Assets;
		GetRegistry().GetAssetsByPackageName(FName(*VibeUE::GetPackagePath(Path)), Assets);
		return Assets.ContainsByPredicate([&Path](const FAssetData& Asset)
		{
			return Asset.GetObjectPathString().Equals(Path, ESearchCase::IgnoreCase) && Asset.IsInstanceOf(UBlueprint::StaticClass());
		});
	}
};

TSharedRef<IVibeUETool> VibeUE::MakeCompileBlueprintTool()
{
	return MakeShared<FCompileBlueprintTool>();
}
