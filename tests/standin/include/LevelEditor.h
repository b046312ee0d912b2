#pragma once

#include "Framework/Commands/UICommandList.h"
#include "Modules/ModuleInterface.h"
#include "Templates/SharedPointer.h"

// The level editor's key chords. UCL UnrealClaudeModule.cpp; VIB Chat/AIChatCommands.cpp;
// sideeffects/HoudiniEngineForUnreal HoudiniEngineEditor.cpp: what is appended here works wherever the keyboard is.
class FLevelEditorModule : public IModuleInterface
{
public:
	const TSharedRef<FUICommandList> GetGlobalLevelEditorActions() const
	{
		return GlobalActions;
	}

private:
	TSharedRef<FUICommandList> GlobalActions = MakeShared<FUICommandList>();
};
