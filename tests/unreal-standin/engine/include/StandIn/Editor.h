#pragma once

#if defined(STANDIN_UNSAID)
#error "The engine has no such header: include it inside #if defined(STANDIN)."
#endif

#include "Containers/UnrealString.h"
#include "Math/IntPoint.h"
#include "Templates/Function.h"
#include "Templates/SharedPointer.h"

class FCompilerResultsLog;
class FOutputDevice;
class SWindow;
class UBlueprint;
struct FPythonCommandEx;

// What the editor's tools find and do. The plugin's own sources never include this.
namespace StandIn
{
// An asset in the registry, in memory as a package; a `Blueprint` as an object, too.
void AddAsset(const TCHAR* PackageName, const TCHAR* ClassName);
// One that nobody loaded; the packages that somebody had to load since, in their order.
void AddAssetOnDisk(const TCHAR* PackageName, const TCHAR* ClassName);
const TArray<FString>& LoadedPackages();
// Content below another root than /Game and /Engine, as that of a plugin: `/Doors/` and the folder of its files.
void MountContent(const TCHAR* Root, const FString& Folder);
// The enabled plugins with content, mounted below their names: those of the project, and those of the engine. ResetEditor removes them.
void SetContentPlugins(const TArray<FString>& OfProject, const TArray<FString>& OfEngine);
void DirtyAsset(const TCHAR* PackageName);
// As a script would; false if a handler prevents the save. A caller that names no device for errors passes on the
// engine's own, which ends the run.
bool SaveAsset(const TCHAR* PackageName, bool bNamesNoDevice = false);
// As the asset tools do: the asset is moved in memory, what it is now is to be saved, and its old file is deleted,
// whatever the outcome.
void RenameAsset(const TCHAR* PackageName, const TCHAR* NewName);
// Deletes an asset and its file, and empties the undo history, as the editor does.
void DeleteAsset(const TCHAR* PackageName);
// An actor of a map that is kept in a package of its own, as in levels with World Partition; its path is `Map`.Leaf:PersistentLevel.`Name`.
void AddMapActor(const TCHAR* Map, const TCHAR* Name, const TCHAR* ExternalPackage);
void RemoveAsset(const TCHAR* PackageName);
void TagAsset(const TCHAR* PackageName, const TCHAR* Tag, const TCHAR* Value);
// Many that nobody loaded: `Folder`/Part0 and so on, of the class StaticMesh.
void AddAssets(const TCHAR* Folder, int32 Count);
// How many assets the registry gave one by one, and how many actors the level did, since the start.
int64 AssetsVisited();
int64 ActorsVisited();
// An actor of the open level at a place, with a component of this name unless that is empty.
void AddActor(const TCHAR* Label, double X, double Y, double Z, const TCHAR* Component);
void RemoveActor(const TCHAR* Label);
void SetAssetsLoading(bool bLoading);
void SelectAsset(const TCHAR* PackageName);
void SelectActor(const TCHAR* Label);

// The packages that were saved, in their order; those named here cannot be.
const TArray<FString>& SavedPackages();
void RefuseToSave(const TCHAR* PackageName);

// The packages to which the Content Browser was brought, and the files (`path:line`) that went to the editor of code, in their order.
const TArray<FString>& OpenedPlaces();

// The undo history, the oldest first, without what was undone; `Touch` says inside of a transaction that something was modified.
TArray<FString> Transactions();
void Touch();
// A step of the user's own that is open, as while something is dragged; cancelling leaves what was changed without a step.
void BeginUsersTransaction(const TCHAR* Title);
void EndUsersTransaction();
void CancelUsersTransaction();
void AddUsersStep(const TCHAR* Title);
// Empties the history, as deleting assets and loading a level do; with an error if a step is open.
void ResetTransactions();

void SetPython(TFunction<bool(FPythonCommandEx&)> Run); // empty: the plugin does not exist
// Python is the interpreter of this machine, with a module `unreal` that does nothing; false if there is none.
bool UseCPython();
void SetCompiler(TFunction<void(UBlueprint&, FCompilerResultsLog&)> Compile);
// What runs console commands; without it the editor knows none. `ModelContextProtocol.StartServer` is the engine's own from 5.8 on, with the
// plugin Unreal MCP: Epic: unreal-mcp-in-unreal-editor; EpicGames/unreal-engine-skills-for-claude-code-plugin README.md.
void SetConsole(TFunction<void(const FString&, FOutputDevice&)> Run);

// The viewport's size; 0 by 0 is none. Its pixels are of one colour.
void SetViewport(FIntPoint Size);

// How many frames a session takes to begin; below 0 it never does, and waits.
void SetPlayDelay(int32 Frames);

// The files that the user chooses in the dialogs for files; none are a dialog that is cancelled.
void ChooseFiles(const TArray<FString>& Files);

// The file that a dialog for saving proposed last.
FString ProposedFile();

// The kinds of files that a dialog for opening offered last, as the plugin named them.
FString OfferedTypes();

// The dialog that parks the editor; null when there is none.
void SetModalWindow(const TSharedPtr<SWindow>& Window);
// Opens a dialog and runs its loop, as the engine does: no ticker runs, whatever waits. Returns whether it ended
// because of the condition, and not because that took too long.
bool RunModalLoop(const TSharedRef<SWindow>& Window, TFunction<bool()> Until);

// Everything as at the start.
void ResetEditor();
} // namespace StandIn
