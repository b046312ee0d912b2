// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

class FLogTail;
class IVibeUETool;

/** The tools that the plugin brings along. */
class FEditorTools
{
public:
	/** Makes all of them known; they read the log from this tail. */
	void Register(const TSharedRef<FLogTail>& Tail);

	/** Takes them back. */
	void Unregister();

private:
	void Add(const TSharedRef<IVibeUETool>& Tool);

	TArray<FString> Names;
};

/** One function for each file of a tool. */
namespace VibeUE
{
TSharedRef<IVibeUETool> MakeFindAssetsTool();
TSharedRef<IVibeUETool> MakeSelectionTool();
TSharedRef<IVibeUETool> MakeReadLogTool(const TSharedRef<FLogTail>& Tail);
TSharedRef<IVibeUETool> MakeRunPythonTool();
TSharedRef<IVibeUETool> MakeUndoTool();
TSharedRef<IVibeUETool> MakeRedoTool();
TSharedRef<IVibeUETool> MakeSaveAssetsTool();
TSharedRef<IVibeUETool> MakeCaptureViewportTool();
TSharedRef<IVibeUETool> MakeCaptureWindowTool();
TSharedRef<IVibeUETool> MakePlayInEditorTool();
TSharedRef<IVibeUETool> MakeCompileBlueprintTool();
TSharedRef<IVibeUETool> MakeCompileSourcesTool(const TSharedRef<FLogTail>& Tail);
TSharedRef<IVibeUETool> MakeConsoleCommandTool();
} // namespace VibeUE
