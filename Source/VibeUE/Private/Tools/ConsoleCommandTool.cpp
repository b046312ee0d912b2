// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Editor.h"
#include "Misc/OutputDevice.h"
#include "Tools/EditorTools.h"
#include "VibeUESettings.h"
#include "VibeUETool.h"

/** Keeps what a command prints. */
class FConsoleOutput final : public FOutputDevice
{
public:
	virtual void Serialize(const TCHAR* V, ELogVerbosity::Type, const FName&) override
	{
		Text += V;
		Text += TEXT("\n");
	}

	FString Text;
};

/** Runs a console command that the settings allow. */
class FConsoleCommandTool final : public IVibeUETool
{
public:
	virtual FVibeUEToolInfo Describe() const override
	{
		FVibeUEToolInfo Info;
		Info.Name = TEXT("run_console_command");
		Info.Description = TEXT("Runs one console command of the editor and gives what it prints. Only commands listed in the user's settings are run.");
		Info.Schema = TEXT("{\"type\": \"object\", \"properties\": {")
			TEXT("\"command\": {\"type\": \"string\", \"description\": \"as it is typed, as stat fps\"}}, \"required\": [\"command\"]}");
		Info.Access = EVibeUEToolAccess::Control;
		return Info;
	}

	virtual FVibeUEToolPreview Preview(const FVibeUEToolArguments& Arguments) const override
	{
		FVibeUEToolPreview Shown;
		Shown.Text = Arguments.GetText(TEXT("command"));
		Shown.bWouldFail = !IsAllowed(Shown.Text.TrimStartAndEnd());
		if (Shown.bWouldFail)
		{
			Shown.Title = Shown.Text;
			Shown.Text = DescribeAllowed();
		}
		return Shown;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		const FString Command = Run->GetArguments().GetText(TEXT("command")).TrimStartAndEnd();
		if (!GEditor)
		{
			Run->Fail(TEXT("There is no editor: this is a commandlet."));
			return;
		}
		if (!IsAllowed(Command))
		{
			Run->End(EVibeUEToolEnd::Refused, TEXT("Not run: ") + DescribeAllowed());
			return;
		}
		FConsoleOutput Output;
		const bool bKnown = GEditor->Exec(GEditor->GetEditorWorldContext().World(), *Command, Output);
		FString Text = Output.Text.TrimEnd();
		if (!bKnown)
		{
			Run->Fail(Text.IsEmpty() ? FString(TEXT("The editor does not know this command.")) : Text);
			return;
		}
		Run->Done(Text.IsEmpty() ? FString(TEXT("It ran, and printed nothing; it may have written to the log.")) : MoveTemp(Text));
	}

private:
	static FString DescribeAllowed()
	{
		TArray<FString> Allowed = GetDefault<UVibeUESettings>()->AllowedConsoleCommands;
		// An empty list is saved as a blank entry.
		Allowed.RemoveAll([](const FString& Words) { return Words.TrimStartAndEnd().IsEmpty(); });
		return Allowed.Num() == 0 ? FString(TEXT("the user's settings allow no console command."))
			: FString::Printf(TEXT("the user's settings allow only commands that begin with %s."), *FString::Join(Allowed, TEXT(", ")));
	}

	/**
	 * Whole words count: `stat` allows `stat fps`, but not `statistics`; what ends with a point allows what begins so: `showflag.` allows
	 * `showflag.grass 0`. What joins two commands to one is refused.
	 */
	static bool IsAllowed(const FString& Command)
	{
		if (Command.Contains(TEXT("|")) || Command.Contains(TEXT("\n")) || Command.Contains(TEXT("\r")) || Command.Contains(TEXT(";")))
		{
			return false;
		}
		return GetDefault<UVibeUESettings>()->AllowedConsoleCommands.ContainsByPredicate([&Command](const FString& Entry)
		{
			const FString Words = Entry.TrimStartAndEnd();
			return !Words.IsEmpty() && (Command + TEXT(" ")).StartsWith(Words.EndsWith(TEXT(".")) ? Words : Words + TEXT(" "));
		});
	}
};

TSharedRef<IVibeUETool> VibeUE::MakeConsoleCommandTool()
{
	return MakeShared<FConsoleCommandTool>();
}
