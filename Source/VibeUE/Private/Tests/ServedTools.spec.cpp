// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecTool.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Tools/ServedTools.h"
#include "VibeUESettings.h"
#include "Widgets/SChatText.h"
#include "Widgets/SServedTools.h"
#include "Widgets/SToolCallRow.h"

// The program that calls is the stand-in's.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Editor.h"
#include "StandIn/Host.h"
#include "StandIn/Program.h"
#include "StandIn/Slate.h"
#include "StandIn/SourceControl.h"

BEGIN_DEFINE_SPEC(FServedToolsSpec, "VibeUE.Tools.served", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	TSharedPtr<FSpecTool> Tool;
	TSharedPtr<StandIn::FProgram> Program;
	/** The calls that were written down when the tool of the spec ran. */
	FString Written;

	/** Opens the window with tools that are served, and a program that knows their address. */
	bool Begin(EVibeUEToolAccess Access);

	/** The program begins to call the tool of the spec, without a greeting. */
	void Call() const;

	/** The program begins to call a tool. */
	void Call(const TCHAR* Name, const TCHAR* Arguments) const;

	/** Waits until the program has its answer; returns it. */
	FString Answer();
END_DEFINE_SPEC(FServedToolsSpec)

bool FServedToolsSpec::Begin(EVibeUEToolAccess Access)
{
	Tool = MakeShared<FSpecTool>(TEXT("paint_doors"), Access, [this](const TSharedRef<FVibeUEToolRun>& Run)
	{
		FFileHelper::LoadFileToString(Written, *(FConversationFiles::GetFolder() / TEXT("OtherPrograms.calls")));
		Run->Done(TEXT("painted ") + Run->GetArguments().GetText(TEXT("what")));
	});
	Program = MakeShared<StandIn::FProgram>();
	if (!FTestConversation::UseServer(*this, 100000))
	{
		return false;
	}
	UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
	Values->bOfferEditorTools = true;
	Values->bOfferFileTools = true;
	Values->bServeTools = true;
	return Window->Open(560.0f, 1200.0f) && Window->UntilSeen(TEXT("Tools are served at http://127.0.0.1:"));
}

void FServedToolsSpec::Call() const
{
	Call(TEXT("paint_doors"), TEXT("{\"what\": \"red\"}"));
}

void FServedToolsSpec::Call(const TCHAR* Name, const TCHAR* Arguments) const
{
	const TSharedPtr<FServedTools> Served = FServedTools::Get();
	const FString Body = FString::Printf(TEXT("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"%s\", "
		"\"arguments\": %s, \"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\", "
		"\"io.modelcontextprotocol/clientInfo\": {\"name\": \"outsider\", \"version\": \"7\"}}}}"), Name, Arguments);
	const FString Headers =
		FString::Printf(TEXT("Authorization: %s\r\nMcp-Method: tools/call\r\nMcp-Name: %s\r\n"), *Served->GetAuthorization(), Name);
	Program->Post(Served->GetUrl(), Headers, Body);
}

FString FServedToolsSpec::Answer()
{
	Window->Until(TEXT("an answer"), [this]() { return Program->IsAnswered(); });
	return Program->GetAnswer();
}

// Long because it lists its cases.
void FServedToolsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		// A case before this one may have played the editor's exit.
		FServedTools::Get()->Start();
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});
	AfterEach([this]()
	{
		Program.Reset();
		Chat.Reset();
		Window.Reset();
		Tool.Reset();
		Sandbox.Reset();
	});

	It(TEXT("are asked for by a row, and the program hears what the user said"), [this]()
	{
		if (!Begin(EVibeUEToolAccess::Write))
		{
			return;
		}
		Call();
		Window->UntilSeen(TEXT("Another program, which calls itself outsider 7, requests this:"));
		TestEqual(TEXT("runs before anybody allowed it"), Tool->GetRuns().Num(), 0);
		Window->Click(TEXT("Allow once"));
		TestTrue(TEXT("the result"), Answer().Contains(TEXT("painted red")));
		Window->UntilGone(TEXT("outsider 7"));
		Call();
		Window->Click(TEXT("Deny"));
		TestTrue(TEXT("the denial"), Answer().Contains(TEXT("denied by the user")));
		TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1);
	});

	It(TEXT("are asked for by rows that stay while the user writes in them, whatever else changes"), [this]()
	{
		if (!Begin(EVibeUEToolAccess::Write))
		{
			return;
		}
		Call();
		Window->UntilSeen(TEXT("outsider 7"));
		const TSharedRef<SServedTools> Served = StandIn::Find<SServedTools>(Window->Get()).ToSharedRef();
		const TSharedPtr<SChatText> Reason = StandIn::Find<SChatText>(Served);
		StandIn::Focus(Reason);
		StandIn::TypeText(TEXT("not n"));
		Window->Until(TEXT("what is written so far"), [Reason] { return Reason->GetText().ToString().Equals(TEXT("not n")); });
		// As when another program's call is withdrawn, or a conversation goes into plan mode.
		FServedTools::Get()->OnChanged().Broadcast();
		StandIn::Frames(2);
		TestTrue(TEXT("the row is the same"), StandIn::Find<SChatText>(Served) == Reason && Reason->HasKeyboardFocus());
		StandIn::TypeText(TEXT("ow"));
		TestEqual(TEXT("what is written"), Reason->GetText().ToString(), FString(TEXT("not now")));
		Window->Click(TEXT("Deny"));
		TestTrue(TEXT("the reason"), Answer().Contains(TEXT("not now")));
	});

	It(TEXT("run once, however often the user says yes"), [this]()
	{
		if (!Begin(EVibeUEToolAccess::Write))
		{
			return;
		}
		Call();
		Window->UntilSeen(TEXT("outsider 7"));
		const TSharedPtr<FServedTools> Served = FServedTools::Get();
		const FString CallId = Served->GetQuestions()[0].Call.CallId;
		Served->Answer(CallId, EVibeUEToolApproval::Allow, FString());
		Served->Answer(CallId, EVibeUEToolApproval::AllowProject, FString());
		TestTrue(TEXT("the result"), Answer().Contains(TEXT("painted red")));
		TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1);
		Call();
		Window->UntilSeen(TEXT("outsider 7"));
		TestEqual(TEXT("runs that nobody allowed"), Tool->GetRuns().Num(), 1);
		Window->Click(TEXT("Deny"));
		TestTrue(TEXT("the denial"), Answer().Contains(TEXT("denied by the user")));
	});

	It(TEXT("are written down before they run, and one that ended the editor is named when it starts again"), [this]()
	{
		const FString File = FConversationFiles::GetFolder() / TEXT("OtherPrograms.calls");
		FFileHelper::SaveStringToFile(TEXT("{\"run\": \"1-1\", \"call\": \"outside-3\", \"caller\": \"earlier 2\", \"tool\": \"paint_doors\", \"arguments\": \"{}\"}\n"), *File);
		AddExpectedErrorPlain(TEXT("The editor exited earlier during a call by another program, which calls itself earlier 2: paint_doors"));
		if (!Begin(EVibeUEToolAccess::Write))
		{
			return;
		}
		Window->UntilSeen(TEXT("The editor closed while this call from earlier 2 was running: paint_doors {}"));
		Call();
		Window->Click(TEXT("Allow once"));
		TestTrue(TEXT("the result"), Answer().Contains(TEXT("painted red")));
		TestTrue(TEXT("it was there before it ran"), Written.Contains(TEXT("\"caller\":\"outsider 7\"")) && Written.Contains(TEXT("\"decided\":\"person\"")));
		FString Kept;
		FFileHelper::LoadFileToString(Kept, *File);
		TestTrue(TEXT("its end"), Kept.Contains(TEXT("\"end\":\"done\"")));
	});

	It(TEXT("check a file out of source control that they edit, after the user allowed it"), [this]()
	{
		const FString Door = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("SpecServedDoor.txt");
		FFileHelper::SaveStringToFile(TEXT("the door\nis blue\n"), *Door);
		StandIn::SetReadOnly(Door, true);
		StandIn::SetSourceControl(true);
		if (Begin(EVibeUEToolAccess::Write))
		{
			Call(TEXT("edit_file"), TEXT("{\"path\": \"SpecServedDoor.txt\", \"old_text\": \"blue\", \"new_text\": \"red\"}"));
			const TSharedPtr<FServedTools> Served = FServedTools::Get();
			Window->Until(TEXT("the question"), [this, Served]() { return Served->GetQuestions().Num() == 1 || Program->IsAnswered(); });
			TestEqual(TEXT("questions"), Served->GetQuestions().Num(), 1);
			const FVibeUEToolCall Asked = Served->GetQuestions().IsEmpty() ? FVibeUEToolCall() : Served->GetQuestions()[0].Call;
			TestTrue(FString::Printf(TEXT("it is said; it reads %s"), *Asked.Preview.Title), Asked.Preview.Title.EndsWith(TEXT("; it will be checked out first")));
			TestEqual(TEXT("what is checked out before it is allowed"), StandIn::CheckedOutFiles().Num(), 0);
			Served->Answer(Asked.CallId, EVibeUEToolApproval::Allow, FString());
			TestTrue(TEXT("the result"), Answer().Contains(TEXT("SpecServedDoor.txt")));
			TestTrue(TEXT("what is checked out"), StandIn::CheckedOutFiles() == TArray<FString>({Door}));
			FString Text;
			FFileHelper::LoadFileToString(Text, *Door);
			TestEqual(TEXT("what the file holds"), Text, FString(TEXT("the door\nis red\n")));
		}
		StandIn::SetSourceControl(false);
		StandIn::SetReadOnly(Door, false);
		IFileManager::Get().Delete(*Door);
	});

	It(TEXT("run without a question where they only look, and are copied with their token"), [this]()
	{
		if (!Begin(EVibeUEToolAccess::Read))
		{
			return;
		}
		Call();
		TestTrue(TEXT("the result"), Answer().Contains(TEXT("painted red")));
		Window->Click(TEXT("Copy for a program"));
		const TSharedPtr<FServedTools> Served = FServedTools::Get();
		TestTrue(TEXT("the address"), StandIn::Clipboard().Contains(Served->GetUrl()));
		TestTrue(TEXT("the token"), StandIn::Clipboard().Contains(Served->GetAuthorization()));
		Program->Post(Served->GetUrl(), TEXT("Authorization: Bearer guessed\r\n"), TEXT("{}"));
		TestTrue(TEXT("a guess"), Answer().Contains(TEXT("401 Unauthorized")));
	});

	It(TEXT("are asked for no longer when the program goes away, or the setting is turned off"), [this]()
	{
		if (!Begin(EVibeUEToolAccess::Write))
		{
			return;
		}
		Call();
		Window->UntilSeen(TEXT("outsider 7"));
		Program->Leave();
		Window->UntilGone(TEXT("outsider 7"));
		Call();
		Window->UntilSeen(TEXT("outsider 7"));
		GetMutableDefault<UVibeUESettings>()->bServeTools = false;
		Window->UntilGone(TEXT("Tools are served"));
		TestFalse(TEXT("an answer of a tool"), Answer().Contains(TEXT("painted")));
		TestFalse(TEXT("is served"), FServedTools::Get()->IsServing());
		TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 0);
	});

	It(TEXT("change nothing while a conversation is in plan mode"), [this]()
	{
		if (!Begin(EVibeUEToolAccess::Write))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("plan mode is taken"), Session->SetPlanMode(true));
		Call();
		TestTrue(TEXT("the refusal"), Answer().Contains(TEXT("plan mode is on")));
		Window->UntilSeen(TEXT("Plan mode is on in a conversation"));
		TestTrue(TEXT("plan mode ends"), Session->SetPlanMode(false));
		Window->UntilGone(TEXT("Plan mode is on in a conversation"));
		Call();
		Window->Click(TEXT("Allow once"));
		TestTrue(TEXT("the result"), Answer().Contains(TEXT("painted red")));
		TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1);
	});

	LatentIt(TEXT("are listed to an agent that reaches them by their address"), Timeout, [this](const FDoneDelegate& Done)
	{
		const FString Scripted = FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_TOOL_SERVER"));
		Window.Reset();
		Sandbox.Reset();
		Chat = MakeShared<FSpecChat>(*this);
		GetMutableDefault<UVibeUESettings>()->bServeTools = true;
		GetMutableDefault<UVibeUESettings>()->AgentCommand = FString::Printf(TEXT("\"%s\" --acp by_address"), *Scripted);
		Chat->Wait(TEXT("the tools"), []() { return FServedTools::Get()->IsServing(); });
		Chat->Do([this]() { Chat->Open(); });
		Chat->WaitUntilOpened();
		Chat->Do([this]() { TestTrue(TEXT("the permission is taken"), (*Chat)->AllowAgent()); });
		Chat->Say(TEXT("memory"));
		Chat->Do([this]() { TestTrue(TEXT("what it was told"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("servers: vibeue;"))); });
		Chat->Run(Done);
	});
}

#endif
