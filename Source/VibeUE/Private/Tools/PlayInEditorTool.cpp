// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Editor.h"
#include "PlayInEditorDataTypes.h"
#include "Tools/EditorTools.h"
#include "VibeUETool.h"

/** Starts and stops playing in the editor, and waits until it is so. */
class FPlayInEditorTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("play_in_editor");
		Info.Description = TEXT("Starts or stops Play In Editor and waits until it has taken effect, or says whether it is running.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"action\": {\"type\": \"string\", \"enum\": [\"start\", \"stop\", \"state\"]}}, \"required\": [\"action\"]}");
		Info.Access = EVibeUEToolAccess::Control;
		Info.TimeLimit = 60.0;
		return Info;
	}

	virtual FVibeUEToolPreview Preview(const FVibeUEToolArguments& Arguments) const override
	{
		FVibeUEToolPreview Shown;
		Shown.Text = Arguments.GetText(TEXT("action"));
		return Shown;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		const FString Action = Run->GetArguments().GetText(TEXT("action"));
		if (!GEditor)
		{
			Run->Fail(TEXT("There is no editor: this is a commandlet."));
			return;
		}
		const bool bStarts = Action.Equals(TEXT("start"));
		const bool bPlays = GEditor->PlayWorld != nullptr;
		if (Action.Equals(TEXT("state")) || bStarts == bPlays)
		{
			Run->Done(bPlays ? TEXT("The game plays.") : TEXT("The game does not play."));
			return;
		}
		if (bStarts)
		{
			GEditor->RequestPlaySession(FRequestPlaySessionParams());
		}
		else
		{
			GEditor->RequestEndPlayMap();
		}
		// It begins and ends with one of the next frames, or not at all: the time limit ends that.
		const TWeakPtr<FVibeUEToolRun> Weak = Run;
		Run->OnFrame().AddLambda([Weak, bStarts]()
		{
			const TSharedPtr<FVibeUEToolRun> Waiting = Weak.Pin();
			if (Waiting.IsValid() && GEditor && (GEditor->PlayWorld != nullptr) == bStarts)
			{
				Waiting->Done(bStarts ? TEXT("The game plays now.") : TEXT("The game has stopped."));
			}
		});
	}
};

TSharedRef<IVibeUETool> VibeUE::MakePlayInEditorTool()
{
	return MakeShared<FPlayInEditorTool>();
}
