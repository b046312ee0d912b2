// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Editor.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "PlayInEditorDataTypes.h"
#include "PythonScriptTypes.h"
#include "SourceControlHelpers.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecSandbox.h"
#include "Tools/LogTail.h"
#include "VibeUESettings.h"

// What the editor finds and does comes from the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Editor.h"
#include "StandIn/SourceControl.h"

/** That the editor's tools do not do more than they say, and say what they did. */
BEGIN_DEFINE_SPEC(FToolTruthSpec, "VibeUE.Tools.what the editor did", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	FString Content;

	/** Opens a conversation with the editor's tools; with questions where previews are to be seen. */
	void Open(bool bAsks);

	/** Steps that call a tool and test how it ended and what the model reads of it. */
	void Use(const FString& Call, EVibeUEToolEnd End, const FString& Words);

	/** Steps that have a call asked for, look at it, and deny it. */
	void Ask(const FString& Call, TFunction<void(const FVibeUEToolPreview&)> Look);

	/** Returns where the file of a package below /Game is, and writes one there. */
	FString WriteAsset(const TCHAR* Name) const;

	void DefineScripts(const FTimespan& Timeout);
	void DefineHistory(const FTimespan& Timeout);
	void DefineSaving(const FTimespan& Timeout);
	void DefineLooking(const FTimespan& Timeout);
	void DefinePlaying(const FTimespan& Timeout);
END_DEFINE_SPEC(FToolTruthSpec)

void FToolTruthSpec::Open(bool bAsks)
{
	FSpecSandbox::OfferEditorTools();
	GetMutableDefault<UVibeUESettings>()->bAskBeforeToolsRun = bAsks;
	Chat->Open();
	Chat->WaitUntilOpened();
}

void FToolTruthSpec::Use(const FString& Call, EVibeUEToolEnd End, const FString& Words)
{
	Chat->Do([this]() { Chat->Forget(); });
	Chat->Say(TEXT("use ") + Call);
	Chat->Do([this, Call, End, Words]()
	{
		TestTrue(FString::Printf(TEXT("%s ends as it should; it said %s"), *Call, *Chat->Streamed), Chat->ToolEnds == TArray<EVibeUEToolEnd>({End}));
		TestTrue(FString::Printf(TEXT("%s says %s; it said %s"), *Call, *Words, *Chat->Streamed), Chat->Streamed.Contains(Words));
	});
}

void FToolTruthSpec::Ask(const FString& Call, TFunction<void(const FVibeUEToolPreview&)> Look)
{
	Chat->Do([this, Call]()
	{
		Chat->Forget();
		(*Chat)->SubmitUserMessage(TEXT("use ") + Call);
	});
	Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
	Chat->Do([this, Look]()
	{
		Look(Chat->ToolCalls[0].Preview);
		(*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Deny, FString());
	});
	Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
}

FString FToolTruthSpec::WriteAsset(const TCHAR* Name) const
{
	const FString File = Content / FString(Name) + TEXT(".uasset");
	FFileHelper::SaveStringToFile(TEXT("an asset"), *File);
	return File;
}

void FToolTruthSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
		Content = FPaths::ConvertRelativePathToFull(FPaths::ProjectContentDir());
		StandIn::AddAsset(TEXT("/Game/Doors/BP_Door"), TEXT("Blueprint"));
		StandIn::AddAsset(TEXT("/Game/Doors/M_Door"), TEXT("Material"));
	});
	AfterEach([this]()
	{
		Chat.Reset();
		StandIn::SetSourceControl(false);
		StandIn::ResetEditor();
		IFileManager::Get().DeleteDirectory(*(Content / TEXT("Doors")), false, true);
	});

	DefineScripts(Timeout);
	DefineHistory(Timeout);
	DefineSaving(Timeout);
	DefineLooking(Timeout);
	DefinePlaying(Timeout);
}

// Long because it lists its cases.
void FToolTruthSpec::DefineScripts(const FTimespan& Timeout)
{
	LatentIt(TEXT("is said where a script renamed or deleted an asset, and where that emptied the undo history"), Timeout, [this](const FDoneDelegate& Done)
	{
		WriteAsset(TEXT("Doors/BP_Door"));
		WriteAsset(TEXT("Doors/M_Door"));
		StandIn::AddUsersStep(TEXT("Move Actor"));
		StandIn::SetPython([](FPythonCommandEx& Command)
		{
			StandIn::Touch();
			if (Command.Command.Contains(TEXT("lose")))
			{
				StandIn::RenameAsset(TEXT("/Game/Doors/BP_Door"), TEXT("/Game/Doors/BP_Gate"));
			}
			if (Command.Command.Contains(TEXT("remove")))
			{
				StandIn::DeleteAsset(TEXT("/Game/Doors/M_Door"));
			}
			return true;
		});
		Open(false);
		Use(TEXT("run_python {\"script\": \"lose()\"}"), EVibeUEToolEnd::Done,
			TEXT("Not saved: /Game/Doors/BP_Gate. A script saves nothing; call save_assets for what is to be saved.\n")
			TEXT("RENAMED: /Game/Doors/BP_Door is /Game/Doors/BP_Gate now, and NO FILE OF IT IS ON THE DISK under either name. Undo does not take that back. ")
			TEXT("Save /Game/Doors/BP_Gate now with save_assets, and tell the user: if the editor closes or crashes before, the asset is lost."));
		Chat->Do([this]()
		{
			TestFalse(TEXT("a rename empties no history"), Chat->Streamed.Contains(TEXT("HISTORY")));
			TestTrue(TEXT("the history"), StandIn::Transactions() == TArray<FString>({TEXT("Move Actor"), TEXT("VibeUE: Python")}));
			// The engine complains of it, and the tool cannot keep a script from it.
			AddExpectedError(TEXT("Non zero active count in UTransBuffer::Reset"), EAutomationExpectedErrorFlags::Contains, 1);
		});
		Use(TEXT("run_python {\"script\": \"remove()\"}"), EVibeUEToolEnd::Done,
			TEXT("DELETED: /Game/Doors/M_Door. Undo does not bring that back; source control may. Tell the user.\n")
			TEXT("THE UNDO HISTORY WAS EMPTIED, with the user's own steps: "));
		Chat->Do([this]() { TestEqual(TEXT("what is left of the history"), StandIn::Transactions().Num(), 0); });
		Use(TEXT("run_python {\"script\": \"look()\"}"), EVibeUEToolEnd::Done, TEXT("It ran, and printed nothing."));
		Chat->Do([this]() { TestFalse(TEXT("a harmless script"), Chat->Streamed.Contains(TEXT("EMPTIED")) || Chat->Streamed.Contains(TEXT("RENAMED"))); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("is said before a script runs that would rename, delete, leave the level, use the plugin or outlast itself"), Timeout, [this](const FDoneDelegate& Done)
	{
		static const TCHAR* const Usual = TEXT("What it changes is one step of the undo history, but for renamed, moved and deleted assets: no undo brings those back. It cannot save assets.");
		StandIn::SetPython([](FPythonCommandEx&) { return true; });
		Open(true);
		Ask(TEXT("run_python {\"script\": \"print(1)\"}"), [this](const FVibeUEToolPreview& Shown) { TestEqual(TEXT("of any script"), Shown.Title, FString(Usual)); });
		Ask(TEXT("run_python {\"script\": \"unreal.EditorAssetLibrary.rename_asset('/Game/A', '/Game/B')\"}"), [this](const FVibeUEToolPreview& Shown)
		{
			TestEqual(TEXT("of one that renames"), Shown.Title, FString::Printf(TEXT("CAUTION: it may rename or move assets. The editor removes the old file at once, undo does not bring ")
				TEXT("it back, and the new one is not on the disk until it is saved. %s"), Usual));
		});
		Ask(TEXT("run_python {\"script\": \"unreal.EditorAssetLibrary.delete_asset('/Game/A'); levels.load_level('/Game/B')\"}"), [this](const FVibeUEToolPreview& Shown)
		{
			TestEqual(TEXT("of one that deletes and leaves"), Shown.Title, FString::Printf(TEXT("CAUTION: it may delete. Deleted assets and their files do not come back by undo, and deleting ")
				TEXT("assets empties the whole undo history. CAUTION: it may open another level, which empties the whole undo history. %s"), Usual));
		});
		Ask(TEXT("run_python {\"script\": \"s = unreal.ChatSession.find_open_sessions(); unreal.register_slate_post_tick_callback(f)\"}"), [this](const FVibeUEToolPreview& Shown)
		{
			TestEqual(TEXT("of one that uses the plugin and outlasts itself"), Shown.Title, FString::Printf(TEXT("CAUTION: it may use this plugin itself, with its settings and ")
				TEXT("conversations. CAUTION: it may leave code behind that runs after the script, when nothing of it is refused or reported. %s"), Usual));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("is not written into the device of a save, which may end the editor"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<TArray<bool>> Answers = MakeShared<TArray<bool>>();
		StandIn::SetPython([Answers](FPythonCommandEx&)
		{
			Answers->Add(StandIn::SaveAsset(TEXT("/Game/Doors/BP_Door")));
			Answers->Add(StandIn::SaveAsset(TEXT("/Game/Doors/M_Door"), true));
			return true;
		});
		Open(false);
		Use(TEXT("run_python {\"script\": \"save()\"}"), EVibeUEToolEnd::Done, TEXT("Not saved: /Game/Doors/BP_Door, /Game/Doors/M_Door."));
		Chat->Do([this, Answers]() { TestTrue(TEXT("both are refused"), *Answers == TArray<bool>({false, false})); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("is said where a script left files checked out that it did not save"), Timeout, [this](const FDoneDelegate& Done)
	{
		const FString File = WriteAsset(TEXT("Doors/BP_Door"));
		StandIn::SetSourceControl(true);
		StandIn::SetPython([File](FPythonCommandEx&)
		{
			// The editor's own ways to save check out before they ask.
			USourceControlHelpers::CheckOutFile(File, true);
			StandIn::SaveAsset(TEXT("/Game/Doors/BP_Door"));
			StandIn::SaveAsset(TEXT("/Game/Doors/M_Door"));
			return true;
		});
		Open(false);
		Use(TEXT("run_python {\"script\": \"save()\"}"), EVibeUEToolEnd::Done,
			TEXT("Checked out or marked for add in source control now, though not saved: /Game/Doors/BP_Door. If the script did that, "));
		Chat->Run(Done);
	});
}

// Long because it lists its cases.
void FToolTruthSpec::DefineHistory(const FTimespan& Timeout)
{
	LatentIt(TEXT("is never a part of what the user is in the middle of"), Timeout, [this](const FDoneDelegate& Done)
	{
		static const TCHAR* const Amid = TEXT("The user is in the middle of a change in the editor");
		StandIn::SetPython([](FPythonCommandEx&)
		{
			StandIn::Touch();
			return true;
		});
		StandIn::DirtyAsset(TEXT("/Game/Doors/M_Door"));
		Open(false);
		Chat->Do([]() { StandIn::BeginUsersTransaction(TEXT("Move Actor")); });
		Use(TEXT("run_python {\"script\": \"move()\"}"), EVibeUEToolEnd::Busy, Amid);
		Use(TEXT("compile_blueprint {\"asset\": \"/Game/Doors/BP_Door\"}"), EVibeUEToolEnd::Busy, Amid);
		Use(TEXT("save_assets {\"assets\": [\"/Game/Doors/M_Door\"]}"), EVibeUEToolEnd::Busy, Amid);
		Use(TEXT("undo {}"), EVibeUEToolEnd::Busy, Amid);
		Chat->Do([]() { StandIn::CancelUsersTransaction(); });
		Use(TEXT("run_python {\"script\": \"move()\"}"), EVibeUEToolEnd::Done, TEXT("It ran, and printed nothing."));
		Chat->Do([this]()
		{
			TestTrue(TEXT("the history"), StandIn::Transactions() == TArray<FString>({TEXT("VibeUE: Python")}));
			TestEqual(TEXT("what is saved"), StandIn::SavedPackages().Num(), 0);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("is undone by name, and the user's own steps only where that is said"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::SetPython([](FPythonCommandEx&)
		{
			StandIn::Touch();
			return true;
		});
		StandIn::AddUsersStep(TEXT("Move Actor"));
		Open(false);
		Use(TEXT("run_python {\"script\": \"move()\"}"), EVibeUEToolEnd::Done, TEXT("It ran, and printed nothing."));
		Use(TEXT("undo {\"steps\": 5}"), EVibeUEToolEnd::Done,
			TEXT("1 of 5 steps were undone.\nundone: VibeUE: Python\nIt stopped before \"Move Actor\", which is the user's own step: it is undone only with including_the_users"));
		Use(TEXT("undo {}"), EVibeUEToolEnd::Failed, TEXT("0 of 1 steps were undone.\nIt stopped before \"Move Actor\""));
		Chat->Do([this]() { TestTrue(TEXT("the user's work is there"), StandIn::Transactions() == TArray<FString>({TEXT("Move Actor")})); });
		Use(TEXT("undo {\"including_the_users\": true}"), EVibeUEToolEnd::Done, TEXT("1 of 1 steps were undone.\nundone: Move Actor"));
		Use(TEXT("undo {}"), EVibeUEToolEnd::Failed, TEXT("0 of 1 steps were undone.\nThere is nothing to undo."));
		Use(TEXT("redo {\"steps\": 2}"), EVibeUEToolEnd::Failed, TEXT("0 of 2 steps were redone.\nIt stopped before \"Move Actor\""));
		Use(TEXT("redo {\"steps\": 2, \"including_the_users\": true}"), EVibeUEToolEnd::Done, TEXT("2 of 2 steps were redone.\nredone: Move Actor\nredone: VibeUE: Python"));
		Chat->Do([this]() { TestTrue(TEXT("all is there again"), StandIn::Transactions() == TArray<FString>({TEXT("Move Actor"), TEXT("VibeUE: Python")})); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("is named before it is undone"), Timeout, [this](const FDoneDelegate& Done)
	{
		Open(true);
		Ask(TEXT("undo {}"), [this](const FVibeUEToolPreview& Shown)
		{
			TestTrue(TEXT("that there is nothing"), Shown.bWouldFail && Shown.Text.Equals(TEXT("There is nothing to undo.")));
		});
		Chat->Do([]()
		{
			StandIn::AddUsersStep(TEXT("Add Light"));
			StandIn::AddUsersStep(TEXT("Move Actor"));
			StandIn::AddUsersStep(TEXT("VibeUE: Python"));
		});
		Ask(TEXT("undo {\"steps\": 3}"), [this](const FVibeUEToolPreview& Shown)
		{
			TestEqual(TEXT("the steps"), Shown.Text, FString(TEXT("VibeUE: Python\nMove Actor (the user's own: it stops here)")));
			TestFalse(TEXT("it would do the first"), Shown.bWouldFail);
		});
		Ask(TEXT("undo {\"steps\": 2, \"including_the_users\": true}"), [this](const FVibeUEToolPreview& Shown)
		{
			TestEqual(TEXT("the steps, the user's included"), Shown.Text, FString(TEXT("VibeUE: Python\nMove Actor (the user's own)")));
		});
		Chat->Run(Done);
	});
}

// Long because it lists its cases.
void FToolTruthSpec::DefineSaving(const FTimespan& Timeout)
{
	LatentIt(TEXT("is all of a level that is saved, with the packages of its actors"), Timeout, [this](const FDoneDelegate& Done)
	{
		static const TCHAR* const Part = TEXT("/Game/__ExternalActors__/Main/0/AB/XYZ");
		StandIn::AddAsset(TEXT("/Game/Maps/Main"), TEXT("World"));
		StandIn::AddMapActor(TEXT("/Game/Maps/Main"), TEXT("Door_2"), Part);
		Open(false);
		Use(TEXT("save_assets {\"assets\": [\"/Game/Maps/Main\"]}"), EVibeUEToolEnd::Done,
			TEXT("/Game/Maps/Main: not changed, and neither is any of the 1 packages of its actors that are loaded"));
		Chat->Do([]() { StandIn::DirtyAsset(Part); });
		Use(TEXT("save_assets {\"assets\": [\"/Game/Maps/Main\"]}"), EVibeUEToolEnd::Done, TEXT("/Game/Maps/Main: 1 packages of its actors saved"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("what is saved"), StandIn::SavedPackages() == TArray<FString>({Part}));
			StandIn::DirtyAsset(Part);
		});
		Use(TEXT("save_assets {\"assets\": [\"/Game/Maps/Main.Main:PersistentLevel.Door_2\"]}"), EVibeUEToolEnd::Done, FString(Part) + TEXT(": saved"));
		Use(TEXT("save_assets {\"assets\": [\"/Game/Maps/Main.Main:PersistentLevel.Door_3\"]}"), EVibeUEToolEnd::Done,
			TEXT("/Game/Maps/Main.Main:PersistentLevel.Door_3: not loaded, so nothing of it was changed"));
		Use(TEXT("save_assets {\"assets\": [\"/Game/Maps/Main.Main:\"]}"), EVibeUEToolEnd::Failed, TEXT("it has an empty part"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("is said of a level before it is saved"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::AddAsset(TEXT("/Game/Maps/Main"), TEXT("World"));
		StandIn::AddMapActor(TEXT("/Game/Maps/Main"), TEXT("Door_2"), TEXT("/Game/__ExternalActors__/Main/0/AB/XYZ"));
		StandIn::DirtyAsset(TEXT("/Game/__ExternalActors__/Main/0/AB/XYZ"));
		Open(true);
		Ask(TEXT("save_assets {\"assets\": [\"/Game/Maps/Main\", \"/Game/Doors/M_Door\"]}"), [this](const FVibeUEToolPreview& Shown)
		{
			TestEqual(TEXT("what is saved"), Shown.Text, FString(TEXT("/Game/Maps/Main (with 1 changed packages of its actors)\n/Game/Doors/M_Door")));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("is nothing that a plugin of the engine owns, and what one of the project owns"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::MountContent(TEXT("/ControlRig/"), FPaths::EngineDir() / TEXT("Plugins/Animation/ControlRig/Content"));
		StandIn::MountContent(TEXT("/DoorKit/"), FPaths::ProjectPluginsDir() / TEXT("DoorKit/Content"));
		for (const TCHAR* const Asset : {TEXT("/ControlRig/Controls/M_Handle"), TEXT("/DoorKit/M_Handle")})
		{
			StandIn::AddAsset(Asset, TEXT("Material"));
			StandIn::DirtyAsset(Asset);
		}
		Open(false);
		Use(TEXT("save_assets {\"assets\": [\"/ControlRig/Controls/M_Handle\"]}"), EVibeUEToolEnd::Failed,
			TEXT("/ControlRig/Controls/M_Handle belongs to the engine and not to the project: it is not saved."));
		Use(TEXT("save_assets {\"assets\": [\"/DoorKit/M_Handle\"]}"), EVibeUEToolEnd::Done, TEXT("/DoorKit/M_Handle: saved"));
		Chat->Do([this]() { TestTrue(TEXT("what is saved"), StandIn::SavedPackages() == TArray<FString>({TEXT("/DoorKit/M_Handle")})); });
		Chat->Run(Done);
	});
}

// Long because it lists its cases.
void FToolTruthSpec::DefineLooking(const FTimespan& Timeout)
{
	LatentIt(TEXT("is found without the parts of levels, unless they are asked for"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::AddAsset(TEXT("/Game/__ExternalActors__/Main/0/AB/Door"), TEXT("StaticMeshActor"));
		StandIn::AddAsset(TEXT("/DoorKit/__ExternalObjects__/Main/0/AB/Door"), TEXT("ActorFolder"));
		Open(false);
		Use(TEXT("find_assets {\"name\": \"door\"}"), EVibeUEToolEnd::Done, TEXT("/Game/Doors/BP_Door.BP_Door Blueprint\n/Game/Doors/M_Door.M_Door Material"));
		Chat->Do([this]() { TestFalse(TEXT("a part of a level"), Chat->Streamed.Contains(TEXT("__External"))); });
		Use(TEXT("find_assets {\"class\": \"StaticMeshActor\"}"), EVibeUEToolEnd::Done, TEXT("No such asset below /Game."));
		Use(TEXT("find_assets {\"folder\": \"/DoorKit\"}"), EVibeUEToolEnd::Done, TEXT("No such asset below /DoorKit."));
		Use(TEXT("find_assets {\"folder\": \"/Game/__ExternalActors__/Main\"}"), EVibeUEToolEnd::Done, TEXT("/Game/__ExternalActors__/Main/0/AB/Door.Door StaticMeshActor"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("does not include loading what is not a Blueprint"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::AddAssetOnDisk(TEXT("/Game/Maps/City"), TEXT("World"));
		StandIn::AddAssetOnDisk(TEXT("/Game/Doors/BP_Gate"), TEXT("Blueprint"));
		Open(false);
		Use(TEXT("compile_blueprint {\"asset\": \"/Game/Maps/City\"}"), EVibeUEToolEnd::Failed, TEXT("There is no Blueprint /Game/Maps/City.City"));
		Use(TEXT("compile_blueprint {\"asset\": \"/Game/Doors/BP_Gaet\"}"), EVibeUEToolEnd::Failed, TEXT("There is no Blueprint /Game/Doors/BP_Gaet.BP_Gaet"));
		for (const TCHAR* const Path : {TEXT("/Game/Doors/"), TEXT("/Game/Doors/BP_Gate."), TEXT("/Game/Doors/.BP_Gate")})
		{
			Use(FString::Printf(TEXT("compile_blueprint {\"asset\": \"%s\"}"), Path), EVibeUEToolEnd::Failed, TEXT("it has an empty part"));
		}
		Chat->Do([this]()
		{
			TestEqual(TEXT("what was loaded"), FString::Join(StandIn::LoadedPackages(), TEXT(", ")), FString());
			StandIn::SetAssetsLoading(true);
		});
		Use(TEXT("compile_blueprint {\"asset\": \"/Game/Doors/BP_Gaet\"}"), EVibeUEToolEnd::Busy, TEXT("The editor is still scanning the project's assets"));
		Chat->Do([]() { StandIn::SetAssetsLoading(false); });
		Use(TEXT("compile_blueprint {\"asset\": \"/Game/Doors/BP_Gate\"}"), EVibeUEToolEnd::Done, TEXT("/Game/Doors/BP_Gate.BP_Gate compiled: 0 errors, 0 warnings"));
		Chat->Do([this]()
		{
			TestEqual(TEXT("what was loaded then"), FString::Join(StandIn::LoadedPackages(), TEXT(", ")), FString(TEXT("/Game/Doors/BP_Gate")));
			TestEqual(TEXT("what is saved"), StandIn::SavedPackages().Num(), 0);
		});
		Chat->Run(Done);
	});

	It(TEXT("does not count as an error of the log where a colour is switched"), [this]()
	{
		FLogTail Tail;
		Tail.Serialize(TEXT("11001"), ELogVerbosity::SetColor, FName(TEXT("LogSpec")));
		Tail.Serialize(TEXT("a line"), ELogVerbosity::Warning, FName(TEXT("LogSpec")));
		const TArray<FLogTail::FLine> Lines = Tail.GetLinesAfter(0);
		if (TestEqual(TEXT("lines"), Lines.Num(), 1))
		{
			TestEqual(TEXT("the line"), Lines[0].Text, FString(TEXT("a line")));
		}
	});
}

void FToolTruthSpec::DefinePlaying(const FTimespan& Timeout)
{
	LatentIt(TEXT("reports a game that was asked for and does not play yet"), Timeout, [this](const FDoneDelegate& Done)
	{
		StandIn::SetPlayDelay(-1);
		Open(false);
		Chat->Do([]() { GEditor->RequestPlaySession(FRequestPlaySessionParams()); });
		Use(TEXT("play_in_editor {\"action\": \"state\"}"), EVibeUEToolEnd::Done, TEXT("The game is about to play: a session was asked for."));
		Use(TEXT("undo {}"), EVibeUEToolEnd::Busy, TEXT("The game is running in the editor; stop it first."));
		Use(TEXT("save_assets {\"assets\": []}"), EVibeUEToolEnd::Busy, TEXT("Nothing is saved while the game is running"));
		Use(TEXT("compile_blueprint {\"asset\": \"/Game/Doors/BP_Door\"}"), EVibeUEToolEnd::Busy, TEXT("Nothing is compiled while the game plays"));
		Use(TEXT("play_in_editor {\"action\": \"stop\"}"), EVibeUEToolEnd::Done, TEXT("The game does not play: the session that was asked for is cancelled."));
		Use(TEXT("play_in_editor {\"action\": \"state\"}"), EVibeUEToolEnd::Done, TEXT("The game does not play."));
		Chat->Do([this]() { TestFalse(TEXT("whether one is still asked for"), GEditor->IsPlaySessionRequestQueued()); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("ends with a session that does not begin, and a call that is stopped takes its session back"), Timeout, [this](const FDoneDelegate& Done)
	{
		static const TCHAR* const Start = TEXT("use play_in_editor {\"action\": \"start\"}");
		StandIn::SetPlayDelay(-1);
		Open(false);
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(Start); });
		Chat->Wait(TEXT("the request"), []() { return GEditor->IsPlaySessionRequestQueued(); });
		Chat->Do([]() { GEditor->CancelRequestPlaySession(); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("how it ended"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Failed}));
			TestTrue(TEXT("what is said"), Chat->Streamed.Contains(TEXT("The game did not begin: the session was cancelled, or could not start; read_log may say why.")));
			Chat->Forget();
			(*Chat)->SubmitUserMessage(Start);
		});
		Chat->Wait(TEXT("the second request"), []() { return GEditor->IsPlaySessionRequestQueued(); });
		Chat->Do([this]() { (*Chat)->CancelTurn(); });
		Chat->Wait(TEXT("the end of the second turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]() { TestFalse(TEXT("whether one is still asked for"), GEditor->IsPlaySessionRequestQueued()); });
		Chat->Run(Done);
	});
}

#endif
