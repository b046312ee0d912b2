// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "IPythonScriptPlugin.h"
#include "PythonScriptTypes.h"
#include "ScopedTransaction.h"
#include "Tools/EditorTools.h"
#include "Tools/PythonSource.h"
#include "UObject/ObjectSaveContext.h"
#include "UObject/Package.h"
#include "VibeUETool.h"

#define LOCTEXT_NAMESPACE "RunPythonTool"

/** Notes the packages that are saved while it lives. */
class FSavedPackages
{
public:
	FSavedPackages()
	{
		const TSharedRef<TArray<FString>> Noted = Names;
		Handle = UPackage::PackageSavedWithContextEvent.AddLambda([Noted](const FString&, UPackage* Package, FObjectPostSaveContext)
		{
			if (Package)
			{
				Noted->AddUnique(Package->GetName());
			}
		});
	}
	~FSavedPackages()
	{
		UPackage::PackageSavedWithContextEvent.Remove(Handle);
	}
	FSavedPackages(const FSavedPackages&) = delete;
	FSavedPackages& operator=(const FSavedPackages&) = delete;

	const TArray<FString>& GetNames() const
	{
		return *Names;
	}

private:
	TSharedRef<TArray<FString>> Names = MakeShared<TArray<FString>>();
	FDelegateHandle Handle;
};

/**
 * Runs Python in the editor: what it changes is one step of the undo history, and no dialog is shown. The tool saves nothing; a script
 * that saves by itself is told of in the result, for no language can be kept from it.
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
			TEXT("short, never wait, do not save and do not load another level in it. input() fails. The value of the variable `result` ")
			TEXT("is given, too.");
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
		Shown.Title = TEXT("What it changes is one step of the undo history. Whether it saves is up to the script.");
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
		const FSavedPackages Saved;
		bool bSucceeded = false;
		{
			const FScopedTransaction Transaction(LOCTEXT("Step", "VibeUE: Python"));
			bSucceeded = Python->ExecPythonCommandEx(Command);
		}
		FString Text = Describe(Command, bSucceeded, Saved.GetNames());
		Run->End(bSucceeded ? EVibeUEToolEnd::Done : EVibeUEToolEnd::Failed, MoveTemp(Text));
	}

private:
	/** What it printed, what it gave or why it failed, and what it saved. */
	static FString Describe(const FPythonCommandEx& Command, bool bSucceeded, const TArray<FString>& Saved)
	{
		TArray<FString> Lines;
		for (const FPythonLogOutputEntry& Entry : Command.LogOutput)
		{
			Lines.Add(GetWord(Entry.Type) + Entry.Output.TrimEnd());
		}
		if (!bSucceeded)
		{
			Lines.Add(Command.CommandResult);
		}
		else if (!Command.CommandResult.IsEmpty() && !Command.CommandResult.Equals(TEXT("None")))
		{
			Lines.Add(TEXT("result: ") + Command.CommandResult);
		}
		if (Lines.Num() == 0)
		{
			Lines.Add(TEXT("It ran, and printed nothing."));
		}
		if (Saved.Num() > 0)
		{
			Lines.Add(TEXT("The script saved ") + FString::Join(Saved, TEXT(", ")) + TEXT(", which the user did not ask for by allowing a script: tell the user."));
		}
		return FString::Join(Lines, TEXT("\n"));
	}

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
