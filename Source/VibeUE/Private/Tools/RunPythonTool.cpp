// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "IPythonScriptPlugin.h"
#include "PythonScriptTypes.h"
#include "ScopedTransaction.h"
#include "Tools/AskingGuard.h"
#include "Tools/AssetWatch.h"
#include "Tools/EditorMoment.h"
#include "Tools/EditorTools.h"
#include "Tools/PythonOutput.h"
#include "Tools/PythonSource.h"
#include "Tools/SaveGuard.h"
#include "Tools/ScriptReport.h"
#include "Tools/UndoHistory.h"
#include "VibeUETool.h"

#define LOCTEXT_NAMESPACE "RunPythonTool"

/**
 * Runs Python in the editor: what it changes is one step of the undo history, and no dialog is shown. Nothing is saved:
 * packages that a script wants to save are refused, and named in the result, and so is what undo cannot restore.
 * What the user is asked stays the user's to decide.
 */
class FRunPythonTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("run_python");
		Info.Description = TEXT("Runs a Python script in the editor, with the module `unreal`, and gives what it prints. What it changes is one step of ")
			TEXT("the undo history, if it changes it by the editor's own functions. It blocks the editor while it runs and cannot be stopped: keep it ")
			TEXT("short, never wait, and do not load another level in it. It cannot save assets: save_assets does. Renaming, moving and deleting ")
			TEXT("assets cannot be undone: the editor removes the old files at once, a renamed asset has no file until save_assets has saved it, and ")
			TEXT("deleting assets or loading a level empties the whole undo history, the user's own steps included: do that only where the user asked ")
			TEXT("for it. input() fails. The value of the variable `result` is given, too.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"script\": {\"type\": \"string\", \"description\": \"the source; print what you want to see, or assign it to result\"}}, ")
			TEXT("\"required\": [\"script\"]}");
		Info.Access = EVibeUEToolAccess::Control;
		return Info;
	}

	virtual FVibeUEToolPreview Preview(const FVibeUEToolArguments& Arguments) const override
	{
		FVibeUEToolPreview Shown;
		Shown.Text = Arguments.GetText(TEXT("script"));
		Shown.Language = TEXT("python");
		const FString Caution = VibeUE::FindScriptCaution(Shown.Text);
		Shown.Title = TEXT("What it changes is one step of the undo history, but for renamed, moved and deleted assets: no undo brings those back. It cannot save assets.");
		Shown.Title = Caution.IsEmpty() ? Shown.Title : Caution + TEXT(" ") + Shown.Title;
		return Shown;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		IPythonScriptPlugin* Python = IPythonScriptPlugin::Get();
		if (!Python || !Python->IsPythonAvailable())
		{
			Run->Fail(TEXT("Python is not available: the user can turn on the plugin Python Editor Script Plugin and restart the editor."));
			return;
		}
		// Its step would become a part of the user's, and go or stay with that.
		if (VibeUE::EndsAmidChange(*Run))
		{
			return;
		}
		FPythonCommandEx Command;
		Command.Command = VibeUE::MakePythonSource(Run->GetArguments().GetText(TEXT("script")));
		Command.ExecutionMode = EPythonCommandExecutionMode::EvaluateStatement;
		Command.Flags = EPythonCommandFlags::Unattended;
		const FSaveGuard Guard;
		FAskingGuard Asking;
		const FAssetWatch Watch;
		bool bSucceeded = false;
		bool bHistoryEmptied = false;
		{
			const FScopedTransaction Transaction(LOCTEXT("Step", "VibeUE: Python"));
			const FHistoryWatch History;
			bSucceeded = Python->ExecPythonCommandEx(Command);
			// Within the step: to redo it must not change them again.
			Asking.Restore();
			bHistoryEmptied = History.IsEmptied();
		}
		TArray<FString> Lines = Describe(Command, bSucceeded);
		Lines.Append(VibeUE::ReportScript(Guard, Asking, Watch, bHistoryEmptied));
		Run->End(bSucceeded ? EVibeUEToolEnd::Done : EVibeUEToolEnd::Failed, FString::Join(Lines, TEXT("\n")));
	}

private:
	/** The maximum number of characters of a value or a traceback. */
	static constexpr int32 MostOfResult = 64 * 1024;

	/** What it printed, and what it gave or why it failed. */
	static TArray<FString> Describe(const FPythonCommandEx& Command, bool bSucceeded)
	{
		TArray<FString> Lines;
		if (Command.LogOutput.Num() > 0)
		{
			Lines.Add(VibeUE::JoinPythonOutput(Command.LogOutput));
		}
		if (!bSucceeded)
		{
			// What went wrong is in its last lines.
			Lines.Add(Command.CommandResult.Right(MostOfResult));
		}
		else if (!Command.CommandResult.IsEmpty() && !Command.CommandResult.Equals(TEXT("None")))
		{
			Lines.Add(TEXT("result: ") + Command.CommandResult.Left(MostOfResult));
		}
		if (Lines.Num() == 0)
		{
			Lines.Add(TEXT("It ran, and printed nothing."));
		}
		return Lines;
	}
};

#undef LOCTEXT_NAMESPACE

TSharedRef<IVibeUETool> VibeUE::MakeRunPythonTool()
{
	return MakeShared<FRunPythonTool>();
}
