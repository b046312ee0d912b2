// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "IPythonScriptPlugin.h"
#include "PythonScriptTypes.h"
#include "ScopedTransaction.h"
#include "Tools/EditorTools.h"
#include "VibeUETool.h"

#define LOCTEXT_NAMESPACE "RunPythonTool"

/** Runs Python in the editor: what it changes is one step of the undo history, nothing is saved, and no dialog is shown. */
class FRunPythonTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("run_python");
		Info.Description = TEXT("Runs a Python script in the editor, with the module `unreal`, and gives what it prints. What it changes is one step of ")
			TEXT("the undo history, if it changes it by the editor's own functions. It blocks the editor while it runs and cannot be stopped: keep it ")
			TEXT("short, never wait, never ask for input, do not save and do not load another level in it.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"script\": {\"type\": \"string\", \"description\": \"the source; print what you want to see\"}}, ")
			TEXT("\"required\": [\"script\"]}");
		Info.Access = EVibeUEToolAccess::Control;
		return Info;
	}

	virtual FVibeUEToolPreview Preview(const FVibeUEToolArguments& Arguments) const override
	{
		FVibeUEToolPreview Shown;
		Shown.Text = Arguments.GetText(TEXT("script"));
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
		Command.Command = Run->GetArguments().GetText(TEXT("script"));
		Command.ExecutionMode = EPythonCommandExecutionMode::ExecuteFile;
		Command.FileExecutionScope = EPythonFileExecutionScope::Private;
		Command.Flags = EPythonCommandFlags::Unattended;
		bool bSucceeded = false;
		{
			const FScopedTransaction Transaction(LOCTEXT("Step", "VibeUE: Python"));
			bSucceeded = Python->ExecPythonCommandEx(Command);
		}
		FString Text;
		for (const FPythonLogOutputEntry& Entry : Command.LogOutput)
		{
			Text += GetWord(Entry.Type) + Entry.Output.TrimEnd() + TEXT("\n");
		}
		if (!bSucceeded)
		{
			Run->Fail(Text + Command.CommandResult);
			return;
		}
		Run->Done(Text.IsEmpty() ? FString(TEXT("It ran, and printed nothing.")) : Text.TrimEnd());
	}

private:
	static FString GetWord(EPythonLogOutputType Type)
	{
		switch (Type)
		{
		case EPythonLogOutputType::Error:
			return TEXT("Error: ");
		case EPythonLogOutputType::Warning:
			return TEXT("Warning: ");
		case EPythonLogOutputType::Info:
			break;
		}
		return FString();
	}
};

#undef LOCTEXT_NAMESPACE

TSharedRef<IVibeUETool> VibeUE::MakeRunPythonTool()
{
	return MakeShared<FRunPythonTool>();
}
