#pragma once

#include "WorkspaceMenuStructure.h"

// UC UnrealClaudeModule.cpp; AA UnrealAiEditorModule.cpp; both headers are included together.
namespace WorkspaceMenu
{
IWorkspaceMenuStructure& GetMenuStructure();
}
