// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUEChatSession.h"

#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecSandbox.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FChatSessionSpec, "VibeUE.Session", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
FTestConversation Chat;
TSharedPtr<FSpecSandbox> Sandbox;
static constexpr int32 LargeWindow = 100000;
END_DEFINE_SPEC(FChatSessionSpec)

// Long because it lists its cases.
void FChatSessionSpec::Define()
{
	BeforeEach([this] { Sandbox = FSpecSandbox::Enter(); });

	AfterEach([this]
	{
		Chat.Close();
		Chat = FTestConversation();
		Sandbox.Reset();
	});

	Describe(TEXT("a turn"), [this]
	{
		It(TEXT("tells its events in order and ends once"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this))
			{
				return;
			}
			Chat.Told.Empty();
			TestTrue(TEXT("said"), Chat.Say(TEXT("Hello")));
			TestEqual(TEXT("words"), Chat.Words, FString(TEXT("You said: Hello")));
			TestEqual(TEXT("told"), FString::Join(Chat.Told, TEXT(", ")),
				FString(TEXT("turn started, user message, words, answer, turn ended")));
			TestEqual(TEXT("messages"), Chat.Session->GetMessageCount(), static_cast<int64>(2));
			const TArray<FVibeUEMessage> Messages = Chat.Session->GetMessages(0, 10);
			if (TestEqual(TEXT("page"), Messages.Num(), 2))
			{
				TestEqual(TEXT("question"), Messages[0].Text, FString(TEXT("Hello")));
				TestEqual(TEXT("answer"), Messages[1].Text, FString(TEXT("You said: Hello")));
			}
		});

		It(TEXT("carries text of any script there and back"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this))
			{
				return;
			}
			const FString Text(TEXT("\u00fcber \u4e2d\u6587 \U0001F600 \"quoted\" \\ back"));
			TestTrue(TEXT("said"), Chat.Say(Text));
			TestEqual(TEXT("answer"), Chat.Words, TEXT("You said: ") + Text);
		});

		It(TEXT("waits its turn when an answer is coming, and is kept once"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this))
			{
				return;
			}
			TestTrue(TEXT("first"), Chat.Session->SubmitUserMessage(TEXT("one")));
			TestTrue(TEXT("second"), Chat.Session->SubmitUserMessage(TEXT("two")));
			TestTrue(TEXT("both ended"), Chat.WaitUntil([this] { return Chat.Ends.Num() == 2; }));
			TArray<FString> Texts;
			for (const FVibeUEMessage& Message : Chat.Session->GetMessages(0, 10))
			{
				Texts.Add(Message.Text);
			}
			TestEqual(TEXT("texts"), FString::Join(Texts, TEXT("|")), FString(TEXT("one|You said: one|two|You said: two")));
		});

		It(TEXT("keeps what was written when it is cancelled"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this))
			{
				return;
			}
			TestTrue(TEXT("submitted"), Chat.Session->SubmitUserMessage(TEXT("stop halfway")));
			TestTrue(TEXT("words came"), Chat.WaitUntil([this] { return !Chat.Words.IsEmpty() || Chat.Ends.Num() > 0; }));
			TestTrue(TEXT("cancelled"), Chat.Session->CancelTurn());
			TestTrue(TEXT("ended"), Chat.WaitUntil([this] { return Chat.Ends.Num() == 1; }));
			TestTrue(TEXT("as cancelled"), Chat.Ends[0] == EVibeUETurnEnd::Cancelled);
			TestTrue(TEXT("the next one works"), Chat.Say(TEXT("and now?")));
		});

		for (const TCHAR* Fault : {TEXT("be unauthorized"), TEXT("say nothing"), TEXT("show a page")})
		{
			It(FString::Printf(TEXT("ends in a visible error when the server shall %s, and the session goes on"), Fault), [this, Fault]
			{
				if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this))
				{
					return;
				}
				TestTrue(TEXT("ended"), Chat.Say(Fault));
				TestTrue(TEXT("as failed"), Chat.Ends.Num() == 1 && Chat.Ends[0] == EVibeUETurnEnd::Failed);
				if (TestTrue(TEXT("an error was told"), Chat.Errors.Num() >= 1))
				{
					TestFalse(TEXT("with words"), Chat.Errors[0].Message.IsEmpty());
					TestFalse(TEXT("with what to do"), Chat.Errors[0].Hint.IsEmpty());
				}
				TestTrue(TEXT("idle again"), Chat.Session->GetState() == EVibeUEChatState::Idle);
			});
		}
	});

	Describe(TEXT("the tokens"), [this]
	{
		It(TEXT("add up, the tools' definitions among them"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this) || !Chat.Say(TEXT("Hello")))
			{
				return;
			}
			const FVibeUETokenUsage Before = Chat.Session->GetTokenBreakdown();
			TestEqual(TEXT("sum"),
				Before.System + Before.Tools + Before.Summary + Before.User + Before.Assistant + Before.ToolCalls + Before.ToolResults +
					Before.Images + Before.Overhead,
				Before.Used);
			TestTrue(TEXT("tools set"), Chat.Session->SetTools(TEXT("[{\"name\": \"look\", \"description\": \"Looks at something in the level.\", \"parameters\": {\"type\": \"object\", \"properties\": {}}}]")));
			TestTrue(TEXT("counted"), Chat.WaitUntil([this] { return Chat.Session->GetTokenBreakdown().Tools > 0; }));
			const FVibeUETokenUsage After = Chat.Session->GetTokenBreakdown();
			TestTrue(TEXT("more"), After.Used > Before.Used);
			TestEqual(TEXT("conversation"), Chat.Session->EstimateConversationTokens(), After.Used);
			TestEqual(TEXT("budget"), Chat.Session->GetTokenBudget(), After.Available);
			TestTrue(TEXT("text"), Chat.Session->EstimateTokenCount(TEXT("one two three")) > 0);
			TestFalse(TEXT("near"), Chat.Session->IsNearContextLimit());
		});

		It(TEXT("follow the window that the settings name, never a guess"), [this]
		{
			if (!FTestConversation::UseServer(*this, 40000) || !Chat.Open(*this))
			{
				return;
			}
			TestEqual(TEXT("window"), Chat.Session->GetTokenBreakdown().Window, static_cast<int64>(40000));
			UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
			Settings->ContextWindow = 60000;
			FSpecSandbox::Notify();
			TestTrue(TEXT("the open session has the new one"),
				Chat.WaitUntil([this] { return Chat.Session->GetTokenBreakdown().Window == 60000; }));
		});
	});

	Describe(TEXT("tools"), [this]
	{
		It(TEXT("run when the user allows it, and answer"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this))
			{
				return;
			}
			TestTrue(TEXT("set"), Chat.Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]")));
			TestTrue(TEXT("submitted"), Chat.Session->SubmitUserMessage(TEXT("use look {\"at\": \"door\"}")));
			if (!TestTrue(TEXT("called"), Chat.WaitUntil([this] { return Chat.Calls.Num() == 1; })))
			{
				return;
			}
			TestTrue(TEXT("asks"), Chat.Calls[0].bNeedsApproval);
			TestEqual(TEXT("arguments"), Chat.Calls[0].Arguments, FString(TEXT("{\"at\": \"door\"}")));
			TestTrue(TEXT("allowed"), Chat.Session->ApproveToolCall(Chat.Calls[0].CallId, EVibeUEToolApproval::Allow, FString()));
			TestTrue(TEXT("told"), Chat.WaitUntil([this] { return Chat.Told.Contains(FString(TEXT("tool approved"))); }));
			TestTrue(TEXT("answered"), Chat.Session->AnswerToolCall(Chat.Calls[0].CallId, TEXT("A red door.")));
			TestTrue(TEXT("ended"), Chat.WaitUntil([this] { return Chat.Ends.Num() == 1; }));
			TestTrue(TEXT("the model saw it"), Chat.Words.Contains(TEXT("A red door.")));
		});

		It(TEXT("run without asking where the settings allow it, at once and once"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow))
			{
				return;
			}
			GetMutableDefault<UVibeUESettings>()->AlwaysAllowedTools.Add(TEXT("look"));
			if (!Chat.Open(*this))
			{
				return;
			}
			UChatSession* Session = Chat.Session.Get();
			// A host that needs no time for it, and does as the events say.
			Session->OnToolCallRequested().AddWeakLambda(Session, [Session](const FVibeUEToolCall& Call)
			{
				if (!Call.bNeedsApproval)
				{
					Session->AnswerToolCall(Call.CallId, TEXT("A red door."));
				}
			});
			TestTrue(TEXT("set"), Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]")));
			TestTrue(TEXT("submitted"), Session->SubmitUserMessage(TEXT("use look")));
			TestTrue(TEXT("ended"), Chat.WaitUntil([this] { return Chat.Ends.Num() == 1; }));
			TestTrue(TEXT("the model saw it"), Chat.Words.Contains(TEXT("A red door.")));
			TestTrue(TEXT("it was asked for once, without approval"), Chat.Calls.Num() == 1 && !Chat.Calls[0].bNeedsApproval);
			TestFalse(TEXT("the approval is told, too"), Chat.Told.Contains(FString(TEXT("tool approved"))));
		});

		It(TEXT("ask where the settings allow a tool whose name differs in the case of its letters alone"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow))
			{
				return;
			}
			GetMutableDefault<UVibeUESettings>()->AlwaysAllowedTools.Add(TEXT("Look"));
			if (!Chat.Open(*this))
			{
				return;
			}
			TestTrue(TEXT("set"), Chat.Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]")));
			TestTrue(TEXT("submitted"), Chat.Session->SubmitUserMessage(TEXT("use look")));
			TestTrue(TEXT("called"), Chat.WaitUntil([this] { return Chat.Calls.Num() == 1; }));
			TestTrue(TEXT("asks"), Chat.Calls.Num() == 1 && Chat.Calls[0].bNeedsApproval);
		});
	});

	Describe(TEXT("a conversation"), [this]
	{
		It(TEXT("is the same when it is opened again"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this) || !Chat.Say(TEXT("remember me")))
			{
				return;
			}
			const FString Id = Chat.Session->GetConversationId();
			Chat.Close();
			TestTrue(TEXT("its file"), IFileManager::Get().FileExists(*FConversationFiles::GetPath(Id)));
			TestTrue(TEXT("is found"), UChatSession::FindConversations().Contains(Id));
			if (Chat.Open(*this, Id))
			{
				const TArray<FVibeUEMessage> Messages = Chat.Session->GetMessages(0, 10);
				if (TestEqual(TEXT("messages"), Messages.Num(), 2))
				{
					TestEqual(TEXT("text"), Messages[0].Text, FString(TEXT("remember me")));
				}
			}
		});

		It(TEXT("is answered by the model that the settings name, to the case of its letters"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this))
			{
				return;
			}
			TestTrue(TEXT("the first name"), Chat.Session->GetModelId().Equals(TEXT("scripted")));
			GetMutableDefault<UVibeUESettings>()->Model = TEXT("Scripted");
			FSpecSandbox::Notify();
			TestTrue(TEXT("the corrected name"), Chat.WaitUntil([this] { return Chat.Session->GetModelId().Equals(TEXT("Scripted")); }));
		});

		It(TEXT("goes on beside another one"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this))
			{
				return;
			}
			FTestConversation Other;
			if (Other.Open(*this))
			{
				TestTrue(TEXT("one"), Chat.Say(TEXT("first")));
				TestTrue(TEXT("other"), Other.Say(TEXT("second")));
				TestEqual(TEXT("its answer"), Other.Words, FString(TEXT("You said: second")));
				TestEqual(TEXT("messages of the first"), Chat.Session->GetMessageCount(), static_cast<int64>(2));
			}
			Other.Close();
		});

		It(TEXT("may be closed by a handler while its events are reported"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this))
			{
				return;
			}
			UChatSession* Session = Chat.Session.Get();
			Session->OnTextDelta().AddWeakLambda(Session, [Session](const FString&) { Session->Close(); });
			TestTrue(TEXT("submitted"), Session->SubmitUserMessage(TEXT("Hello")));
			TestTrue(TEXT("closed"), Chat.WaitUntil([Session] { return Session->GetState() == EVibeUEChatState::Closed; }));
		});

		It(TEXT("ends in time with a request in flight"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this))
			{
				return;
			}
			TestTrue(TEXT("submitted"), Chat.Session->SubmitUserMessage(TEXT("wait for ever")));
			TestTrue(TEXT("under way"), Chat.WaitUntil([this] { return Chat.Session->GetState() != EVibeUEChatState::Idle; }));
			Chat.Session->Close(2.0);
			TestEqual(TEXT("turns that ended"), Chat.Ends.Num(), 1);
			TestTrue(TEXT("closed"), Chat.Session->GetState() == EVibeUEChatState::Closed);
		});
	});

	Describe(TEXT("bad input"), [this]
	{
		It(TEXT("is refused with words while the session is closed"), [this]
		{
			Chat.Session.Reset(NewObject<UChatSession>());
			Chat.Listen();
			UChatSession* Session = Chat.Session.Get();
			TestFalse(TEXT("submit"), Session->SubmitUserMessage(TEXT("x")));
			TestFalse(TEXT("cancel"), Session->CancelTurn());
			TestFalse(TEXT("retry"), Session->RetryTurn());
			TestFalse(TEXT("summarize"), Session->ForceSummarize(FString()));
			TestFalse(TEXT("if needed"), Session->TriggerSummarizationIfNeeded());
			TestFalse(TEXT("preview"), Session->PreviewSummarization(FString()));
			TestFalse(TEXT("accept"), Session->AcceptPreview(FString()));
			TestFalse(TEXT("undo"), Session->UndoSummarization());
			TestFalse(TEXT("pin"), Session->PinMessage(1));
			TestFalse(TEXT("answer"), Session->AnswerToolCall(TEXT("a"), TEXT("b")));
			TestTrue(TEXT("tokens"), Session->EstimateTokenCount(TEXT("x")) > 0);
			TestEqual(TEXT("tokens of no conversation"), Session->EstimateConversationTokens(), static_cast<int64>(0));
			TestEqual(TEXT("messages"), Session->GetMessages(-5, 100000).Num(), 0);
			TestEqual(TEXT("errors"), Chat.Errors.Num(), 9);
			Session->Close();
			Session->Close();
		});

		It(TEXT("cannot lead out of the folder of conversations"), [this]
		{
			for (const TCHAR* Id : {TEXT("../secret"), TEXT("a/b"), TEXT("a\\b"), TEXT("a.b"), TEXT("C:"), TEXT("\u00e4"), TEXT(" ")})
			{
				TestFalse(Id, FConversationFiles::IsId(FString(Id)));
				TestFalse(Id, NewObject<UChatSession>()->Open(FString(Id)));
			}
			TestFalse(TEXT("long"), FConversationFiles::IsId(FString::ChrN(5000, TEXT('a'))));
			TestTrue(TEXT("own"), FConversationFiles::IsId(FConversationFiles::MakeId()));
		});

		It(TEXT("of each kind is answered by an error, and the session goes on"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this) || !Chat.Say(TEXT("Hello")))
			{
				return;
			}
			UChatSession* Session = Chat.Session.Get();
			TestFalse(TEXT("tools that are not JSON"), Session->SetTools(TEXT("[{")));
			TestFalse(TEXT("tools that are not a list"), Session->SetTools(TEXT("{}")));
			TestFalse(TEXT("tools of one name"), Session->SetTools(TEXT("[{\"name\": \"a\"}, {\"name\": \"a\"}]")));
			FVibeUEModelChoice Nowhere;
			TestFalse(TEXT("no model"), Session->SwitchModel(Nowhere));
			Nowhere.Provider = TEXT("nobody");
			Nowhere.Model = TEXT("m");
			TestFalse(TEXT("no such provider"), Session->SwitchModel(Nowhere));
			TestFalse(TEXT("open twice"), Session->Open(FString()));
			TestEqual(TEXT("a page behind the end"), Session->GetMessages(1000, 10).Num(), 0);
			TestEqual(TEXT("a page of nothing"), Session->GetMessages(0, -1).Num(), 0);
			TestEqual(TEXT("a page larger than all"), Session->GetMessages(0, 2000000).Num(), 2);
			Session->AnswerToolCall(TEXT("no such call"), TEXT("x"));
			Session->ApproveToolCall(TEXT("no such call"), EVibeUEToolApproval::Deny, FString());
			Session->PinMessage(-1);
			Session->PinMessage(999999);
			Session->EditSummary(999999, TEXT("x"));
			Session->UndoSummarization(123456);
			Session->RedoSummarization();
			Session->AcceptPreview(FString());
			Session->CancelSummarization();
			TestTrue(TEXT("goes on"), Chat.Say(TEXT("still here?")));
			TestEqual(TEXT("answer"), Chat.Words, FString(TEXT("You said: still here?")));
		});

		It(TEXT("from a torn file is repaired up to the tear"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow) || !Chat.Open(*this) || !Chat.Say(TEXT("kept")))
			{
				return;
			}
			const FString Id = Chat.Session->GetConversationId();
			Chat.Close();
			FString Text;
			const FString Path = FConversationFiles::GetPath(Id);
			FFileHelper::LoadFileToString(Text, *Path);
			FFileHelper::SaveStringToFile(FStringView(Text + TEXT("{\"torn")), *Path, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
			if (Chat.Open(*this, Id))
			{
				TestEqual(TEXT("messages"), Chat.Session->GetMessageCount(), static_cast<int64>(2));
			}
		});

		It(TEXT("from a file that is not a conversation is a visible error"), [this]
		{
			if (!FTestConversation::UseServer(*this, LargeWindow))
			{
				return;
			}
			const FString Id = FConversationFiles::MakeId();
			IFileManager::Get().MakeDirectory(*FConversationFiles::GetFolder(), true);
			FFileHelper::SaveStringToFile(
				FStringView(TEXT("this is not a journal\n{}\nneither\n")), *FConversationFiles::GetPath(Id), FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
			Chat.Session.Reset(NewObject<UChatSession>());
			Chat.Listen();
			Chat.Session->Open(Id);
			TestTrue(TEXT("failed"), Chat.WaitUntil([this] { return Chat.Session->GetState() == EVibeUEChatState::Failed; }));
			TestTrue(TEXT("an error was told"), Chat.Errors.Num() == 1 && !Chat.Errors[0].Message.IsEmpty());
		});
	});
}

#endif
