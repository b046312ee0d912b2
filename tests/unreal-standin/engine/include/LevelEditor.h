#pragma once

#include "Framework/Commands/UICommandList.h"
#include "Modules/ModuleManager.h"
#include "Toolkits/AssetEditorToolkit.h"

// The level editor's own module. CES CesiumEditor/Private/CesiumEditor.cpp (GetGlobalLevelEditorActions, Append). Its
// bases are of UnrealEd, whose headers include Engine's: a module that includes this lists both. Epic:
// LevelEditor/FLevelEditorModule (bases); CES CesiumEditor.Build.cs, UCL UnrealClaude.Build.cs and SUDS
// SUDSEditor.Build.cs list UnrealEd and Engine.
class FLevelEditorModule : public IModuleInterface, public IHasMenuExtensibility, public IHasToolBarExtensibility
{
public:
	virtual TSharedPtr<FExtensibilityManager> GetMenuExtensibilityManager() override
	{
		return nullptr;
	}
	virtual TSharedPtr<FExtensibilityManager> GetToolBarExtensibilityManager() override
	{
		return nullptr;
	}
	// What its chords reach from everywhere in the editor.
	const TSharedRef<FUICommandList> GetGlobalLevelEditorActions() const
	{
		return GlobalActions;
	}

private:
	TSharedRef<FUICommandList> GlobalActions = MakeShared<FUICommandList>();
};
