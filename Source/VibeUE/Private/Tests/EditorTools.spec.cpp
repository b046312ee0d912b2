// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreGlobals.h"
#include "Engine/Blueprint.h"
#include "Framework/Application/SlateApplication.h"
#include "Kismet2/CompilerResultsLog.h"
#include "Misc/AutomationTest.h"
#include "Misc/OutputDevice.h"
#include "Misc/Timespan.h"
#include "PythonScriptTypes.h"
#include "Tests/SpecChat.h"
#include "Tools/LogTail.h"
#include "VibeUELog.h"
#include "VibeUESettings.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SWindow.h"

// What the editor finds and does comes from the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Editor.h"

BEGIN_DEFINE_SPEC(FEditorToolsSpec, "VibeUE.Tools.the editor", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;

	/** Steps that call a tool, allowed beforehand, and test how it ended and what the model reads of it. */
	void Use(const TCHAR* Call, EVibeUEToolEnd End, const TCHAR* Words);
END_DEFINE_SPEC(FEditorToolsSpec)

void FEditorToolsSpec::Use(const TCHAR* Call, EVibeUEToolEnd End, const TCHAR* Words)
{
	Chat->Do([this]() { Chat->Forget(); });
	Chat->Say(FString(TEXT("use ")) + Call);
	Chat->Do([this, Call, End, Words]()
	{
		const bool bEnded = Chat->ToolEnds.Num() == 1 && Chat->ToolEnds[0] == End;
		// The server repeats a result, unless pictures follow it.
		const bool bSaid = Chat->Describe(EVibeUEHistory::Transcript).Contains(Words) || Chat->Streamed.Contains(Words);
		TestTrue(FString::Printf(TEXT("%s ends as it should; it said %s"), Call, *Chat->Streamed), bEnded);
		TestTrue(FString::Printf(TEXT("%s says %s; it said %s"), Call, Words, *Chat->Streamed), bSaid);
	});
}

// Long because it lists its cases.
void FEditorToolsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
		FSpecSandbox::OfferEditorTools();
		GetMutableDefault<UVibeUESettings>()->bAskBeforeToolsRun = false;
		StandIn::AddAsset(TEXT("/Game/Doors/BP_Door"), TEXT("Blueprint"));
		StandIn::AddAsset(TEXT("/Game/Doors/M_Door"), TEXT("Material"));
		StandIn::AddAsset(TEXT("/Game/Lamps/BP_Lamp"), TEXT("Blueprint"));
		Chat->Open();
	});
	AfterEach([this]()
	{
		Chat.Reset();
		StandIn::ResetEditor();
	});

	LatentIt(TEXT("finds assets by name, class and folder"), Timeout, [this](const FDoneDelegate& Done)
	{
		Use(TEXT("find_assets {\"name\": \"door\"}"), EVibeUEToolEnd::Done, TEXT("/Game/Doors/BP_Door.BP_Door Blueprint\n/Game/Doors/M_Door.M_Door Material"));
		Use(TEXT("find_assets {\"class\": \"material\"}"), EVibeUEToolEnd::Done, TEXT("/Game/Doors/M_Door.M_Door Material"));
		Use(TEXT("find_assets {\"folder\": \"/Game/Lamps/\"}"), EVibeUEToolEnd::Done, TEXT("/Game/Lamps/BP_Lamp.BP_Lamp Blueprint"));
		Use(TEXT("find_assets {\"name\": \"window\"}"), EVibeUEToolEnd::Done, TEXT("No such asset below /Game."));
		Use(TEXT("find_assets {\"limit\": 2}"), EVibeUEToolEnd::Done, TEXT("There are more than 2; narrow the search."));
		Use(TEXT("find_assets {\"class\": \"/Script/Engine.Material\"}"), EVibeUEToolEnd::Failed, TEXT("A class is one word, as Blueprint or StaticMesh."));
		Use(TEXT("find_assets {\"folder\": \"Doors\"}"), EVibeUEToolEnd::Failed, TEXT("A path begins with a slash"));
		Chat->Do([]() { StandIn::SetAssetsLoading(true); });
		Use(TEXT("find_assets {}"), EVibeUEToolEnd::Busy, TEXT("The editor is still scanning the project's assets"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("looks at the assets of a class alone, and makes texts of those alone that it gives"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int64> Before = MakeShared<int64>(0);
		Chat->Do([Before]()
		{
			StandIn::AddAssets(TEXT("/Game/Parts"), 50000);
			*Before = StandIn::AssetsVisited();
		});
		Use(TEXT("find_assets {\"class\": \"Blueprint\"}"), EVibeUEToolEnd::Done, TEXT("/Game/Doors/BP_Door.BP_Door Blueprint\n/Game/Lamps/BP_Lamp.BP_Lamp Blueprint"));
		Chat->Do([this, Before]() { TestEqual(TEXT("assets that were looked at"), StandIn::AssetsVisited() - *Before, static_cast<int64>(2)); });
		// The stand-in knows no class of this name: each asset is compared, by a number.
		Use(TEXT("find_assets {\"class\": \"Texture2D\"}"), EVibeUEToolEnd::Done, TEXT("No such asset below /Game."));
		Use(TEXT("find_assets {\"class\": \"StaticMesh\", \"name\": \"Part49999\"}"), EVibeUEToolEnd::Done, TEXT("/Game/Parts/Part49999.Part49999 StaticMesh"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("is not asked for paths that would end it"), Timeout, [this](const FDoneDelegate& Done)
	{
		// The stand-in aborts on a name of 1,024 characters, as the engine does.
		const FString Long = TEXT("/Game/") + FString::ChrN(2000, TEXT('x'));
		for (const FString& Path : {Long, FString(TEXT("/Game//Doors")), FString(TEXT("/Game/../Doors")), FString(TEXT("C:/Doors")), FString(TEXT("/Game/Do*rs"))})
		{
			for (const FString& Call : {TEXT("find_assets {\"folder\": \"") + Path + TEXT("\"}"), TEXT("find_assets {\"class\": \"") + Path + TEXT("\"}"), TEXT("compile_blueprint {\"asset\": \"") + Path + TEXT("\"}"),
					 TEXT("save_assets {\"assets\": [\"") + Path + TEXT("\"]}")})
			{
				Chat->Do([this]() { Chat->Forget(); });
				Chat->Say(TEXT("use ") + Call);
				Chat->Do([this, Call]()
				{
					TestTrue(FString::Printf(TEXT("%s fails"), *Call.Left(60)), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Failed}));
				});
			}
		}
		Chat->Run(Done);
	});

	LatentIt(TEXT("says what is selected"), Timeout, [this](const FDoneDelegate& Done)
	{
		Use(TEXT("get_selection {}"), EVibeUEToolEnd::Done, TEXT("Nothing is selected."));
		Chat->Do([]()
		{
			StandIn::SelectActor(TEXT("Door of the airlock"));
			StandIn::SelectAsset(TEXT("/Game/Doors/BP_Door"));
		});
		Use(TEXT("get_selection {}"), EVibeUEToolEnd::Done, TEXT("actor Door of the airlock (Actor)"));
		Use(TEXT("get_selection {} "), EVibeUEToolEnd::Done, TEXT("asset /Game/Doors/BP_Door.BP_Door (Blueprint)"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("reads the end of its log, and only what came since"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Do([this]()
		{
			AddExpectedError(TEXT("the door jams"), EAutomationExpectedErrorFlags::Contains, 1);
			UE_LOG(LogVibeUE, Display, TEXT("the door opens"));
			UE_LOG(LogVibeUE, Warning, TEXT("the door jams"));
		});
		Use(TEXT("read_log {\"contains\": \"the door\"}"), EVibeUEToolEnd::Done, TEXT("LogVibeUE: the door opens\nLogVibeUE: Warning: the door jams"));
		Use(TEXT("read_log {\"contains\": \"THE DOOR\", \"level\": \"warnings\"}"), EVibeUEToolEnd::Done, TEXT("LogVibeUE: Warning: the door jams\n(1 lines; after: "));
		Use(TEXT("read_log {\"contains\": \"the door\", \"category\": \"LogTemp\"}"), EVibeUEToolEnd::Done, TEXT("(0 lines; after: "));
		Use(TEXT("read_log {\"after\": 1000000}"), EVibeUEToolEnd::Done, TEXT("(0 lines; after: "));
		Chat->Do([this]() { TestFalse(TEXT("a line that never came is named"), Chat->Streamed.Contains(TEXT("after: 1000000"))); });
		Use(TEXT("read_log {\"level\": \"loud\"}"), EVibeUEToolEnd::Refused, TEXT("`level` must be one of all, warnings, errors"));
		Chat->Run(Done);
	});

	It(TEXT("keeps a bounded part of its log"), [this]()
	{
		FLogTail Tail;
		for (int32 Number = 1; Number <= 5000; ++Number)
		{
			Tail.Serialize(*FString::Printf(TEXT("line %d"), Number), ELogVerbosity::Log, FName(TEXT("LogSpec")));
			const TArray<FLogTail::FLine> Newest = Tail.GetLinesAfter(Number - 1);
			if (Newest.Num() != 1 || Newest[0].Number != Number || !Newest[0].Text.Equals(FString::Printf(TEXT("line %d"), Number)))
			{
				AddError(FString::Printf(TEXT("line %d is not the newest"), Number));
				break;
			}
		}
		const TArray<FLogTail::FLine> Kept = Tail.GetLinesAfter(0);
		TestEqual(TEXT("kept"), Kept.Num(), FLogTail::MostLines);
		TestEqual(TEXT("the first"), Kept[0].Number, static_cast<int64>(3001));
		TestEqual(TEXT("the last"), Kept.Last().Text, FString(TEXT("line 5000")));
		TestEqual(TEXT("after all"), Tail.GetLinesAfter(5000).Num(), 0);
		Tail.Serialize(*FString::ChrN(100000, TEXT('x')), ELogVerbosity::Log, FName(TEXT("LogSpec")));
		TestEqual(TEXT("a long line"), Tail.GetLinesAfter(5000)[0].Text.Len(), FLogTail::MostCharacters);
	});

	LatentIt(TEXT("runs Python as one step of its history, and saves nothing"), Timeout, [this](const FDoneDelegate& Done)
	{
		Use(TEXT("run_python {\"script\": \"print(1)\"}"), EVibeUEToolEnd::Failed, TEXT("Python is not available"));
		Chat->Do([this]()
		{
			StandIn::SetPython([this](FPythonCommandEx& Command)
			{
				TestEqual(TEXT("dialogs"), Command.Flags, EPythonCommandFlags::Unattended);
				TestTrue(TEXT("nobody is asked while it runs"), GIsRunningUnattendedScript);
				TestEqual(TEXT("how it is run"), Command.ExecutionMode, EPythonCommandExecutionMode::EvaluateStatement);
				const bool bBreaks = Command.Command.Contains(TEXT("slam"));
				Command.LogOutput.Add(FPythonLogOutputEntry{EPythonLogOutputType::Info, TEXT("moved 3 doors\n")});
				Command.LogOutput.Add(FPythonLogOutputEntry{EPythonLogOutputType::Warning, TEXT("one is locked")});
				Command.CommandResult = bBreaks ? TEXT("Traceback: ValueError") : Command.Command.Contains(TEXT("result = 3")) ? TEXT("3") : TEXT("None");
				StandIn::Touch();
				StandIn::DirtyAsset(TEXT("/Game/Doors/BP_Door"));
				return !bBreaks;
			});
		});
		Use(TEXT("run_python {\"script\": \"move()\"}"), EVibeUEToolEnd::Done, TEXT("moved 3 doors\nWarning: one is locked"));
		Use(TEXT("run_python {\"script\": \"slam()\"}"), EVibeUEToolEnd::Failed, TEXT("Traceback: ValueError"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("steps"), StandIn::Transactions() == TArray<FString>({TEXT("VibeUE: Python"), TEXT("VibeUE: Python")}));
			TestEqual(TEXT("saved"), StandIn::SavedPackages().Num(), 0);
		});
		Use(TEXT("undo {\"steps\": 5}"), EVibeUEToolEnd::Done, TEXT("2 of 5 steps were undone."));
		Use(TEXT("undo {}"), EVibeUEToolEnd::Failed, TEXT("0 of 1 steps were undone."));
		Use(TEXT("redo {}"), EVibeUEToolEnd::Done, TEXT("1 of 1 steps were redone."));
		Chat->Do([this]() { TestEqual(TEXT("steps"), StandIn::Transactions().Num(), 1); });
		Use(TEXT("run_python {\"script\": \"result = 3\"}"), EVibeUEToolEnd::Done, TEXT("Warning: one is locked\nresult: 3"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("saves what is named and nothing else"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Do([]()
		{
			StandIn::DirtyAsset(TEXT("/Game/Doors/BP_Door"));
			StandIn::DirtyAsset(TEXT("/Game/Doors/M_Door"));
			StandIn::DirtyAsset(TEXT("/Game/Lamps/BP_Lamp"));
			StandIn::RefuseToSave(TEXT("/Game/Doors/M_Door"));
			StandIn::AddAssetOnDisk(TEXT("/Game/Doors/T_Door"), TEXT("Texture2D"));
		});
		Use(TEXT("save_assets {\"assets\": [\"/Game/Doors/BP_Door.BP_Door\", \"/Game/Nowhere\"]}"), EVibeUEToolEnd::Failed,
			TEXT("/Game/Nowhere: does not exist; find_assets lists the existing ones\n/Game/Doors/BP_Door: saved"));
		Use(TEXT("save_assets {\"assets\": [\"/Game/Doors/T_Door\"]}"), EVibeUEToolEnd::Done, TEXT("/Game/Doors/T_Door: not loaded, so nothing of it was changed"));
		Use(TEXT("save_assets {\"assets\": []}"), EVibeUEToolEnd::Failed, TEXT("No asset is named, so nothing was saved."));
		Use(TEXT("save_assets {\"assets\": \"/Game/Doors/BP_Door\"}"), EVibeUEToolEnd::Done, TEXT("/Game/Doors/BP_Door: not changed"));
		Use(TEXT("save_assets {\"assets\": [\"/Game/Doors/M_Door\"]}"), EVibeUEToolEnd::Failed, TEXT("/Game/Doors/M_Door: could not be saved"));
		Chat->Do([this]() { TestTrue(TEXT("saved"), StandIn::SavedPackages() == TArray<FString>({TEXT("/Game/Doors/BP_Door")})); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("shows the model its viewport as a picture"), Timeout, [this](const FDoneDelegate& Done)
	{
		Use(TEXT("capture_viewport {}"), EVibeUEToolEnd::Failed, TEXT("No viewport is visible"));
		Chat->Do([]() { StandIn::SetViewport(FIntPoint{3840, 2160}); });
		Use(TEXT("capture_viewport {} "), EVibeUEToolEnd::Done, TEXT("The viewport of 3840 by 2160 pixels, shown as 1280 by 720."));
		Chat->Do([this]() { TestTrue(TEXT("the picture counts"), (*Chat)->GetTokenBreakdown().Images > 0); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("shows the model the active window, or the one that it names, as a picture"), Timeout, [this](const FDoneDelegate& Done)
	{
		const auto Open = [](const TCHAR* Title, double Width, double Height)
		{
			return FSlateApplication::Get().AddWindow(SNew(SWindow).Title(FText::FromString(Title)).ClientSize(FVector2D(Width, Height)));
		};
		const TSharedRef<TArray<TSharedRef<SWindow>>> Windows = MakeShared<TArray<TSharedRef<SWindow>>>();
		Chat->Do([Open, Windows]()
		{
			Windows->Add(Open(TEXT("BP_Door"), 3840.0, 2160.0));
			Windows->Add(Open(TEXT("BP_Door (old)"), 1568.0, 900.0));
			Windows->Add(Open(TEXT(""), 640.0, 480.0));
		});
		Use(TEXT("capture_window {}"), EVibeUEToolEnd::Done,
			TEXT("The window \"(without a title)\" of 640 by 480 pixels, shown as 640 by 480. Other windows: BP_Door (old); BP_Door"));
		Chat->Do([this]() { TestTrue(TEXT("the picture counts"), (*Chat)->GetTokenBreakdown().Images > 0); });
		Use(TEXT("capture_window {\"title\": \" bp_door \"}"), EVibeUEToolEnd::Done, TEXT("The window \"BP_Door\" of 3840 by 2160 pixels, shown as 1280 by 720. Other"));
		Use(TEXT("capture_window {\"title\": \"OLD\"}"), EVibeUEToolEnd::Done, TEXT("The window \"BP_Door (old)\" of 1568 by 900 pixels, shown as 1568 by 900."));
		Use(TEXT("capture_window {\"title\": \"M_Wall\"}"), EVibeUEToolEnd::Failed,
			TEXT("No window title contains this. Windows: (without a title); BP_Door (old); BP_Door"));
		// The active one stays active, and has no pixels.
		Chat->Do([Windows]() { Windows->Last()->StandInMinimize(true); });
		Use(TEXT("capture_window {} "), EVibeUEToolEnd::Failed,
			TEXT("The window \"(without a title)\" cannot be read; it may be minimized. Other windows: BP_Door (old); BP_Door"));
		Chat->Do([Windows]()
		{
			for (const TSharedRef<SWindow>& Window : *Windows)
			{
				FSlateApplication::Get().RequestDestroyWindow(Window);
			}
			Windows->Reset();
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("plays and stops, and says when it does not begin"), Timeout, [this](const FDoneDelegate& Done)
	{
		Use(TEXT("play_in_editor {\"action\": \"state\"}"), EVibeUEToolEnd::Done, TEXT("The game does not play."));
		Use(TEXT("play_in_editor {\"action\": \"start\"}"), EVibeUEToolEnd::Done, TEXT("The game plays now."));
		Use(TEXT("play_in_editor {\"action\": \"start\"}"), EVibeUEToolEnd::Done, TEXT("The game plays."));
		Use(TEXT("undo {}"), EVibeUEToolEnd::Busy, TEXT("The game is running in the editor; stop it first."));
		Use(TEXT("compile_blueprint {\"asset\": \"/Game/Doors/BP_Door\"}"), EVibeUEToolEnd::Busy, TEXT("Nothing is compiled while the game plays in the editor; stop it first."));
		// Looking into the game that plays is what a script is wanted for then.
		Chat->Do([]() { StandIn::SetPython([](FPythonCommandEx&) { return true; }); });
		Use(TEXT("run_python {\"script\": \"print(1)\"}"), EVibeUEToolEnd::Done, TEXT("It ran, and printed nothing."));
		Use(TEXT("save_assets {\"assets\": []}"), EVibeUEToolEnd::Busy, TEXT("Nothing is saved while the game is running"));
		Use(TEXT("play_in_editor {\"action\": \"stop\"}"), EVibeUEToolEnd::Done, TEXT("The game has stopped."));
		Use(TEXT("play_in_editor {\"action\": \"jump\"}"), EVibeUEToolEnd::Refused, TEXT("`action` must be one of start, stop, state"));
		Chat->Do([]() { StandIn::SetPlayDelay(-1); });
		Chat->Do([this]() { Chat->Forget(); });
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use play_in_editor {\"action\": \"start\"}")); });
		Chat->Wait(TEXT("the call"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]() { (*Chat)->CancelTurn(); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Run(Done);
	});

	LatentIt(TEXT("compiles a Blueprint and gives the compiler's words"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Do([]()
		{
			StandIn::SetCompiler([](UBlueprint& Blueprint, FCompilerResultsLog& Results)
			{
				if (Blueprint.GetName() == TEXT("BP_Door"))
				{
					Results.Messages.Add(MakeShared<FTokenizedMessage>(EMessageSeverity::Error, FText::FromString(TEXT("In use pin Target no longer exists"))));
					Results.Messages.Add(MakeShared<FTokenizedMessage>(EMessageSeverity::Warning, FText::FromString(TEXT("bIsPowered is never read"))));
				}
			});
		});
		Use(TEXT("compile_blueprint {\"asset\": \"/Game/Doors/BP_Door\"}"), EVibeUEToolEnd::Failed,
			TEXT("/Game/Doors/BP_Door.BP_Door did not compile: 1 errors, 1 warnings\nerror: In use pin Target no longer exists\nwarning: bIsPowered is never read"));
		Use(TEXT("compile_blueprint {\"asset\": \"/Game/Lamps/BP_Lamp.BP_Lamp\"}"), EVibeUEToolEnd::Done, TEXT("/Game/Lamps/BP_Lamp.BP_Lamp compiled: 0 errors, 0 warnings"));
		Use(TEXT("compile_blueprint {\"asset\": \"/Game/Doors/M_Door\"}"), EVibeUEToolEnd::Failed, TEXT("There is no Blueprint /Game/Doors/M_Door.M_Door"));
		// The editor saves what it compiled if *Save on Compile* is on, unless it is asked not to.
		Chat->Do([this]() { TestEqual(TEXT("saved"), StandIn::SavedPackages().Num(), 0); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("runs the console commands that the settings list, and no other"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<TArray<FString>> Ran = MakeShared<TArray<FString>>();
		Chat->Do([Ran]()
		{
			StandIn::SetConsole([Ran](const FString& Command, FOutputDevice& Output)
			{
				Ran->Add(Command);
				Output.Serialize(TEXT("60 frames a second"), ELogVerbosity::Log, FName(TEXT("LogConsole")));
			});
		});
		Use(TEXT("run_console_command {\"command\": \" stat fps \"}"), EVibeUEToolEnd::Done, TEXT("60 frames a second"));
		Use(TEXT("run_console_command {\"command\": \"showflag.grass 0\"}"), EVibeUEToolEnd::Done, TEXT("60 frames a second"));
		for (const TCHAR* const Command : {TEXT("quit"), TEXT("statistics"), TEXT("stat fps | quit"), TEXT("stat fps; quit"), TEXT("")})
		{
			Chat->Do([this]() { Chat->Forget(); });
			Chat->Say(FString::Printf(TEXT("use run_console_command {\"command\": \"%s\"}"), Command));
			Chat->Do([this, Command]()
			{
				TestTrue(FString::Printf(TEXT("%s is refused"), Command), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Refused}));
			});
		}
		Chat->Do([this, Ran]() { TestTrue(TEXT("what ran"), *Ran == TArray<FString>({TEXT("stat fps"), TEXT("showflag.grass 0")})); });
		Chat->Run(Done);
	});
}

#endif
