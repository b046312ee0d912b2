// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/EditorTools.h"

#include "Tools/LogTail.h"
#include "VibeUEToolRegistry.h"

void FEditorTools::Register(const TSharedRef<FLogTail>& Tail)
{
	Add(VibeUE::MakeFindAssetsTool());
	Add(VibeUE::MakeSelectionTool());
	Add(VibeUE::MakeReadLogTool(Tail));
	Add(VibeUE::MakeRunPythonTool());
	Add(VibeUE::MakeUndoTool());
	Add(VibeUE::MakeRedoTool());
	Add(VibeUE::MakeSaveAssetsTool());
	Add(VibeUE::MakeCaptureViewportTool());
	Add(VibeUE::MakeCaptureWindowTool());
	Add(VibeUE::MakePlayInEditorTool());
	Add(VibeUE::MakeCompileBlueprintTool());
#if WITH_LIVE_CODING
	Add(VibeUE::MakeCompileSourcesTool(Tail));
#endif
	Add(VibeUE::MakeConsoleCommandTool());
}

void FEditorTools::Unregister()
{
	for (const FString& Name : Names)
	{
		FVibeUEToolRegistry::Get().Unregister(Name);
	}
	Names.Reset();
}

void FEditorTools::Add(const TSharedRef<IVibeUETool>& Tool)
{
	if (FVibeUEToolRegistry::Get().Register(Tool))
	{
		Names.Add(Tool->Describe().Name);
	}
}
