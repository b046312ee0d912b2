#include "Editor.h"

#include "AssetRegistry/AssetData.h"
#include "ContentBrowserModule.h"
#include "CoreGlobals.h"
#include "EditorParts.h"
#include "Engine/Blueprint.h"
#include "Framework/Application/SlateApplication.h"
#include "GameFramework/Actor.h"
#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"
#include "IContentBrowserSingleton.h"
#include "IPythonScriptPlugin.h"
#include "Kismet2/CompilerResultsLog.h"
#include "Kismet2/KismetEditorUtilities.h"
#include "Process.h"
#include "Selection.h"
#include "SourceCodeNavigation.h"
#include "StandIn/Editor.h"
#include "StandIn/Reflection.h"
#include "UObject/StrongObjectPtr.h"
#include "UObject/UObjectGlobals.h"
#include "UnrealClient.h"
#include "Widgets/SWindow.h"

template <>
struct StandIn::TReflected<UBlueprint>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("Engine");
	}
};
STANDIN_IMPLEMENT_CLASS(UBlueprint)

namespace StandIn
{
void OnGameThread(const char* What)
{
	if (!IsInGameThread())
	{
		RefuseThread(What);
	}
}
} // namespace StandIn

namespace
{
struct FEditorState
{
	TArray<FAssetData> SelectedAssets;
	TArray<TStrongObjectPtr<UObject>> Objects;
	TArray<FString> Opened;
	USelection Selection;
	TFunction<bool(FPythonCommandEx&)> Python;
	TFunction<void(UBlueprint&, FCompilerResultsLog&)> Compiler;
	TFunction<void(const FString&, FOutputDevice&)> Console;
	TSharedPtr<SWindow> Modal;
	FIntPoint Viewport;
	int32 PlayDelay = 1;
	int32 FramesToPlay = -1;
	bool bQueued = false;
	bool bEnds = false;
};

FEditorState& EditorState()
{
	static FEditorState* const Current = new FEditorState();
	return *Current;
}

UEditorEngine& EditorEngine()
{
	static UEditorEngine* const Only = new UEditorEngine();
	return *Only;
}

// A world that nobody looks into.
UWorld* AnyWorld()
{
	static int64 World = 0;
	return reinterpret_cast<UWorld*>(&World);
}

class FBrowser final : public IContentBrowserSingleton
{
public:
	void GetSelectedAssets(TArray<FAssetData>& SelectedAssets) override
	{
		SelectedAssets = EditorState().SelectedAssets;
	}
	void SyncBrowserToAssets(const TArray<FAssetData>& Assets, bool) override
	{
		StandIn::OnGameThread("IContentBrowserSingleton::SyncBrowserToAssets");
		for (const FAssetData& Asset : Assets)
		{
			EditorState().Opened.Add(Asset.PackageName.ToString());
		}
	}
};

class FPython final : public IPythonScriptPlugin
{
public:
	bool IsPythonAvailable() const override
	{
		return static_cast<bool>(EditorState().Python);
	}
	bool ExecPythonCommandEx(FPythonCommandEx& InOutPythonCommand) override
	{
		StandIn::OnGameThread("IPythonScriptPlugin::ExecPythonCommandEx");
		// What the flag does: while the script runs, nothing waits for an answer.
		const bool bBefore = GIsRunningUnattendedScript;
		GIsRunningUnattendedScript = bBefore || InOutPythonCommand.Flags == EPythonCommandFlags::Unattended;
		const bool bSucceeded = EditorState().Python(InOutPythonCommand);
		GIsRunningUnattendedScript = bBefore;
		return bSucceeded;
	}
};

class FOneViewport final : public FViewport
{
public:
	FIntPoint GetSizeXY() const override
	{
		return EditorState().Viewport;
	}
	void Draw(bool) override
	{
	}
};

IModuleInterface* MakeBrowserModule()
{
	return new FContentBrowserModule();
}
const StandIn::FModuleRegistration BrowserModule("ContentBrowser", &MakeBrowserModule);
} // namespace

UEditorEngine* GEditor = nullptr;

IContentBrowserSingleton& FContentBrowserModule::Get() const
{
	static FBrowser* const Browser = new FBrowser();
	return *Browser;
}
bool FSourceCodeNavigation::OpenSourceFile(const FString& Path, int32 Line, int32)
{
	StandIn::OnGameThread("FSourceCodeNavigation::OpenSourceFile");
	EditorState().Opened.Add(FString::Printf(TEXT("%s:%d"), *Path, Line));
	return true;
}
const TArray<FString>& StandIn::OpenedPlaces()
{
	return EditorState().Opened;
}
IPythonScriptPlugin* IPythonScriptPlugin::Get()
{
	static FPython* const Python = new FPython();
	return EditorState().Python ? Python : nullptr;
}

UWorld* FWorldContext::World() const
{
	return AnyWorld();
}

bool FViewport::ReadPixels(TArray<FColor>& OutImageData)
{
	StandIn::OnGameThread("FViewport::ReadPixels");
	const FIntPoint Size = GetSizeXY();
	OutImageData.Init(FColor(40, 80, 120, 0), Size.X * Size.Y);
	return Size.X > 0 && Size.Y > 0;
}

void FKismetEditorUtilities::CompileBlueprint(UBlueprint* BlueprintObj, EBlueprintCompileOptions CompileFlags, FCompilerResultsLog* pResults)
{
	StandIn::OnGameThread("FKismetEditorUtilities::CompileBlueprint");
	FCompilerResultsLog Own;
	FCompilerResultsLog& Results = pResults ? *pResults : Own;
	if (EditorState().Compiler)
	{
		EditorState().Compiler(*BlueprintObj, Results);
	}
	for (const TSharedRef<FTokenizedMessage>& Message : Results.Messages)
	{
		Results.NumErrors += Message->GetSeverity() == EMessageSeverity::Error ? 1 : 0;
		Results.NumWarnings += Message->GetSeverity() == EMessageSeverity::Warning ? 1 : 0;
	}
	BlueprintObj->Status = Results.NumErrors > 0 ? BS_Error : Results.NumWarnings > 0 ? BS_UpToDateWithWarnings : BS_UpToDate;
	if (CompileFlags != EBlueprintCompileOptions::SkipSave)
	{
		// As with *Save on Compile* on.
		StandIn::SaveOnCompile(*BlueprintObj);
	}
	// DGU (the host of previews): who must keep what nothing references passes SkipGarbageCollection.
	CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
}

USelection* UEditorEngine::GetSelectedActors() const
{
	return &EditorState().Selection;
}
void UEditorEngine::RequestPlaySession(const FRequestPlaySessionParams&)
{
	StandIn::OnGameThread("UEditorEngine::RequestPlaySession");
	// What is asked for while one is there is passed over without a word, as in the engine.
	EditorState().bQueued = !PlayWorld;
	EditorState().FramesToPlay = PlayWorld ? -1 : EditorState().PlayDelay;
}
void UEditorEngine::RequestEndPlayMap()
{
	EditorState().bEnds = PlayWorld != nullptr;
}
bool UEditorEngine::IsPlaySessionInProgress() const
{
	return PlayWorld || EditorState().bQueued;
}
bool UEditorEngine::IsPlaySessionRequestQueued() const
{
	return EditorState().bQueued;
}
void UEditorEngine::CancelRequestPlaySession()
{
	StandIn::OnGameThread("UEditorEngine::CancelRequestPlaySession");
	EditorState().bQueued = false;
	EditorState().FramesToPlay = -1;
}
FViewport* UEditorEngine::GetActiveViewport()
{
	static FOneViewport* const Viewport = new FOneViewport();
	return EditorState().Viewport.X > 0 ? Viewport : nullptr;
}
FViewport* UEditorEngine::GetPIEViewport()
{
	return PlayWorld ? GetActiveViewport() : nullptr;
}
bool UEditorEngine::Exec(UWorld*, const TCHAR* InStr, FOutputDevice& Ar)
{
	StandIn::OnGameThread("UEditorEngine::Exec");
	if (EditorState().Console)
	{
		EditorState().Console(FString(InStr), Ar);
	}
	return static_cast<bool>(EditorState().Console);
}
FWorldContext& UEditorEngine::GetEditorWorldContext(bool)
{
	static FWorldContext Context;
	return Context;
}

TSharedPtr<SWindow> FSlateApplication::GetActiveModalWindow() const
{
	return EditorState().Modal;
}
FSlateApplication::FOnModalLoopTickEvent& FSlateApplication::GetOnModalLoopTickEvent()
{
	static FOnModalLoopTickEvent* const Event = new FOnModalLoopTickEvent();
	return *Event;
}

namespace StandIn
{
void StartEditor()
{
	GEditor = &EditorEngine();
	GEditor->Trans = TheTransactor();
	PreparePackages();
}
void TickEditor()
{
	if (!GEditor)
	{
		return;
	}
	if (EditorState().bEnds)
	{
		EditorState().bEnds = false;
		GEditor->PlayWorld = nullptr;
	}
	if (EditorState().FramesToPlay >= 0 && EditorState().FramesToPlay-- == 0)
	{
		EditorState().bQueued = false;
		GEditor->PlayWorld = AnyWorld();
	}
}
void StopEditor()
{
	ResetEditor();
	GEditor = nullptr;
}

void SelectAsset(const TCHAR* PackageName)
{
	const FAssetData* Asset = StandIn::FindAsset(PackageName);
	check(Asset);
	EditorState().SelectedAssets.Add(*Asset);
}
void SelectActor(const TCHAR* Label)
{
	AActor* Actor = NewObject<AActor>();
	Actor->StandInLabel = Label;
	EditorState().Objects.Add(TStrongObjectPtr<UObject>(Actor));
	EditorState().Selection.StandInObjects.Add(Actor);
}
void SetPython(TFunction<bool(FPythonCommandEx&)> Run)
{
	EditorState().Python = MoveTemp(Run);
}
void SetCompiler(TFunction<void(UBlueprint&, FCompilerResultsLog&)> Compile)
{
	EditorState().Compiler = MoveTemp(Compile);
}
void SetConsole(TFunction<void(const FString&, FOutputDevice&)> Run)
{
	EditorState().Console = MoveTemp(Run);
}
void SetViewport(FIntPoint Size)
{
	EditorState().Viewport = Size;
}
void SetPlayDelay(int32 Frames)
{
	EditorState().PlayDelay = Frames;
}
void SetModalWindow(const TSharedPtr<SWindow>& Window)
{
	EditorState().Modal = Window;
}
bool RunModalLoop(const TSharedRef<SWindow>& Window, TFunction<bool()> Until)
{
	const TSharedPtr<SWindow> Before = EditorState().Modal;
	const double Deadline = FPlatformTime::Seconds() + 20.0;
	EditorState().Modal = Window;
	bool bCame = false;
	while (!bCame && FPlatformTime::Seconds() < Deadline)
	{
		FSlateApplication::Get().GetOnModalLoopTickEvent().Broadcast(0.01f);
		bCame = Until();
		FPlatformProcess::Sleep(0.001f);
	}
	EditorState().Modal = Before;
	return bCame;
}
void ResetEditor()
{
	EditorState() = FEditorState();
	ResetAssets();
	SetContentPlugins({}, {});
	ResetLevel();
	ResetDesktop();
	ResetHistory();
	if (GEditor)
	{
		GEditor->PlayWorld = nullptr;
	}
	ResetPackages();
}
} // namespace StandIn
