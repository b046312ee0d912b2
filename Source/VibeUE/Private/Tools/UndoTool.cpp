// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Editor.h"
#include "Tools/EditorMoment.h"
#include "Tools/EditorTools.h"
#include "Tools/UndoHistory.h"
#include "VibeUETool.h"

/** Goes back or forward in the editor's undo history, by name, and not past the user's own steps unless asked to. */
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
		Info.Description = bRedoes ? TEXT("Redoes what was last undone in the editor, step by step, and names the steps. ")
								   : TEXT("Undoes the last steps of the editor's history, and names them. ");
		Info.Description += TEXT("It stops before a step of the user's own, which is each whose title does not begin with `VibeUE:`, unless ")
			TEXT("`including_the_users` is true: set that only where the user asked for it. A script that changed nothing left no step.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"steps\": {\"type\": \"integer\", \"description\": \"how many, 1 to 20; 1 when left out\"}, ")
			TEXT("\"including_the_users\": {\"type\": \"boolean\", \"description\": \"also steps that the user made; false when left out\"}}}");
		Info.Access = EVibeUEToolAccess::Write;
		return Info;
	}

	virtual FVibeUEToolPreview Preview(const FVibeUEToolArguments& Arguments) const override
	{
		const bool bAll = Arguments.GetFlag(UsersFlag);
		const TArray<FString> Titles = VibeUE::GetNextSteps(bRedoes, GetSteps(Arguments));
		TArray<FString> Lines;
		FVibeUEToolPreview Shown;
		Shown.bWouldFail = Titles.Num() == 0 || !(bAll || VibeUE::IsOwnStep(Titles[0]));
		for (const FString& Title : Titles)
		{
			const bool bOwn = VibeUE::IsOwnStep(Title);
			Lines.Add(bOwn ? Title : Title + (bAll ? TEXT(" (the user's own)") : TEXT(" (the user's own: it stops here)")));
			if (!bOwn && !bAll)
			{
				break;
			}
		}
		Shown.Text = Lines.Num() > 0 ? FString::Join(Lines, TEXT("\n")) : GetNothing();
		return Shown;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		if (!GEditor)
		{
			Run->Fail(TEXT("There is no editor: this is a commandlet."));
			return;
		}
		if (VibeUE::IsPlayUnderWay())
		{
			Run->End(EVibeUEToolEnd::Busy, TEXT("The game is running in the editor; stop it first."));
			return;
		}
		if (VibeUE::EndsAmidChange(*Run))
		{
			return;
		}
		const int32 Wanted = GetSteps(Run->GetArguments());
		const bool bAll = Run->GetArguments().GetFlag(UsersFlag);
		const TCHAR* const Done = bRedoes ? TEXT("redone") : TEXT("undone");
		TArray<FString> Lines;
		FString Stopped;
		while (Lines.Num() < Wanted)
		{
			const TArray<FString> Next = VibeUE::GetNextSteps(bRedoes, 1);
			if (Next.Num() == 0)
			{
				Stopped = GetNothing();
				break;
			}
			if (!bAll && !VibeUE::IsOwnStep(Next[0]))
			{
				Stopped = FString::Printf(TEXT("It stopped before \"%s\", which is the user's own step: it is %s only with including_the_users, where the user asked for it."), *Next[0], Done);
				break;
			}
			if (!(bRedoes ? GEditor->RedoTransaction() : GEditor->UndoTransaction()))
			{
				Stopped = FString::Printf(TEXT("The editor did not take \"%s\"."), *Next[0]);
				break;
			}
			Lines.Add(FString::Printf(TEXT("%s: %s"), Done, *Next[0]));
		}
		const int32 Steps = Lines.Num();
		Lines.Insert(FString::Printf(TEXT("%d of %d steps were %s."), Steps, Wanted, Done), 0);
		if (!Stopped.IsEmpty())
		{
			Lines.Add(Stopped);
		}
		Run->End(Steps == 0 ? EVibeUEToolEnd::Failed : EVibeUEToolEnd::Done, FString::Join(Lines, TEXT("\n")));
	}

private:
	static constexpr const TCHAR* UsersFlag = TEXT("including_the_users");

	static int32 GetSteps(const FVibeUEToolArguments& Arguments)
	{
		return static_cast<int32>(FMath::Clamp<int64>(Arguments.GetInteger(TEXT("steps"), 1), 1, 20));
	}

	FString GetNothing() const
	{
		return bRedoes ? TEXT("There is nothing to redo.") : TEXT("There is nothing to undo.");
	}

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
