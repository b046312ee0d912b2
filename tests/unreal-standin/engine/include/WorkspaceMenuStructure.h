#pragma once

#include "Framework/Docking/WorkspaceItem.h"

// UC UnrealClaudeModule.cpp; AA UnrealAiEditorModule.cpp; DS DlgSearchManager.cpp
class IWorkspaceMenuStructure
{
public:
	virtual ~IWorkspaceMenuStructure() = default;
	virtual TSharedRef<FWorkspaceItem> GetToolsCategory() const = 0;
	virtual TSharedRef<FWorkspaceItem> GetLevelEditorCategory() const = 0;
};
