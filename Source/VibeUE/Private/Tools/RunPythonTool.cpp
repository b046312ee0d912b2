// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "IPythonScriptPlugin.h"
#include "PythonScriptTypes.h"
#include "ScopedTransaction.h"
#include "Tools/EditorTools.h"
#include "Tools/PythonOutput.h"
#include "Tools/PythonSource.h"
#include "Tools/SaveGuard.h"
#include "VibeUETool.h"

#define LOCTEXT_NAMESPACE "RunPythonTool"

/**
 * Runs Python in the editor: what it changes is one step of the undo history, and no dialog is shown. Nothing is saved: packages that a
 * script wants to save are refused, and named in the result.
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
			TEXT("short, never wait, and do not load another level in it. It cannot save assets: save_assets does. input() fails. The value of the ")
			TEXT("variable `result` is given, too.");
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
		Shown.Title = TEXT("What it changes is one step of the undo history. It cannot save assets.");
		return Shown;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		IPythonScriptPlugin* Python = IPythonScriptPlugin::Get();
		if (!Python || !Python->IsPythonAvailable())
		{
			Run->Fail(TEXT("Python is not available: the user can turn on the plugin Python Editor Script Plugin and start the editor again."));
			return;
		}
		FPythonCommandEx Command;
		Command.Command = VibeUE::MakePythonSource(Run->GetArguments().GetText(TEXT("script")));
		Command.ExecutionMode = EPythonCommandExecutionMode::EvaluateStatement;
		Command.Flags = EPythonCommandFlags::Unattended;
		const FSaveGuard Guard;
		bool bSucceeded = false;
		{
			const FScopedTransaction Transaction(LOCTEXT("Step", "VibeUE: Python"));
			bSucceeded = Python->ExecPythonCommandEx(Command);
		}
		FString Text = Describe(Command, bSucceeded, Guard);
		Run->End(bSucceeded ? EVibeUEToolEnd::Done : EVibeUEToolEnd::Failed, MoveTemp(Text));
	}

private:
	/** The most characters of a value or a traceback. */
	static constexpr int32 MostOfResult = 64 * 1024;

	/** What it printed, what it gave or why it failed, and what it was not allowed to save. */
	static FString Describe(const FPythonCommandEx& Command, bool bSucceeded, const FSaveGuard& Guard)
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
		if (Guard.GetRefused().Num() > 0)
		{
			Lines.Add(TEXT("Not saved: ") + DescribeNames(Guard.GetRefused()) + TEXT(". A script saves nothing; call save_assets for what is to be saved."));
		}
		if (Guard.GetSaved().Num() > 0)
		{
			Lines.Add(TEXT("The script saved ") + DescribeNames(Guard.GetSaved()) + TEXT(", which the user did not ask for by allowing a script: tell the user."));
		}
		return FString::Join(Lines, TEXT("\n"));
	}

	static FString DescribeNames(const TArray<FString>& Names)
	{
		static constexpr int32 MostNamed = 20;
		TArray<FString> Shown;
		for (int32 Index = 0; Index < Names.Num() && Index < MostNamed; ++Index)
		{
			Shown.Add(Names[Index]);
		}
		const FString Joined = FString::Join(Shown, TEXT(", "));
		return Names.Num() > MostNamed ? FString::Printf(TEXT("%s and %d more"), *Joined, Names.Num() - MostNamed) : Joined;
	}
};

#undef LOCTEXT_NAMESPACE

TSharedRef<IVibeUETool> VibeUE::MakeRunPythonTool()
{
	return MakeShared<FRunPythonTool>();
}
