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
		if (Action.Equals(TEXT("start")))
		{
			Start(Run);
		}
		else if (Action.Equals(TEXT("stop")))
		{
			Stop(Run);
		}
		else
		{
			Run->Done(GEditor->PlayWorld ? TEXT("The game plays.")
						  : GEditor->IsPlaySessionRequestQueued() ? TEXT("The game is about to play: a session was asked for.") : TEXT("The game does not play."));
		}
	}

private:
	static void Start(const TSharedRef<FVibeUEToolRun>& Run)
	{
		if (GEditor->PlayWorld)
		{
			Run->Done(TEXT("The game plays."));
			return;
		}
		// A request of somebody else is waited for, not cancelled.
		const bool bOurs = !GEditor->IsPlaySessionRequestQueued();
		if (bOurs)
		{
			GEditor->RequestPlaySession(FRequestPlaySessionParams());
			// It waits for the next frame at least: otherwise it would begin after the row said that it did not.
			Run->OnStopped().AddLambda([]() { CancelQueued(); });
		}
		WaitUntil(Run, true);
	}

	static void Stop(const TSharedRef<FVibeUEToolRun>& Run)
	{
		if (CancelQueued())
		{
			Run->Done(TEXT("The game does not play: the session that was asked for is cancelled."));
		}
		else if (!GEditor->PlayWorld)
		{
			Run->Done(TEXT("The game does not play."));
		}
		else
		{
			GEditor->RequestEndPlayMap();
			WaitUntil(Run, false);
		}
	}

	/** Cancels a session that was requested and has not begun yet; returns whether there was one. */
	static bool CancelQueued()
	{
		if (!GEditor || GEditor->PlayWorld || !GEditor->IsPlaySessionRequestQueued())
		{
			return false;
		}
		GEditor->CancelRequestPlaySession();
		return true;
	}

	/** It begins and ends with one of the next frames, or not at all: the time limit ends that. */
	static void WaitUntil(const TSharedRef<FVibeUEToolRun>& Run, bool bPlays)
	{
		const TWeakPtr<FVibeUEToolRun> Weak = Run;
		Run->OnFrame().AddLambda([Weak, bPlays]()
		{
			const TSharedPtr<FVibeUEToolRun> Waiting = Weak.Pin();
			if (!Waiting.IsValid() || !GEditor)
			{
				return;
			}
			if ((GEditor->PlayWorld != nullptr) == bPlays)
			{
				Waiting->Done(bPlays ? TEXT("The game plays now.") : TEXT("The game has stopped."));
			}
			else if (bPlays && !GEditor->IsPlaySessionInProgress())
			{
				Waiting->Fail(TEXT("The game did not begin: the session was cancelled, or could not start; read_log may say why."));
			}
		});
	}
};

TSharedRef<IVibeUETool> VibeUE::MakePlayInEditorTool()
{
	return MakeShared<FPlayInEditorTool>();
}
