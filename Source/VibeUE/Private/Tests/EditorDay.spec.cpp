// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Engine/Blueprint.h"
#include "HAL/FileManager.h"
#include "Input/Reply.h"
#include "Kismet2/CompilerResultsLog.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "PythonScriptTypes.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "UObject/StrongObjectPtr.h"
#include "VibeUELog.h"
#include "VibeUESettings.h"
#include "Widgets/SChatField.h"

// A day of an agent in the editor, through the window, with what the stand-in's editor finds and says. The harness runs it once more
// and judges what its requests were (tests/tests/specs/day.rs).
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Editor.h"
#include "StandIn/LiveCoding.h"
#include "StandIn/Slate.h"

BEGIN_DEFINE_SPEC(FEditorDaySpec, "VibeUE.Tools.a day", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	static constexpr int32 Calls = 13;

	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	FString Folder;
	FString Source;
	TArray<uint8> Original;

	/** What the editor has, and how it answers. */
	void PrepareEditor();

	/** What the project has: a source file with line ends of Windows. */
	void PrepareProject();

	/** How the next compile of the sources goes: the compiler's output as it was recorded, with an error or without. */
	void PrepareCompile(bool bFails);

	/** Waits for the question of a call, tests what it shows, and answers it. */
	void Answer(const TCHAR* Shown, const TCHAR* Button);

	/** Types why a call is denied, into the box of the row that asks. */
	void TypeReason(const TCHAR* Reason);

	/** Returns what the source file holds now. */
	FString Held() const;

	/** Edits the source, compiles it, reads the error, edits once more and compiles again. */
	void WorkOnSource();

	/** Works on the Blueprint, shows it, is not allowed to save it, and undoes its step. */
	void WorkOnBlueprint();

	/** Takes the turn's writes to files back, and tests each byte. */
	void TakeEditsBack();

	/** Tests that each call of the conversation has one result. */
	void TestCalls(const UChatSession& Session);

	/** Opens the conversation again with another protocol, tests what its journal holds, and continues it. */
	void GoOnBy(const TCHAR* Protocol, const TCHAR* Path, const FString& Id);
END_DEFINE_SPEC(FEditorDaySpec)

void FEditorDaySpec::PrepareEditor()
{
	StandIn::AddAsset(TEXT("/Game/Doors/BP_AirlockDoor"), TEXT("Blueprint"));
	StandIn::AddAsset(TEXT("/Game/Doors/M_Door"), TEXT("Material"));
	StandIn::SelectActor(TEXT("AirlockDoor_2"));
	StandIn::SetViewport(FIntPoint{1920, 1080});
	StandIn::SetPython([](FPythonCommandEx& Command)
	{
		StandIn::Touch();
		StandIn::DirtyAsset(TEXT("/Game/Doors/BP_AirlockDoor"));
		Command.LogOutput.Add(FPythonLogOutputEntry{EPythonLogOutputType::Info, TEXT("connected 1 pin")});
		return true;
	});
	StandIn::SetCompiler([](UBlueprint&, FCompilerResultsLog& Results)
	{
		if (StandIn::Transactions().Num() == 0)
		{
			// As the compiler of Blueprints words it.
			Results.Messages.Add(MakeShared<FTokenizedMessage>(
				EMessageSeverity::Error, FText::FromString(TEXT("In use pin Target no longer exists on node Open Door. Please refresh node or break links to remove pin."))));
		}
	});
	StandIn::SetLiveCoding(StandIn::ELiveCoding::On);
	PrepareCompile(true);
}

void FEditorDaySpec::PrepareProject()
{
	Folder = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("Source/Doors");
	Source = Folder / TEXT("AirlockDoor.cpp");
	TestTrue(TEXT("the source is written"), FFileHelper::SaveStringToFile(
		TEXT("#include \"AirlockDoor.h\"\r\n\r\nvoid AAirlockDoor::BeginPlay()\r\n{\r\n\tSuper::BeginPlay();\r\n\tbIsPowered = Generator->HasPower();\r\n}\r\n"), *Source));
	Original.Empty();
	TestTrue(TEXT("it can be read"), FFileHelper::LoadFileToArray(Original, *Source) && Original.Num() > 0);
}

void FEditorDaySpec::PrepareCompile(bool bFails)
{
	StandIn::FLiveCompile Compile;
	Compile.Compiler.Add(TEXT("[1/2] Compile AirlockDoor.cpp"));
	if (bFails)
	{
		Compile.Compiler.Add(TEXT("C:\\Lyra\\Source\\Doors\\AirlockDoor.cpp(6): error C2065: 'HandlePowerChange': undeclared identifier"));
		Compile.Ended = ELiveCodingCompileResult::Failure;
	}
	StandIn::SetLiveCompile(Compile);
}

void FEditorDaySpec::Answer(const TCHAR* Shown, const TCHAR* Button)
{
	Window->UntilSeen(Shown);
	Window->UntilSeen(TEXT("waits for your approval"));
	Window->Click(Button);
}

void FEditorDaySpec::TypeReason(const TCHAR* Reason)
{
	for (const TSharedRef<SChatField>& Box : StandIn::FindAll<SChatField>(Window->Get()))
	{
		if (Box->GetVisibility().IsVisible() && StandIn::IsOnScreen(Box))
		{
			StandIn::Focus(Box->GetTextBox());
			StandIn::TypeText(Reason);
			return;
		}
	}
	AddError(TEXT("No box for a reason is on the screen."));
}

FString FEditorDaySpec::Held() const
{
	FString Text;
	FFileHelper::LoadFileToString(Text, *Source);
	return Text;
}

void FEditorDaySpec::WorkOnSource()
{
	// It looks and reads without a question. The edit is in the row as a diff before it is written.
	Window->UntilSeen(TEXT("edit Source/Doors/AirlockDoor.cpp: +1 -1 lines"));
	Window->UntilSeen(TEXT("-\tbIsPowered = Generator->HasPower();"));
	TestTrue(TEXT("before it is allowed"), Held().Contains(TEXT("HasPower")));
	StandIn::RenderNow();
	Answer(TEXT("+\tGenerator->OnPowerChanged.AddDynamic(this, &AAirlockDoor::HandlePowerChange);"), TEXT("Allow once"));
	// It asks before it compiles: once, and then it may.
	Window->UntilSeen(TEXT("It controls the editor"));
	TestTrue(TEXT("after it"), Held().Contains(TEXT("HandlePowerChange);\r\n")));
	Answer(TEXT("compile_sources"), TEXT("For this conversation"));
	Window->UntilSeen(TEXT("The function has another name; I correct it."));
	TestEqual(TEXT("compiles"), StandIn::LiveCompiles(), 1);
	PrepareCompile(false);
	Answer(TEXT("+\tGenerator->OnPowerChanged.AddDynamic(this, &AAirlockDoor::HandlePowerChanged);"), TEXT("Allow once"));
	Window->UntilSeen(TEXT("It compiles. Now the Blueprint's pin."));
	TestEqual(TEXT("compiles after the correction"), StandIn::LiveCompiles(), 2);
	TestTrue(TEXT("line ends stay"), Held().Contains(TEXT("HandlePowerChanged);\r\n}\r\n")));
}

void FEditorDaySpec::WorkOnBlueprint()
{
	// The script is in the row before it runs.
	Window->UntilSeen(TEXT("door.connect('Target', 'PowerGrid')"));
	TestEqual(TEXT("steps before it is allowed"), StandIn::Transactions().Num(), 0);
	Answer(TEXT("import unreal"), TEXT("Allow once"));
	Answer(TEXT("I compile it as well."), TEXT("Allow once"));
	// It looks without a question, and wants to save.
	Window->UntilSeen(TEXT("It makes permanent changes"));
	TestEqual(TEXT("steps"), StandIn::Transactions().Num(), 1);
	TypeReason(TEXT("the level is locked today"));
	Window->Click(TEXT("Deny"));
	Answer(TEXT("Then I take the step of the script back."), TEXT("Allow once"));
	Window->UntilSeen(TEXT("Nothing is saved and the pin is as it was, as you wish."));
	Window->Settle();
	TestEqual(TEXT("steps in the end"), StandIn::Transactions().Num(), 0);
	TestEqual(TEXT("saved"), StandIn::SavedPackages().Num(), 0);
}

void FEditorDaySpec::TakeEditsBack()
{
	TestTrue(TEXT("what is to be taken back"), Held().Contains(TEXT("HandlePowerChanged")));
	Window->Click(TEXT("Undo edits"));
	Window->UntilSeen(TEXT("Edits undone. Files restored: 1, removed: 0"));
	TArray<uint8> Now;
	TestTrue(TEXT("each byte is as before the turn"), FFileHelper::LoadFileToArray(Now, *Source) && Now == Original);
}

void FEditorDaySpec::TestCalls(const UChatSession& Session)
{
	TArray<FString> Open;
	int32 Results = 0;
	FString Told;
	for (const FVibeUEMessage& Message : Session.GetMessages(0, MAX_int32))
	{
		for (const FVibeUEToolResult& Result : Message.ToolResults)
		{
			TestEqual(FString::Printf(TEXT("%s answers a call"), *Result.CallId), Open.Remove(Result.CallId), 1);
			Told += Result.Text + TEXT("\n");
			++Results;
		}
		for (const FVibeUEToolCall& Call : Message.ToolCalls)
		{
			Open.Add(Call.CallId);
		}
	}
	TestEqual(TEXT("results"), Results, Calls);
	TestEqual(TEXT("calls without a result"), Open.Num(), 0);
	for (const TCHAR* const Words : {TEXT("/Game/Doors/BP_AirlockDoor.BP_AirlockDoor Blueprint"), TEXT("actor AirlockDoor_2 (Actor)"),
			 TEXT("bIsPowered = Generator->HasPower();"), TEXT("AirlockDoor.cpp(6): error C2065: 'HandlePowerChange': undeclared identifier"),
			 TEXT("Compiled, and the running editor is patched."), TEXT("connected 1 pin"), TEXT("compiled: 0 errors"), TEXT("shown as 960 by 540"),
			 TEXT("the level is locked today"), TEXT("1 of 1 steps were undone.")})
	{
		TestTrue(FString::Printf(TEXT("the journal holds %s; it holds %s"), Words, *Told), Told.Contains(Words));
	}
}

void FEditorDaySpec::GoOnBy(const TCHAR* Protocol, const TCHAR* Path, const FString& Id)
{
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	Settings->Protocol = Protocol;
	Settings->BaseUrl = FSpecSandbox::GetServer() + Path;
	FSpecSandbox::Notify();
	const TStrongObjectPtr<UChatSession> Again(UChatSession::OpenConversation(Id));
	StandIn::FramesUntil([&Again] { return Again->GetState() == EVibeUEChatState::Idle; }, FSpecSandbox::FramePatience);
	TestCalls(*Again);
	TestTrue(TEXT("the picture counts"), Again->GetTokenBreakdown().Images > 0);
	const int64 Before = Again->GetMessageCount();
	// The server refuses what no provider of that protocol would accept.
	TestTrue(TEXT("it goes on"), Again->SubmitUserMessage(FString::Printf(TEXT("Thank you, by %s."), Protocol)));
	StandIn::FramesUntil([&Again, Before] { return Again->GetState() == EVibeUEChatState::Idle && Again->GetMessageCount() >= Before + 2; }, FSpecSandbox::FramePatience);
	TestEqual(FString::Printf(TEXT("what failed by %s: %s"), Protocol, *Again->GetLastError().Message), Again->GetLastError().Kind, EVibeUEFailure::None);
	Again->Close();
}

// Long because it lists its cases.
void FEditorDaySpec::Define()
{
	BeforeEach([this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		PrepareProject();
	});
	AfterEach([this]()
	{
		Window.Reset();
		StandIn::ResetEditor();
		StandIn::SetLiveCoding(StandIn::ELiveCoding::Missing);
		Sandbox.Reset();
		IFileManager::Get().DeleteDirectory(*Folder, false, true);
	});

	It(TEXT("of finding, editing, compiling, correcting, looking, being denied and undoing holds on every wire, also after the editor was closed"), [this]()
	{
		if (!FTestConversation::UseServer(*this, 96000))
		{
			return;
		}
		AddExpectedError(TEXT("Live coding failed"), EAutomationExpectedErrorFlags::Contains, 1);
		GetMutableDefault<UVibeUESettings>()->bOfferEditorTools = true;
		GetMutableDefault<UVibeUESettings>()->bOfferFileTools = true;
		PrepareEditor();
		if (!Window->OpenScene(760.0f, 840.0f))
		{
			return;
		}
		Window->Type(TEXT("Fix the airlock door, and show me."));
		WorkOnSource();
		WorkOnBlueprint();
		TestCalls(*Window->GetSession());
		TakeEditsBack();
		const FString Id = Window->GetSession()->GetConversationId();
		Window->Close();
		GoOnBy(TEXT("openai"), TEXT("/v1"), Id);
		GoOnBy(TEXT("responses"), TEXT("/v1"), Id);
		GoOnBy(TEXT("anthropic"), TEXT(""), Id);
		GoOnBy(TEXT("gemini"), TEXT(""), Id);
		GoOnBy(TEXT("ollama"), TEXT(""), Id);
	});
}

#endif
