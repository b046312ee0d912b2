// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "IPythonScriptPlugin.h"
#include "Misc/AutomationTest.h"
#include "Misc/Timespan.h"
#include "PythonScriptTypes.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecTool.h"
#include "Tools/PythonOutput.h"
#include "Tools/PythonSource.h"
#include "UObject/UObjectGlobals.h"
#include "VibeUELog.h"
#include "VibeUESettings.h"

// What the editor finds and does comes from the stand-in; its Python is the interpreter of this machine.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Editor.h"

BEGIN_DEFINE_SPEC(FRunPythonSpec, "VibeUE.Tools.python", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecTool> Paint;

	/** Runs a script as the tool would, in the interpreter of this machine, and returns whether it had a value. */
	bool RunHere(const FString& Script, FPythonCommandEx& OutCommand);

	/** Tests what a script gives, and the lines that it prints, joined by a bar. */
	void TestScript(const TCHAR* What, const FString& Script, bool bSucceeds, const TCHAR* Result, const TCHAR* Printed);

	/** Steps that run a script by the tool, and test what the model reads. */
	void Use(const TCHAR* Call, EVibeUEToolEnd End, const TCHAR* Words);
END_DEFINE_SPEC(FRunPythonSpec)

bool FRunPythonSpec::RunHere(const FString& Script, FPythonCommandEx& OutCommand)
{
	OutCommand.Command = VibeUE::MakePythonSource(Script);
	// Any other mode gives no value.
	OutCommand.ExecutionMode = EPythonCommandExecutionMode::EvaluateStatement;
	return IPythonScriptPlugin::Get()->ExecPythonCommandEx(OutCommand);
}

void FRunPythonSpec::TestScript(const TCHAR* What, const FString& Script, bool bSucceeds, const TCHAR* Result, const TCHAR* Printed)
{
	FPythonCommandEx Command;
	TestEqual(FString::Printf(TEXT("%s: whether it succeeds; it gave %s"), What, *Command.CommandResult), RunHere(Script, Command), bSucceeds);
	const FString Given = Command.CommandResult.TrimEnd();
	TestTrue(FString::Printf(TEXT("%s: it gives %s; it gave %s"), What, Result, *Given), bSucceeds ? Given.Equals(Result) : Given.EndsWith(Result));
	TArray<FString> Lines;
	for (const FPythonLogOutputEntry& Entry : Command.LogOutput)
	{
		Lines.Add(Entry.Output);
	}
	TestEqual(FString::Printf(TEXT("%s: what it prints"), What), FString::Join(Lines, TEXT("|")), FString(Printed));
}

void FRunPythonSpec::Use(const TCHAR* Call, EVibeUEToolEnd End, const TCHAR* Words)
{
	Chat->Do([this]() { Chat->Forget(); });
	Chat->Say(FString(TEXT("use ")) + Call);
	Chat->Do([this, Call, End, Words]()
	{
		TestTrue(FString::Printf(TEXT("%s ends as it should; it said %s"), Call, *Chat->Streamed), Chat->ToolEnds == TArray<EVibeUEToolEnd>({End}));
		TestTrue(FString::Printf(TEXT("%s says %s; it said %s"), Call, Words, *Chat->Streamed), Chat->Streamed.Contains(Words));
	});
}

// Long because it lists its cases.
void FRunPythonSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	AfterEach([this]()
	{
		Chat.Reset();
		Paint.Reset();
		StandIn::ResetEditor();
	});

	It(TEXT("runs each script as it is written, in a real interpreter"), [this]()
	{
		if (!StandIn::UseCPython())
		{
			UE_LOG(LogVibeUE, Display, TEXT("SKIPPED, NOT PASSED: there is no python3 on this machine to run the expression in."));
			return;
		}
		TestScript(TEXT("a value"), TEXT("result = 1 + 2"), true, TEXT("3"), TEXT(""));
		TestScript(TEXT("no value"), TEXT("print('a')\nprint('b', end='')"), true, TEXT("None"), TEXT("a|b"));
		TestScript(TEXT("the module of the engine"), TEXT("import unreal\nresult = unreal.__name__"), true, TEXT("'unreal'"), TEXT(""));
		TestScript(TEXT("its name"), TEXT("if __name__ == '__main__':\n\tprint('main')"), true, TEXT("None"), TEXT("main"));
		TestScript(TEXT("functions that call one another"), TEXT("def a():\n    return b() + 1\ndef b():\n    return 2\nresult = a()"), true, TEXT("3"), TEXT(""));
		TestScript(TEXT("quotes and backslashes"), TEXT("print(\"it's \\\"so\\\" \\\\ {} %s\")\nprint(r'C:\\new\\table')"), true, TEXT("None"),
			TEXT("it's \"so\" \\ {} %s|C:\\new\\table"));
		TestScript(TEXT("lines of Windows and a tab"), TEXT("if True:\r\n\tprint('x')\r\nprint('''y\r\nz''')"), true, TEXT("None"), TEXT("x|y|z"));
		TestScript(TEXT("other scripts of the world"), TEXT("print('T\u00fcr \u6249 \U0001F6AA \u2028|')"), true, TEXT("None"), TEXT("T\u00fcr \u6249 \U0001F6AA \u2028|"));
		TestScript(TEXT("nothing"), TEXT(""), true, TEXT("None"), TEXT(""));
		TestScript(TEXT("words that read like a path"), TEXT("C:/Tools/run.py"), false, TEXT("SyntaxError: invalid syntax"), TEXT(""));
		TestScript(TEXT("an exception"), TEXT("x = 1\n\nraise ValueError('no door')"), false, TEXT("ValueError: no door"), TEXT(""));
		TestScript(TEXT("what no file may hold"), FString(TEXT("print('a")) + FString::Chr(1) + TEXT("b')"), true, TEXT("None"), TEXT("a\u0001b"));
		FPythonCommandEx AsFile;
		AsFile.Command = VibeUE::MakePythonSource(TEXT("result = 1 + 2"));
		TestTrue(TEXT("it runs as a file, too"), IPythonScriptPlugin::Get()->ExecPythonCommandEx(AsFile));
		TestEqual(TEXT("and gives nothing then"), AsFile.CommandResult.TrimEnd(), FString(TEXT("None")));
		FPythonCommandEx Thrown;
		RunHere(TEXT("x = 1\n\nraise ValueError('no door')"), Thrown);
		TestTrue(FString::Printf(TEXT("the line in its traceback: %s"), *Thrown.CommandResult), Thrown.CommandResult.Contains(TEXT("File \"<script>\", line 3")));
		RunHere(TEXT("print(1)\nif x\n"), Thrown);
		TestTrue(FString::Printf(TEXT("the line of a mistake: %s"), *Thrown.CommandResult), Thrown.CommandResult.Contains(TEXT("File \"<script>\", line 2")));
	});

	It(TEXT("waits for nobody, and does not end the interpreter"), [this]()
	{
		if (!StandIn::UseCPython())
		{
			UE_LOG(LogVibeUE, Display, TEXT("SKIPPED, NOT PASSED: there is no python3 on this machine to run the expression in."));
			return;
		}
		static const TCHAR* const Nobody = TEXT("EOFError: nobody can answer input() here");
		TestScript(TEXT("input()"), TEXT("input('Name? ')"), false, Nobody, TEXT(""));
		TestScript(TEXT("input() by another name"), TEXT("import builtins\nbuiltins.input()"), false, Nobody, TEXT(""));
		TestScript(TEXT("a module that asks"), TEXT("import getpass, types\nm = types.ModuleType('m')\nexec('def ask():\\n    return input()', m.__dict__)\nm.ask()"), false,
			Nobody, TEXT(""));
		TestScript(TEXT("the standard input"), TEXT("import sys\nprint(repr(sys.stdin.readline()))"), true, TEXT("None"), TEXT("''"));
		TestScript(TEXT("sys.exit()"), TEXT("import sys\nresult = 4\nsys.exit()\nprint('never')"), true, TEXT("4"), TEXT(""));
		TestScript(TEXT("exit with 0"), TEXT("raise SystemExit(0)"), true, TEXT("None"), TEXT(""));
		TestScript(TEXT("sys.exit(3)"), TEXT("import sys\nsys.exit(3)"), false, TEXT("RuntimeError: the script called sys.exit(3)"), TEXT(""));
		TestScript(TEXT("sys.exit() with words"), TEXT("import sys\nsys.exit('no door')"), false, TEXT("RuntimeError: the script called sys.exit('no door')"), TEXT(""));
	});

	It(TEXT("keeps a bounded part of what is printed, with the errors at its end"), [this]()
	{
		TArray<FPythonLogOutputEntry> Log;
		TestEqual(TEXT("nothing"), VibeUE::JoinPythonOutput(Log), FString());
		Log.Add(FPythonLogOutputEntry{EPythonLogOutputType::Info, TEXT("moved\n")});
		Log.Add(FPythonLogOutputEntry{EPythonLogOutputType::Warning, TEXT("one is locked")});
		TestEqual(TEXT("two lines"), VibeUE::JoinPythonOutput(Log), FString(TEXT("moved\nWarning: one is locked")));
		static constexpr int32 Most = VibeUE::MostOfPythonBeginning + VibeUE::MostOfPythonEnd;
		for (int32 Line = 0; Line < 300000; ++Line)
		{
			Log.Add(FPythonLogOutputEntry{EPythonLogOutputType::Info, FString::Printf(TEXT("line %d"), Line)});
		}
		Log.Add(FPythonLogOutputEntry{EPythonLogOutputType::Error, TEXT("it broke")});
		const FString Joined = VibeUE::JoinPythonOutput(Log);
		TestTrue(TEXT("its length"), Joined.Len() > Most - 100 && Joined.Len() < Most + 200);
		TestTrue(TEXT("its beginning"), Joined.StartsWith(TEXT("moved\nWarning: one is locked\nline 0\n")));
		TestTrue(TEXT("its end"), Joined.EndsWith(TEXT("line 299999\nError: it broke")));
		TestTrue(TEXT("what is left out"), Joined.Contains(TEXT(" characters of what it printed are left out here)\n")));
		// One line of ten million characters, and all that a script can print into one entry.
		const TArray<FPythonLogOutputEntry> Long = {FPythonLogOutputEntry{EPythonLogOutputType::Error, FString::ChrN(10000000, TEXT('x')) + TEXT("y")}};
		const FString Cut = VibeUE::JoinPythonOutput(Long);
		TestTrue(TEXT("the length of a long line"), Cut.Len() < Most + 200);
		TestTrue(TEXT("both of its ends"), Cut.StartsWith(TEXT("Error: xxx")) && Cut.EndsWith(TEXT("xxy")));
	});

	LatentIt(TEXT("prints ten million characters without holding the editor up, and a bounded part of them is kept"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat = MakeShared<FSpecChat>(*this);
		FSpecSandbox::OfferEditorTools();
		GetMutableDefault<UVibeUESettings>()->bAskBeforeToolsRun = false;
		Chat->Open();
		StandIn::SetPython([](FPythonCommandEx& Command)
		{
			for (int32 Line = 0; Line < 1000000; ++Line)
			{
				Command.LogOutput.Add(FPythonLogOutputEntry{EPythonLogOutputType::Info, TEXT("0123456789")});
			}
			Command.CommandResult = FString::ChrN(10000000, TEXT('r'));
			return true;
		});
		Chat->Say(TEXT("use run_python {\"script\": \"flood()\"}"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("it is done"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			const FVibeUEToolResult Whole = (*Chat)->GetMessages((*Chat)->GetMessageCount() - 2, 1)[0].ToolResults[0];
			TestTrue(FString::Printf(TEXT("what is kept: %lld bytes"), Whole.Bytes), Whole.Bytes < 1300000);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("cannot save, says so, and the user can before and after"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat = MakeShared<FSpecChat>(*this);
		GetMutableDefault<UVibeUESettings>()->bOfferEditorTools = true;
		GetMutableDefault<UVibeUESettings>()->bAskBeforeToolsRun = false;
		Chat->Open();
		for (const TCHAR* const Asset : {TEXT("/Game/Doors/BP_Door"), TEXT("/Game/Doors/M_Door")})
		{
			StandIn::AddAsset(Asset, TEXT("Blueprint"));
			StandIn::DirtyAsset(Asset);
		}
		const TSharedRef<TArray<bool>> Answers = MakeShared<TArray<bool>>();
		StandIn::SetPython([Answers](FPythonCommandEx& Command)
		{
			FCoreUObjectDelegates::FIsPackageOKToSaveDelegate Bound = FCoreUObjectDelegates::IsPackageOKToSaveDelegate;
			if (Command.Command.Contains(TEXT("around")))
			{
				// What is written in another language of the engine may do that.
				FCoreUObjectDelegates::IsPackageOKToSaveDelegate.Unbind();
			}
			Answers->Add(StandIn::SaveAsset(TEXT("/Game/Doors/BP_Door")));
			Answers->Add(StandIn::SaveAsset(TEXT("/Game/Doors/M_Door")));
			Answers->Add(StandIn::SaveAsset(TEXT("/Game/Doors/BP_Door")));
			FCoreUObjectDelegates::IsPackageOKToSaveDelegate = Bound;
			return !Command.Command.Contains(TEXT("slam"));
		});
		Use(TEXT("run_python {\"script\": \"save()\"}"), EVibeUEToolEnd::Done,
			TEXT("It ran, and printed nothing.\nNot saved: /Game/Doors/BP_Door, /Game/Doors/M_Door. A script saves nothing; call save_assets for what is to be saved."));
		Use(TEXT("run_python {\"script\": \"slam()\"}"), EVibeUEToolEnd::Failed, TEXT("Not saved: /Game/Doors/BP_Door, /Game/Doors/M_Door."));
		Chat->Do([this, Answers]()
		{
			TestFalse(TEXT("one save was taken"), Answers->Contains(true));
			TestEqual(TEXT("what is saved by scripts"), StandIn::SavedPackages().Num(), 0);
			TestTrue(TEXT("a person saves after a script"), StandIn::SaveAsset(TEXT("/Game/Doors/M_Door")));
		});
		Use(TEXT("save_assets {\"assets\": [\"/Game/Doors/BP_Door\"]}"), EVibeUEToolEnd::Done, TEXT("/Game/Doors/BP_Door: saved"));
		Use(TEXT("run_python {\"script\": \"around()\"}"), EVibeUEToolEnd::Done, TEXT("The script saved /Game/Doors/BP_Door, /Game/Doors/M_Door, which the user did not ask for"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("cannot decide what the user is asked, says so, and the user can before and after"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat = MakeShared<FSpecChat>(*this);
		Paint = MakeShared<FSpecTool>(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
		FSpecSandbox::OfferEditorTools();
		UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
		Values->AlwaysAllowedTools = {TEXT("look_at")};
		Values->AllowedConsoleCommands = {TEXT("stat")};
		Chat->Open();
		StandIn::SetPython([this, Values](FPythonCommandEx&)
		{
			TestFalse(TEXT("a call is allowed by a script"), (*Chat)->ApproveToolCall(Chat->ToolCalls[1].CallId, EVibeUEToolApproval::AllowAlways, FString()));
			TestFalse(TEXT("a script turns off plan mode"), (*Chat)->SetPlanMode(false));
			TestFalse(TEXT("a script turns off a dry run"), (*Chat)->SetDryRun(false));
			Values->bAskBeforeToolsRun = false;
			Values->bAskBeforeReading = true;
			Values->AlwaysAllowedTools = {TEXT("Look_at")};
			Values->AllowedConsoleCommands.Add(TEXT("quit"));
			Values->AgentMode = TEXT("bypassPermissions");
			Values->TextScale = 120;
			FSpecSandbox::Notify();
			return true;
		});
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use run_python {\"script\": \"decide()\"}\nuse paint {}")); });
		Chat->Wait(TEXT("the questions"), [this]() { return Chat->ToolCalls.Num() == 2; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("the user allows the script"), (*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Allow, FString()));
		});
		Chat->Wait(TEXT("the end of the script"), [this]() { return Chat->ToolEnds.Num() == 1; });
		Chat->Do([this, Values]()
		{
			TestEqual(TEXT("calls that the script allowed"), Paint->GetRuns().Num(), 0);
			TestTrue(TEXT("it asks before tools run"), Values->bAskBeforeToolsRun);
			TestFalse(TEXT("it asks before reading"), Values->bAskBeforeReading);
			TestTrue(TEXT("the tools that are allowed, to the letter"), Values->AlwaysAllowedTools.Num() == 1 && Values->AlwaysAllowedTools[0].Equals(TEXT("look_at")));
			TestTrue(TEXT("the commands that are allowed"), Values->AllowedConsoleCommands == TArray<FString>({TEXT("stat")}));
			TestEqual(TEXT("the mode of the agent"), Values->AgentMode, FString());
			TestEqual(TEXT("a setting about something else"), Values->TextScale, 120);
			TestEqual(TEXT("errors"), Chat->Errors.Num(), 3);
			TestEqual(TEXT("the kind of the first"), Chat->Errors[0].Kind, EVibeUEFailure::Invalid);
			TestTrue(TEXT("the user allows the other call"), (*Chat)->ApproveToolCall(Chat->ToolCalls[1].CallId, EVibeUEToolApproval::Allow, FString()));
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("calls that the user allowed"), Paint->GetRuns().Num(), 1);
			const FString Told = TEXT("REFUSED, because only the user decides that: the script tried to allow or deny a call, turn off plan mode, turn off the dry run, "
									  "change the setting Allowed Console Commands, change the setting Always Allowed Tools, change the setting Mode of the agent, "
									  "change the setting Ask Before Tools Run, change the setting Ask Before Reading. Tell the user.");
			const FString Said = Chat->Describe(EVibeUEHistory::Transcript);
			TestTrue(FString::Printf(TEXT("the model is told; it said %s"), *Said), Said.Contains(Told));
		});
		Chat->Run(Done);
	});
}

#endif
