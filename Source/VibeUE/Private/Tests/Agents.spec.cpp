// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

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

// The agent is the program of the tests, which a host in an engine does not have.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Slate.h"
#include "Widgets/Input/SComboButton.h"

BEGIN_DEFINE_SPEC(FAgentsSpec, "VibeUE.Agents", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	TSharedRef<TArray<FVibeUEFilesRestored>> Restored = MakeShared<TArray<FVibeUEFilesRestored>>();
	FString Door;

	/** Returns what the door's file holds now. */
	FString Held() const;

	/** A step in which the user allows the call of this number, for the whole conversation. */
	void AllowCall(int32 Index, const TCHAR* Name);

	/** Lets the scripted agent answer that is greeted so. */
	static void Choose(const TCHAR* Mode);

	/** Opens a conversation, and waits until it is open, as steps of the spec. */
	void Open();

	/** A step in which the user allows the agent. */
	void Allow();

	/** Steps that send a message whose turn fails with these words. */
	void SayInVain(const TCHAR* Text, const TCHAR* Words);
END_DEFINE_SPEC(FAgentsSpec)

void FAgentsSpec::Choose(const TCHAR* Mode)
{
	const FString Program = FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_TOOL_SERVER"));
	GetMutableDefault<UVibeUESettings>()->AgentCommand = FString::Printf(TEXT("\"%s\" --acp %s"), *Program, Mode);
}

FString FAgentsSpec::Held() const
{
	FString Text;
	FFileHelper::LoadFileToString(Text, *Door);
	return Text;
}

void FAgentsSpec::AllowCall(int32 Index, const TCHAR* Name)
{
	Chat->Wait(TEXT("the question"), [this, Index]() { return Chat->ToolCalls.Num() == Index + 1; });
	Chat->Do([this, Index, Name]()
	{
		TestEqual(TEXT("what it asks"), Chat->ToolCalls[Index].Name, FString(Name));
		(*Chat)->ApproveToolCall(Chat->ToolCalls[Index].CallId, EVibeUEToolApproval::AllowAlways, FString());
	});
}

void FAgentsSpec::Open()
{
	Chat->Open();
	Chat->WaitUntilOpened();
}

void FAgentsSpec::Allow()
{
	Chat->Do([this]() { TestTrue(TEXT("the permission is taken"), (*Chat)->AllowAgent()); });
}

void FAgentsSpec::SayInVain(const TCHAR* Text, const TCHAR* Words)
{
	Chat->Say(Text, EVibeUETurnEnd::Failed);
	Chat->Do([this, Words]()
	{
		if (TestEqual(TEXT("failures"), Chat->Errors.Num(), 1))
		{
			TestTrue(FString::Printf(TEXT("'%s' says: %s"), *Chat->Errors[0].Message, Words), Chat->Errors[0].Message.Contains(Words));
			TestTrue(TEXT("it can be tried again"), Chat->Errors[0].bCanRetry);
			TestFalse(TEXT("advice is given"), Chat->Errors[0].Hint.IsEmpty());
		}
		Chat->Errors.Empty();
	});
}

// Long because it lists its cases.
void FAgentsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		TestFalse(TEXT("the program that acts as an agent is not named"),
			FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_TOOL_SERVER")).IsEmpty());
	});
	AfterEach([this]()
	{
		Chat.Reset();
		Window.Reset();
		Sandbox.Reset();
		if (!Door.IsEmpty())
		{
			IFileManager::Get().Delete(*Door);
		}
	});

	LatentIt(TEXT("start when the user allows them, answer as a model does, and ask through the rows of tools"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat = MakeShared<FSpecChat>(*this);
		Choose(TEXT("plain"));
		Open();
		Chat->Do([this]()
		{
			const FVibeUEAgent Agent = (*Chat)->GetAgent();
			TestTrue(TEXT("an agent answers"), Agent.bIsUsed);
			TestEqual(TEXT("before anybody allowed it"), Agent.State, EVibeUEAgentState::NeedsPermission);
			TestTrue(TEXT("its command"), Agent.Command.EndsWith(TEXT(" --acp plain")));
		});
		SayInVain(TEXT("hello"), TEXT("this agent is not allowed in the project yet: "));
		Allow();
		Chat->Say(TEXT("hello there"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("the answer"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("You said: hello there")));
			TestEqual(TEXT("its name"), (*Chat)->GetAgent().Name, FString(TEXT("scripted 1.0")));
			TestEqual(TEXT("who answers"), (*Chat)->GetModelId(), FString(TEXT("scripted 1.0")));
			TestEqual(TEXT("its state"), (*Chat)->GetAgent().State, EVibeUEAgentState::Ready);
			TestEqual(TEXT("the budget while nothing is known of it"), (*Chat)->GetTokenBudget(), static_cast<int64>(0));
		});
		Chat->Say(TEXT("usage"));
		Chat->Do([this]()
		{
			const FVibeUETokenUsage Usage = (*Chat)->GetTokenBreakdown();
			TestEqual(TEXT("tokens in its context"), Usage.Used, static_cast<int64>(53000));
			TestEqual(TEXT("tokens that it may have"), Usage.Available, static_cast<int64>(200000));
			TestEqual(TEXT("what it cost"), (*Chat)->GetAgent().Cost, 0.25);
			(*Chat)->SubmitUserMessage(TEXT("edit /p/a.txt after"));
		});
		Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]()
		{
			const FVibeUEToolCall& Call = Chat->ToolCalls[0];
			TestEqual(TEXT("what it asks"), Call.Name, FString(TEXT("agent_asks_to_edit")));
			TestTrue(TEXT("a person is asked"), Call.bNeedsApproval);
			TestTrue(TEXT("the plugin answers it"), Call.bRunsItself);
			TestTrue(TEXT("the change is shown"), Call.Preview.bIsDiff && Call.Preview.Text.Contains(TEXT("-before")) && Call.Preview.Text.Contains(TEXT("+after")));
			(*Chat)->ApproveToolCall(Call.CallId, EVibeUEToolApproval::Allow, FString());
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 4; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("the agent heard the yes"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("edit: allow_once")));
			Chat->TestPairs(TEXT("after a question"), EVibeUEHistory::Transcript);
			TestFalse(TEXT("a summary is taken"), (*Chat)->ForceSummarize());
			Chat->TestOneError(TEXT("asking for a summary"), EVibeUEFailure::Conflict, TEXT("the agent keeps its own context"));
			Chat->Errors.Empty();
			TestFalse(TEXT("a dry run is taken"), (*Chat)->SetDryRun(true) || (*Chat)->IsDryRun());
			Chat->TestOneError(TEXT("trying only"), EVibeUEFailure::Conflict, TEXT("an agent acts on its own"));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("have files written as a model edits them: shown against the disk, guarded ones asked for apart, and taken back"), Timeout, [this](const FDoneDelegate& Done)
	{
		Restored->Empty();
		Door = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("SpecDoor.txt");
		FFileHelper::SaveStringToFile(TEXT("the door\nis blue"), *Door);
		Chat = MakeShared<FSpecChat>(*this);
		Choose(TEXT("plain"));
		Open();
		Allow();
		Chat->Do([this]()
		{
			const TSharedRef<TArray<FVibeUEFilesRestored>> Heard = Restored;
			(*Chat)->OnFilesRestored().AddLambda([Heard](const FVibeUEFilesRestored& Report) { Heard->Add(Report); });
			(*Chat)->SubmitUserMessage(TEXT("write_here SpecDoor.txt the door\nis red"));
		});
		AllowCall(0, TEXT("agent_asks_to_write"));
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			const FVibeUEToolPreview& Preview = Chat->ToolCalls[0].Preview;
			TestTrue(TEXT("the line about it"), Preview.Title.StartsWith(TEXT("edit SpecDoor.txt: +1 -1 lines")));
			TestTrue(TEXT("the lines"), Preview.bIsDiff && Preview.Text.Contains(TEXT("-is blue\n")) && Preview.Text.Contains(TEXT("+is red\n")));
			TestEqual(TEXT("after it"), Held(), FString(TEXT("the door\nis red")));
			const TArray<FVibeUEFileChanges> Changes = (*Chat)->GetFileChanges();
			TestTrue(TEXT("it is listed"), Changes.Num() == 1 && Changes[0].Files == TArray<FString>({TEXT("SpecDoor.txt")}));
			(*Chat)->SubmitUserMessage(TEXT("write_here .mcp.json {}"));
		});
		Chat->Wait(TEXT("a question, whatever was allowed"), [this]() { return Chat->ToolCalls.Num() == 2; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("what it asks"), Chat->ToolCalls[1].Name, FString(TEXT("agent_asks_to_write_guarded")));
			(*Chat)->ApproveToolCall(Chat->ToolCalls[1].CallId, EVibeUEToolApproval::Deny, FString());
		});
		Chat->Wait(TEXT("the end of the second turn"), [this]() { return Chat->TurnEnds.Num() == 2; });
		Chat->Do([this]()
		{
			(*Chat)->SetPlanMode(true);
			(*Chat)->SubmitUserMessage(TEXT("write_here SpecDoor.txt the door\nis gone"));
		});
		Chat->Wait(TEXT("the end of the turn in plan mode"), [this]() { return Chat->TurnEnds.Num() == 3; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("in plan mode"), Held(), FString(TEXT("the door\nis red")));
			(*Chat)->RestoreFiles();
		});
		Chat->Wait(TEXT("what came of it"), [this]() { return Restored->Num() == 1; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("what is as before"), (*Restored)[0].Restored == TArray<FString>({TEXT("SpecDoor.txt")}));
			TestEqual(TEXT("what it holds"), Held(), FString(TEXT("the door\nis blue")));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("fail by name, and answer the next message"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat = MakeShared<FSpecChat>(*this);
		Choose(TEXT("plain"));
		Open();
		Allow();
		SayInVain(TEXT("die"), TEXT("the agent stopped: "));
		Chat->Do([this]()
		{
			TestEqual(TEXT("its state"), (*Chat)->GetAgent().State, EVibeUEAgentState::Failed);
			TestTrue(TEXT("the conversation is as it was"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("die")));
		});
		Chat->Say(TEXT("hello again"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("the answer"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("You said: hello again")));
			(*Chat)->SubmitUserMessage(TEXT("hang"));
		});
		Chat->Wait(TEXT("words of the answer"), [this]() { return Chat->Streamed.Contains(TEXT("Waiting.")); });
		Chat->Do([this]() { (*Chat)->CancelTurn(); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 3; });
		Chat->Do([this]() { TestEqual(TEXT("how the turn ended"), Chat->TurnEnds[2], EVibeUETurnEnd::Cancelled); });
		Chat->Say(TEXT("and now"));
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("edit /p/a.txt after")); });
		Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]() { (*Chat)->CancelTurn(); });
		Chat->Wait(TEXT("the end of the turn that asked"), [this]() { return Chat->TurnEnds.Num() == 5; });
		Chat->Say(TEXT("still there"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("the answer after a stop"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("You said: still there")));
			Chat->TestPairs(TEXT("after it all"), EVibeUEHistory::Transcript);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("that cannot be started or greeted say why"), Timeout, [this](const FDoneDelegate& Done)
	{
		struct FTrouble
		{
			const TCHAR* Mode;
			const TCHAR* Words;
			EVibeUEAgentState State;
		};
		static const FTrouble Cases[] = {
			{TEXT("dies_at_start"), TEXT("the handshake with the agent failed at initialize: it ended with code 1"), EVibeUEAgentState::Failed},
			{TEXT("refuses_new"), TEXT("the handshake with the agent failed at session/new: Internal error: the disk is full"), EVibeUEAgentState::Failed},
			{TEXT("needs_auth"), TEXT("the agent wants you to sign in: Authentication required"), EVibeUEAgentState::NeedsSignIn},
			{nullptr, TEXT("there is no program no-such-agent"), EVibeUEAgentState::Failed},
		};
		Chat = MakeShared<FSpecChat>(*this);
		for (const FTrouble& Case : Cases)
		{
			Chat->Do([this, &Case]()
			{
				Chat->Close();
				Chat->Forget();
				if (Case.Mode)
				{
					Choose(Case.Mode);
				}
				else
				{
					GetMutableDefault<UVibeUESettings>()->AgentCommand = TEXT("no-such-agent --acp");
				}
				Chat->Open();
			});
			Chat->WaitUntilOpened();
			Allow();
			SayInVain(TEXT("hello"), Case.Words);
			Chat->Do([this, &Case]()
			{
				const FVibeUEAgent Agent = (*Chat)->GetAgent();
				TestEqual(TEXT("its state"), Agent.State, Case.State);
				TestTrue(TEXT("why"), Agent.Words.Contains(Case.Words));
				TestEqual(TEXT("ways to sign in"), Agent.SignInWays.Num(), Case.State == EVibeUEAgentState::NeedsSignIn ? 2 : 0);
			});
		}
		Chat->Do([this]()
		{
			Chat->Close();
			Chat->Forget();
			Choose(TEXT("needs_auth"));
			GetMutableDefault<UVibeUESettings>()->AgentSignIn = TEXT("account");
			Chat->Open();
		});
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("hello at last"));
		Chat->Run(Done);
	});

	LatentIt(TEXT("go on with their conversation after a restart, and a model goes on after them"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat = MakeShared<FSpecChat>(*this);
		Choose(TEXT("loads"));
		Open();
		Allow();
		Chat->Say(TEXT("hello one"));
		Chat->Say(TEXT("tool"));
		Chat->Reopen();
		Chat->Do([this]()
		{
			const FString Said = Chat->TextOf(EVibeUEHistory::Transcript);
			TestTrue(TEXT("what was said is there before the agent is"), Said.Contains(TEXT("You said: hello one")) && Said.Contains(TEXT("read it")));
			TestEqual(TEXT("nobody is asked again"), (*Chat)->GetAgent().State, EVibeUEAgentState::Stopped);
		});
		Chat->Say(TEXT("memory"));
		Chat->Do([this]()
		{
			const FString Said = Chat->TextOf(EVibeUEHistory::Transcript);
			TestTrue(TEXT("the agent knows what was said"), Said.Contains(TEXT("loaded: true; servers: ; heard: memory")));
			TestFalse(TEXT("its past is told twice"), Said.Contains(TEXT("what was said before")));
			GetMutableDefault<UVibeUESettings>()->AgentCommand.Empty();
		});
		Chat->Reopen();
		Chat->Say(TEXT("And who are you?"));
		Chat->Do([this]()
		{
			TestFalse(TEXT("an agent answers"), (*Chat)->GetAgent().bIsUsed);
			Chat->TestPairs(TEXT("behind an agent"), EVibeUEHistory::Transcript);
		});
		Chat->Run(Done);
	});

	It(TEXT("are chosen, allowed, asked and stopped in the window"), [this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		if (!FTestConversation::UseServer(*this, 100000))
		{
			return;
		}
		Choose(TEXT("plain"));
		if (!Window->Open(620.0f, 900.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("waits for your permission"));
		TestTrue(TEXT("whose rights it has"), Window->Sees(TEXT("It runs on this machine with your permissions")));
		Window->Type(TEXT("hello"));
		Window->UntilSeen(TEXT("this agent is not allowed in the project yet"));
		Window->Click(TEXT("Allow this agent"));
		Window->UntilSeen(TEXT("starts with your next message"));
		Window->Click(TEXT("Try again"));
		Window->UntilSeen(TEXT("You said: hello"));
		Window->Settle();
		TestTrue(TEXT("what it does"), Window->Sees(TEXT("answers")));
		TestTrue(TEXT("who keeps the context"), Window->Sees(TEXT("It keeps its own context")));
		TestTrue(TEXT("what is known of it"), Window->Sees(TEXT("Agent's context: not reported")));
		Window->Type(TEXT("usage"));
		Window->UntilSeen(TEXT("Agent's context: 53,000 / 200,000 (27 %)"));
		Window->Settle();
		Window->Type(TEXT("edit /p/a.txt after"));
		Window->UntilSeen(TEXT("Allow once"));
		StandIn::RenderNow();
		Window->Click(TEXT("Allow once"));
		Window->UntilSeen(TEXT("edit: allow_once"));
		Window->Settle();
		const FString Conversation = Window->GetSession()->GetConversationId();
		const TSharedPtr<SComboButton> Picker = StandIn::Find<SComboButton>(Window->Get());
		if (TestTrue(TEXT("somebody else can be chosen"), Picker.IsValid()))
		{
			Picker->SetIsOpen(true);
			StandIn::Layout();
			const TSharedRef<SWidget> Menu = StandIn::Windows().Last();
			TestTrue(TEXT("known agents are offered"), StandIn::FindButton(Menu, TEXT("Claude Code")).IsValid());
			StandIn::Click(StandIn::FindButton(Menu, TEXT("Model")));
		}
		Window->UntilGone(TEXT("It keeps its own context"));
		Window->UntilSeen(TEXT("edit: allow_once"));
		TestTrue(TEXT("the conversation goes on"), Window->GetSession()->GetConversationId().Equals(Conversation));
		TestTrue(TEXT("the settings follow"), GetDefault<UVibeUESettings>()->AgentCommand.IsEmpty());
		Window->Follow();
		Window->Say(TEXT("And who are you?"));
		Window->Close();
	});
}

#endif
