#pragma once

#include "Delegates/Delegate.h"
#include "Misc/OutputDevice.h"
#include "PlayInEditorDataTypes.h"

class FViewport;
class UPackage;
class USelection;
class UTransactor;
class UWorld;

// UC MCP/Tools/MCPTool_RunConsoleCommand.cpp; CES CesiumEditor/Private/SelectCesiumIonToken.cpp
struct FWorldContext
{
	UWorld* World() const;
};

// The part of the editor that the tools steer. Each member is named by two public plugins; what it does here is StandIn/Editor.h's.
class UEditorEngine
{
public:
	USelection* GetSelectedActors() const; // COR CortexEditorContextGatherer.cpp; AA Context/FUnrealAiContextService.cpp
	bool UndoTransaction(bool bCanRedo = true); // VIB PythonAPI/UTransactionService.cpp; UEM Handlers/EditorHandlers.cpp
	bool RedoTransaction(); // VIB; UEM
	void RequestPlaySession(const FRequestPlaySessionParams& InParams); // SUE Tools/PIE/PieSessionTool.cpp; COR CortexEditorPIEOps.cpp; UEM
	void RequestEndPlayMap(); // SUE; COR; UEM
	// zajalist/hayba HaybaMCPToolkit/Private/Tests/HaybaMCPEditorStateRouterTest.cpp (both): a request waits for the
	// next tick, and can be cancelled until then.
	bool IsPlaySessionRequestQueued() const;
	void CancelRequestPlaySession();
	// Praxinos/Odyssey (Ariane's painting); fukukawa89/PoseDollLab_Design PoseDollEditor, PoseDollRig: whether a step of the history is open.
	bool IsTransactionActive() const;
	bool IsPlaySessionInProgress() const; // SUE Tools/Editor/CaptureScreenshotTool.cpp; AA Tools/UnrealAiToolDispatch_Pie.cpp
	FViewport* GetActiveViewport(); // UC MCP/Tools/MCPTool_CaptureViewport.cpp; SUE Tools/CaptureViewportTool.cpp
	FViewport* GetPIEViewport(); // UC MCP/Tools/MCPTool_CaptureViewport.cpp; UEM Handlers/EditorHandlers.cpp
	bool Exec(UWorld* InWorld, const TCHAR* InStr, FOutputDevice& Ar); // UC MCPTool_RunConsoleCommand.cpp; UEM Handlers/EditorHandlers.cpp
	FWorldContext& GetEditorWorldContext(bool bEnsureIsGWorld = false); // CES; UC

	UWorld* PlayWorld = nullptr; // SUE; UEM Handlers/EditorHandlers_PIE.cpp
	UTransactor* Trans = nullptr; // SUE Tools/PIE/PieSessionTool.cpp; PYB UEPyEditor.cpp; null if there is no history
};

// JonasReich/OpenUnrealUtilities OUURuntime JsonDataAsset.cpp; Epic: UnrealEd/FEditorDelegates/OnPackageDeleted@5.3
struct FEditorDelegates
{
	using FOnPackageDeleted = TMulticastDelegate<void(UPackage*)>;
	static FOnPackageDeleted OnPackageDeleted;
};

extern UEditorEngine* GEditor; // null in commandlets and at the exit
