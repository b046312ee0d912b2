#pragma once

#include "Framework/Commands/UICommandList.h"
#include "Modules/ModuleManager.h"

// The level editor's own module. CES CesiumEditor/Private/CesiumEditor.cpp (GetGlobalLevelEditorActions, Append)
class FLevelEditorModule : public IModuleInterface
{
public:
	// What its chords reach from everywhere in the editor.
	const TSharedRef<FUICommandList> GetGlobalLevelEditorActions() const
	{
		return GlobalActions;
	}

private:
	TSharedRef<FUICommandList> GlobalActions = MakeShared<FUICommandList>();
};
