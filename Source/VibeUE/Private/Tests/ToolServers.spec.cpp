// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"

// They write into the project's folder, which belongs to the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Editor.h"
#include "StandIn/Slate.h"

BEGIN_DEFINE_SPEC(FToolServersSpec, "VibeUE.Tools.servers", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	FString List;

	/** Returns an entry of a list: the scripted server, which behaves so. */
	static FString Entry(const TCHAR* Name, const TCHAR* Mode);

	/** Writes the project's list with these entries. */
	void Write(const FString& Entries) const;

	/** Returns what a server does; it has to be there. */
	FVibeUEToolServer Find(const TCHAR* Name) const;

	/** Opens a conversation and waits until it knows this number of servers, as steps of the spec. */
	void OpenWith(int32 Servers);

	/** A step that waits until a server does this. */
	void WaitFor(const TCHAR* Name, EVibeUEToolServerState State);

	/** Steps that allow a server and wait until it answers. */
	void Allow(const TCHAR* Name);
END_DEFINE_SPEC(FToolServersSpec)

FString FToolServersSpec::Entry(const TCHAR* Name, const TCHAR* Mode)
{
	const FString Program = FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_TOOL_SERVER"));
	return FString::Printf(TEXT("\n  \"%s\": {\"command\": \"%s\", \"args\": [\"--mcp\", \"%s\"]}"), Name, *Program, Mode);
}

void FToolServersSpec::Write(const FString& Entries) const
{
	FFileHelper::SaveStringToFile(TEXT("{\"mcpServers\": {") + Entries + TEXT("\n}}\n"), *List);
}

FVibeUEToolServer FToolServersSpec::Find(const TCHAR* Name) const
{
	for (const FVibeUEToolServer& Server : (*Chat)->GetToolServers())
	{
		if (Server.Name.Equals(Name))
		{
			return Server;
		}
	}
	return FVibeUEToolServer();
}

void FToolServersSpec::OpenWith(int32 Servers)
{
	Chat = MakeShared<FSpecChat>(*this);
	Chat->Open();
	Chat->WaitUntilOpened();
	Chat->Wait(TEXT("the servers of the list"), [this, Servers]() { return (*Chat)->GetToolServers().Num() == Servers; });
}

void FToolServersSpec::WaitFor(const TCHAR* Name, EVibeUEToolServerState State)
{
	Chat->Wait(FString::Printf(TEXT("the server %s"), Name), [this, Name, State]() { return Find(Name).State == State; });
}

void FToolServersSpec::Allow(const TCHAR* Name)
{
	Chat->Do([this, Name]() { TestTrue(TEXT("the permission is taken"), (*Chat)->AllowToolServer(Name)); });
	WaitFor(Name, EVibeUEToolServerState::Ready);
}

// Long because it lists its cases.
void FToolServersSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();
	static const TCHAR* const Act = TEXT("use doors__act {\"what\": \"it\"}");

	BeforeEach([this]()
	{
		List = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT(".mcp.json");
		TestFalse(TEXT("the program that acts as a server is not named"),
			FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_TOOL_SERVER")).IsEmpty());
	});
	AfterEach([this]()
	{
		Chat.Reset();
		Window.Reset();
		Sandbox.Reset();
		IFileManager::Get().Delete(*List);
	});

	LatentIt(TEXT("start when the user allows them, run what the user allows, and start by themselves the next time"), Timeout, [this](const FDoneDelegate& Done)
	{
		Write(Entry(TEXT("doors"), TEXT("plain")) + TEXT(",") + Entry(TEXT("broken"), TEXT("dies_at_start")));
		OpenWith(2);
		Chat->Do([this]()
		{
			const FVibeUEToolServer Doors = Find(TEXT("doors"));
			TestEqual(TEXT("before anybody allowed it"), Doors.State, EVibeUEToolServerState::NeedsPermission);
			TestEqual(TEXT("its list"), Doors.File, List);
			TestEqual(TEXT("its line"), Doors.Line, 2);
			TestTrue(TEXT("its command"), Doors.Origin.EndsWith(TEXT(" --mcp plain")));
			TestEqual(TEXT("its tools"), Doors.Tools.Num(), 0);
			(*Chat)->AllowToolServer(TEXT("broken"));
		});
		Allow(TEXT("doors"));
		WaitFor(TEXT("broken"), EVibeUEToolServerState::Failed);
		Chat->Do([this]()
		{
			TestTrue(TEXT("its last words"), Find(TEXT("broken")).Words.Contains(TEXT("cannot read properties of undefined")));
			TestTrue(TEXT("its tools"), Find(TEXT("doors")).Tools == TArray<FString>({TEXT("doors__act")}));
			(*Chat)->SubmitUserMessage(Act);
		});
		Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]()
		{
			const FVibeUEToolCall& Call = Chat->ToolCalls[0];
			TestTrue(TEXT("a person is asked"), Call.bNeedsApproval);
			TestTrue(TEXT("the plugin runs it"), Call.bRunsItself);
			TestEqual(TEXT("what it may touch"), Call.Access, EVibeUEToolAccess::Destructive);
			TestTrue(TEXT("who would run it"), Call.Preview.Title.StartsWith(TEXT("doors__act of ")) && Call.Preview.Title.EndsWith(TEXT(" --mcp plain")));
			FString Journal;
			FFileHelper::LoadFileToString(Journal, *FConversationFiles::GetPath((*Chat)->GetConversationId()));
			TestTrue(TEXT("the call is on disk before it runs"), Journal.Contains(Call.CallId) && Journal.Contains(TEXT("doors__act")));
			TestFalse(TEXT("a host's answer is taken"), (*Chat)->AnswerToolCall(Call.CallId, TEXT("done")));
			Chat->Errors.Empty();
			(*Chat)->ApproveToolCall(Call.CallId, EVibeUEToolApproval::Allow, FString());
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			TestTrue(TEXT("its result"), Chat->Describe(EVibeUEHistory::Transcript).Contains(TEXT("did it")));
			Chat->TestPairs(TEXT("after a call"), EVibeUEHistory::Transcript);
		});
		Chat->Reopen();
		WaitFor(TEXT("doors"), EVibeUEToolServerState::Ready);
		Chat->Do([this]()
		{
			Write(Entry(TEXT("doors"), TEXT("banner")));
			TestTrue(TEXT("reading the lists again"), (*Chat)->ReloadToolServers());
		});
		WaitFor(TEXT("doors"), EVibeUEToolServerState::NeedsPermission);
		Chat->Do([this]() { TestEqual(TEXT("servers of the new list"), (*Chat)->GetToolServers().Num(), 1); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("are stopped with the turn, and start again at a word"), Timeout, [this](const FDoneDelegate& Done)
	{
		Write(Entry(TEXT("doors"), TEXT("hang")));
		OpenWith(1);
		Allow(TEXT("doors"));
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(Act); });
		Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]() { (*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Allow, FString()); });
		Chat->Wait(TEXT("the call to be under way"), [this]() { return (*Chat)->GetState() == EVibeUEChatState::WaitingForTools; });
		Chat->Do([this]() { (*Chat)->CancelTurn(); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("how the turn ended"), Chat->TurnEnds[0], EVibeUETurnEnd::Cancelled);
			TestTrue(TEXT("how the call ended"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Cancelled}));
		});
		Chat->Say(TEXT("And now?"));
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(Act); });
		Chat->Wait(TEXT("the second question"), [this]() { return Chat->ToolCalls.Num() == 2; });
		Chat->Do([this]() { (*Chat)->ApproveToolCall(Chat->ToolCalls[1].CallId, EVibeUEToolApproval::Allow, FString()); });
		Chat->Wait(TEXT("the second call to be under way"), [this]() { return (*Chat)->GetState() == EVibeUEChatState::WaitingForTools; });
		Chat->Do([this]() { TestTrue(TEXT("a restart is taken"), (*Chat)->RestartToolServer(TEXT("doors"))); });
		Chat->Wait(TEXT("the end of the third turn"), [this]() { return Chat->TurnEnds.Num() == 3; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("how the turn went on"), Chat->TurnEnds[2], EVibeUETurnEnd::Completed);
			TestTrue(TEXT("the call did not come to its end"), Chat->ToolEnds.Num() == 2 && Chat->ToolEnds[1] != EVibeUEToolEnd::Done);
			Chat->TestPairs(TEXT("after two calls"), EVibeUEHistory::Transcript);
		});
		WaitFor(TEXT("doors"), EVibeUEToolServerState::Ready);
		Chat->Run(Done);
	});

	LatentIt(TEXT("whose list has a mistake are reported with its file and line, and without servers nothing can be asked of them"), Timeout,
		[this](const FDoneDelegate& Done)
	{
		Write(Entry(TEXT("doors"), TEXT("plain")) + TEXT(",\n  \"odd\": {\"command\": 7}"));
		OpenWith(2);
		Chat->Do([this]()
		{
			const FVibeUEToolServer Odd = Find(TEXT("odd"));
			TestEqual(TEXT("its state"), Odd.State, EVibeUEToolServerState::Unusable);
			TestEqual(TEXT("its list"), Odd.File, List);
			TestEqual(TEXT("its line"), Odd.Line, 3);
			TestEqual(TEXT("what is wrong"), Odd.Words, FString(TEXT("`command` is not a string")));
			FFileHelper::SaveStringToFile(TEXT("{\"mcpServers\": {\n  \"doors\": }\n}"), *List);
			(*Chat)->ReloadToolServers();
		});
		Chat->Wait(TEXT("the list to be read again"), [this]() { return (*Chat)->GetToolServers().Num() == 1; });
		Chat->Do([this]()
		{
			const FVibeUEToolServer Broken = (*Chat)->GetToolServers()[0];
			TestEqual(TEXT("its state"), Broken.State, EVibeUEToolServerState::Unusable);
			TestEqual(TEXT("the line of the mistake"), Broken.Line, 2);
			TestTrue(TEXT("the mistake"), Broken.Words.StartsWith(TEXT("the list of servers is not JSON: ")));
			GetMutableDefault<UVibeUESettings>()->bUseToolServers = false;
		});
		Chat->Reopen();
		Chat->Do([this]()
		{
			TestEqual(TEXT("servers"), (*Chat)->GetToolServers().Num(), 0);
			TestFalse(TEXT("one is started"), (*Chat)->RestartToolServer(TEXT("doors")));
			Chat->TestOneError(TEXT("asking for one"), EVibeUEFailure::Invalid, TEXT("uses no tool servers"));
		});
		Chat->Run(Done);
	});

	It(TEXT("of the engine's own that do not answer are started at a click, and what comes of it is named"), [this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		GetMutableDefault<UVibeUESettings>()->bUseEngineServer = true;
		if (!FTestConversation::UseServer(*this, 100000) || !Window->Open(560.0f, 1200.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("Servers: 1 of 1 failed"));
		Window->Click(TEXT("Servers: 1 of 1 failed"));
		Window->UntilSeen(TEXT("Start it"));
		// An editor without the plugin knows no such command.
		Window->Click(TEXT("Start it"));
		Window->UntilSeen(TEXT("The editor does not know the command ModelContextProtocol.StartServer."));
		const TSharedRef<TArray<FString>> Ran = MakeShared<TArray<FString>>();
		StandIn::SetConsole([Ran](const FString& Command, FOutputDevice&) { Ran->Add(Command); });
		Window->Click(TEXT("Start it"));
		Window->UntilSeen(TEXT("The editor was told to start its server, and no server of this project answers."));
		TestTrue(TEXT("what the editor was told"), *Ran == TArray<FString>({TEXT("ModelContextProtocol.StartServer")}));
		TestFalse(TEXT("the first answer is shown"), Window->Sees(TEXT("The editor does not know the command")));
		StandIn::ResetEditor();
		Window->Close();
	});

	It(TEXT("are shown in the window, which allows them and starts them again at a click"), [this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Write(Entry(TEXT("doors"), TEXT("plain")) + TEXT(",") + Entry(TEXT("broken"), TEXT("dies_at_start")));
		if (!FTestConversation::UseServer(*this, 100000) || !Window->Open(560.0f, 1200.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("Servers: 2 of 2 need permission"));
		TestFalse(TEXT("the list is shown unasked"), Window->Sees(TEXT("waits for your permission")));
		Window->Click(TEXT("Servers: 2 of 2 need permission"));
		Window->UntilSeen(TEXT("waits for your permission"));
		TestTrue(TEXT("the command is shown"), Window->Sees(TEXT(" --mcp plain")));
		StandIn::RenderNow();
		Window->Click(TEXT("Allow in this project"));
		Window->UntilSeen(TEXT("ready, 1 tool"));
		Window->Click(TEXT("Allow in this project"));
		Window->UntilSeen(TEXT("The server broken failed: "));
		Window->UntilSeen(TEXT("Servers: 1 of 2 failed"));
		TestTrue(TEXT("its last words are shown"), Window->Sees(TEXT("cannot read properties of undefined")));
		Window->Type(Act);
		Window->UntilSeen(TEXT("doors__act of "));
		Window->Click(TEXT("Allow once"));
		Window->Settle();
		Window->Click(TEXT("Restart"));
		Window->UntilSeen(TEXT("ready, 1 tool"));
		Write(Entry(TEXT("doors"), TEXT("plain")));
		Window->Click(TEXT("Read the lists again"));
		Window->UntilSeen(TEXT("Servers: 1"));
		Window->UntilGone(TEXT("The server broken failed: "));
		Window->Close();
	});

	It(TEXT("in the lists of other programs are offered, and used after one click"), [this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		const FString Home = FConversationFiles::GetFolder() / TEXT("home");
		const FString Other = Home / TEXT(".cursor") / TEXT("mcp.json");
		TestTrue(TEXT("their list"), FFileHelper::SaveStringToFile(TEXT("{\"mcpServers\": {\n") + Entry(TEXT("stairs"), TEXT("plain")) + TEXT("\n}}\n"), *Other));
		Sandbox->SetEnvironment(TEXT("VIBEUE_SERVER_LISTS"), Home);
		if (!FTestConversation::UseServer(*this, 100000) || !Window->OpenScene(560.0f, 760.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("Server lists found: 1"));
		Window->Click(TEXT("Server lists found: 1"));
		for (const FString& Words : {FString(TEXT("Cursor")), FString(TEXT("keeps a list of your servers")), FString(TEXT("stairs")), TEXT("In ") + Other})
		{
			Window->UntilSeen(*Words);
		}
		TestEqual(TEXT("nothing is used unasked"), GetDefault<UVibeUESettings>()->ToolServerFiles.Num(), 0);
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Window->Click(TEXT("Use this list"));
		Window->UntilSeen(TEXT("Servers: 1 of 1 need permission"));
		// Relative to the project's folder, if it is in there.
		FString Saved = Other;
		FPaths::MakePathRelativeTo(Saved, *(FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("")));
		TestTrue(TEXT("the setting"), FPaths::IsRelative(Saved) && GetDefault<UVibeUESettings>()->ToolServerFiles == TArray<FString>({TEXT(".mcp.json"), Saved}));
		Window->UntilGone(TEXT("Use this list"));
		Window->Click(TEXT("Allow in this project"));
		Window->UntilSeen(TEXT("ready, 1 tool"));
		// The next conversation has it by itself.
		Window->ClickIcon(TEXT("Start a new conversation"));
		Window->Until(TEXT("its server"), [this] { return Window->GetSession()->GetToolServers().Num() == 1 && Window->GetSession()->GetToolServers()[0].State == EVibeUEToolServerState::Ready; });
		Window->Close();
	});
}

#endif
