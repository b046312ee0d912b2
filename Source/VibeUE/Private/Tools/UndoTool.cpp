// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Editor.h"
#include "Tools/EditorTools.h"
#include "VibeUETool.h"

/** Goes back or forward in the editor's undo history. */
class FUndoTool final : public IVibeUETool
{
public:
	explicit FUndoTool(bool bInRedoes)
		: bRedoes(bInRedoes)
	{
	}

	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = bRedoes ? TEXT("redo") : TEXT("undo");
		Info.Description = bRedoes ? TEXT("Redoes what was last undone in the editor, step by step.")
								   : TEXT("Undoes the last steps of the editor's history, including the user's own: check before you undo more than you did.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"steps\": {\"type\": \"integer\", \"description\": \"how many, 1 to 20; 1 when left out\"}}}");
		Info.Access = EVibeUEToolAccess::Write;
		return Info;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		if (!GEditor)
		{
			Run->Fail(TEXT("There is no editor: this is a commandlet."));
			return;
		}
		if (GEditor->PlayWorld)
		{
			Run->End(EVibeUEToolEnd::Busy, TEXT("The game is running in the editor; stop it first."));
			return;
		}
		const int32 Wanted = static_cast<int32>(FMath::Clamp<int64>(Run->GetArguments().GetInteger(TEXT("steps"), 1), 1, 20));
		int32 Steps = 0;
		while (Steps < Wanted && (bRedoes ? GEditor->RedoTransaction() : GEditor->UndoTransaction()))
		{
			++Steps;
		}
		const TCHAR* const Done = bRedoes ? TEXT("redone") : TEXT("undone");
		FString Text = FString::Printf(TEXT("%d of %d steps were %s."), Steps, Wanted, Done);
		Run->End(Steps == 0 ? EVibeUEToolEnd::Failed : EVibeUEToolEnd::Done, MoveTemp(Text));
	}

private:
	bool bRedoes = false;
};

TSharedRef<IVibeUETool> VibeUE::MakeUndoTool()
{
	return MakeShared<FUndoTool>(false);
}

TSharedRef<IVibeUETool> VibeUE::MakeRedoTool()
{
	return MakeShared<FUndoTool>(true);
}
