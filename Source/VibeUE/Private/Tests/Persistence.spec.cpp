// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecSandbox.h"
#include "UObject/StrongObjectPtr.h"
#include "UObject/UObjectGlobals.h"
#include "VibeUESettings.h"

#if defined(STANDIN)
#include "Misc/CoreDelegates.h"
#include "StandIn/Host.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FPersistenceSpec, "VibeUE.Persistence", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecChat> Other;

	/** Returns the text of a conversation's file. */
	static FString ReadFile(const FString& Id);
END_DEFINE_SPEC(FPersistenceSpec)

FString FPersistenceSpec::ReadFile(const FString& Id)
{
	FString Text;
	FFileHelper::LoadFileToString(Text, *FConversationFiles::GetPath(Id));
	return Text;
}

// Long because it lists its cases.
void FPersistenceSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
		Other = MakeShared<FSpecChat>(*this);
	});
	AfterEach([this]()
	{
		Other.Reset();
		Chat.Reset();
	});

	It(TEXT("the project's conversations are below its Saved folder"), [this]()
	{
		FConversationFiles::UseFolder(FString());
		TestEqual(TEXT("folder"), UChatSession::GetConversationFolder(), FPaths::ConvertRelativePathToFull(FPaths::ProjectSavedDir() / TEXT("VibeUE")));
		FConversationFiles::UseFolder(Chat->GetSandbox().GetFolder());
	});

	It(TEXT("the conversations of a spec are gone after it, and the environment and the folder are those of before"), [this]()
	{
		const TCHAR* const Variable = TEXT("VIBEUE_MODEL");
		const FString Before = UChatSession::GetConversationFolder();
		const FString Value = FPlatformMisc::GetEnvironmentVariable(Variable);
		FString Within;
		FSpecSandbox::WithinAnother([this, Variable, &Within]()
		{
			FSpecSandbox::Enter()->SetEnvironment(Variable, TEXT("that-of-a-spec"));
			Within = UChatSession::GetConversationFolder();
			IFileManager::Get().MakeDirectory(*Within, true);
			TestTrue(TEXT("a file is written"), FFileHelper::SaveStringToFile(FStringView(TEXT("said")), *FConversationFiles::GetPath(TEXT("talk"))));
			TestTrue(TEXT("it is in the folder"), IFileManager::Get().FileExists(*(Within / TEXT("talk.jsonl"))));
		});
		TestNotEqual(TEXT("the folder within"), Within, Before);
		TestFalse(TEXT("the folder within is still there"), IFileManager::Get().DirectoryExists(*Within));
		TestEqual(TEXT("the folder"), UChatSession::GetConversationFolder(), Before);
		TestEqual(TEXT("the variable"), FPlatformMisc::GetEnvironmentVariable(Variable), Value);
	});

	LatentIt(TEXT("a conversation that the user has open hears nothing of the settings of specs"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int64> Window = MakeShared<int64>(0);
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this, Window]()
		{
			*Window = (*Chat)->GetTokenBreakdown().Window;
			// To this session the specs are elsewhere now.
			FConversationFiles::UseFolder(Chat->GetSandbox().GetFolder() / TEXT("elsewhere"));
			GetMutableDefault<UVibeUESettings>()->ContextWindow = 30000;
			FSpecSandbox::Notify();
			TestEqual(TEXT("sessions of elsewhere"), UChatSession::FindOpenSessions().Num(), 0);
			FConversationFiles::UseFolder(Chat->GetSandbox().GetFolder());
			GetMutableDefault<UVibeUESettings>()->ContextWindow = 8000;
			TestEqual(TEXT("open sessions"), UChatSession::FindOpenSessions().Num(), 1);
		});
		Chat->Say(TEXT("Hello."));
		Chat->Do([this, Window]() { TestEqual(TEXT("window"), (*Chat)->GetTokenBreakdown().Window, *Window); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("a conversation is one file, named by its id"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("Remember the blue door."));
		Chat->Do([this]()
		{
			const FString Path = Chat->GetSandbox().GetFolder() / (*Chat)->GetConversationId() + TEXT(".jsonl");
			TestEqual(TEXT("its path"), FConversationFiles::GetPath((*Chat)->GetConversationId()), Path);
			TestTrue(FString::Printf(TEXT("%s is there"), *Path), FPaths::FileExists(Path));
			TestTrue(TEXT("it holds what was said"), ReadFile((*Chat)->GetConversationId()).Contains(TEXT("Remember the blue door.")));
			TestTrue(TEXT("it is found"), UChatSession::FindConversations().Contains((*Chat)->GetConversationId()));
			TestFalse(TEXT("it holds the key"), ReadFile((*Chat)->GetConversationId()).Contains(TEXT("sk-spec")));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("reopening shows the same history, the title, the pins and the same cost of the next request"), Timeout,
		[this](const FDoneDelegate& Done)
	{
		const TSharedRef<FString> Transcript = MakeShared<FString>();
		const TSharedRef<FVibeUETokenUsage> Usage = MakeShared<FVibeUETokenUsage>();
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Talk(5, 60);
		Chat->Say(TEXT("\u00dcber \u4e16\u754c \U0001F600 \"quoted\" \\ \t end"));
		Chat->Do([this]()
		{
			TestTrue(TEXT("renamed"), (*Chat)->RenameConversation(TEXT("The blue door \u00fc")));
			TestTrue(TEXT("pinned"), (*Chat)->PinMessage((*Chat)->GetMessages(1, 1)[0].Id));
		});
		Chat->Wait(TEXT("the pin"), [this]() { return (*Chat)->GetMessages(1, 1)[0].bPinned && !(*Chat)->GetTitle().IsEmpty(); });
		Chat->Do([this, Transcript, Usage]()
		{
			*Transcript = Chat->Describe(EVibeUEHistory::Transcript);
			*Usage = (*Chat)->GetTokenBreakdown();
			TestTrue(TEXT("the history shows the pin"), Transcript->Contains(TEXT("pinned")));
		});
		Chat->Reopen();
		Chat->Do([this, Transcript, Usage]()
		{
			TestTrue(TEXT("opened"), Chat->Openings.Num() == 1 && Chat->Openings[0]);
			TestEqual(TEXT("history"), Chat->Describe(EVibeUEHistory::Transcript), *Transcript);
			TestEqual(TEXT("title"), (*Chat)->GetTitle(), FString(TEXT("The blue door \u00fc")));
			TestEqual(TEXT("tokens"), (*Chat)->GetTokenBreakdown().Used, Usage->Used);
			TestEqual(TEXT("user's tokens"), (*Chat)->GetTokenBreakdown().User, Usage->User);
		});
		Chat->Say(TEXT("And on."));
		Chat->Run(Done);
	});

	LatentIt(TEXT("the model that was chosen for a conversation answers when it is opened again, whatever the settings name since"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			FVibeUEModelChoice Choice = GetDefault<UVibeUESettings>()->GetModelChoice();
			Choice.Model = TEXT("tiny-coder");
			TestTrue(TEXT("taken"), (*Chat)->SwitchModel(Choice));
		});
		Chat->Wait(TEXT("the chosen model"), [this]() { return (*Chat)->GetModelId().Equals(TEXT("tiny-coder")); });
		Chat->Say(TEXT("Hello."));
		Chat->Reopen();
		Chat->Do([this]()
		{
			TestEqual(TEXT("opened again"), (*Chat)->GetModelId(), FString(TEXT("tiny-coder")));
			UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
			Values->Model = TEXT("scripted");
			FSpecSandbox::Notify();
		});
		Chat->Say(TEXT("Who answers?"));
		Chat->Do([this]()
		{
			TestEqual(TEXT("after the settings changed"), (*Chat)->GetModelId(), FString(TEXT("tiny-coder")));
			// The model that the settings name is followed from then on.
			TestTrue(TEXT("taken"), (*Chat)->SwitchModel(GetDefault<UVibeUESettings>()->GetModelChoice()));
		});
		Chat->Wait(TEXT("the model of the settings"), [this]() { return (*Chat)->GetModelId().Equals(TEXT("scripted")); });
		Chat->Reopen();
		Chat->Do([this]() { TestEqual(TEXT("let go of"), (*Chat)->GetModelId(), FString(TEXT("scripted"))); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("a conversation that another program has open is not deleted, and says so"), Timeout, [this](const FDoneDelegate& Done)
	{
		// A session of the core that is not this editor's: to the journal it is another program.
		const TSharedRef<TSharedPtr<FChatSessionCore>> Elsewhere = MakeShared<TSharedPtr<FChatSessionCore>>();
		const TSharedRef<FString> Id = MakeShared<FString>();
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("Remember the blue door."));
		Chat->Do([this, Elsewhere, Id]()
		{
			*Id = (*Chat)->GetConversationId();
			Chat->Close();
			const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
			vibeue::SessionConfig Config{};
			Config.journal = VibeUE::ToCore(FConversationFiles::GetPath(*Id));
			Config.model = VibeUE::ToCore(Settings->GetModelChoice());
			Config.settings = VibeUE::ToCore(Settings->GetChangedCoreSettings());
			*Elsewhere = MakeShared<FChatSessionCore>(vibeue::open_session(Config), *NewObject<UChatSession>());
		});
		Chat->Wait(TEXT("it to be open elsewhere"), [Elsewhere]()
		{
			(*Elsewhere)->Session->pump((*Elsewhere)->Sink);
			return (*Elsewhere)->Session->stage() == vibeue::Stage::Open;
		});
		Chat->Do([this, Elsewhere, Id]()
		{
			TestFalse(TEXT("it is deleted"), UChatSession::DeleteConversation(*Id));
			const FVibeUEError Problem = UChatSession::TryDeleteConversation(*Id);
			TestEqual(TEXT("kind"), Problem.Kind, EVibeUEFailure::Storage);
			TestTrue(TEXT("what to do"), Problem.Hint.Contains(TEXT("close the conversation there")));
			TestTrue(TEXT("nothing is lost"), ReadFile(*Id).Contains(TEXT("Remember the blue door.")));
			(*Elsewhere)->Session->close(2000);
			Elsewhere->Reset();
			TestTrue(TEXT("it is deleted once it is closed there"), UChatSession::DeleteConversation(*Id));
			TestFalse(TEXT("its file is there"), FPaths::FileExists(FConversationFiles::GetPath(*Id)));
			TestTrue(TEXT("what is gone is deleted"), UChatSession::DeleteConversation(*Id));
			TestEqual(TEXT("what is not an id"), UChatSession::TryDeleteConversation(TEXT("../outside")).Kind, EVibeUEFailure::Invalid);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("several conversations go on side by side, each in a file of its own"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Do([this]()
		{
			Chat->Open();
			Other->Open();
		});
		Chat->Wait(TEXT("both to be open"), [this]() { return Chat->Openings.Num() == 1 && Other->Openings.Num() == 1; });
		Chat->Do([this]()
		{
			TestNotEqual(TEXT("ids"), (*Chat)->GetConversationId(), (*Other)->GetConversationId());
			(*Chat)->SubmitUserMessage(TEXT("count slowly"));
			(*Other)->SubmitUserMessage(TEXT("Only for the second."));
		});
		Chat->Wait(TEXT("both turns"), [this]() { return Chat->TurnEnds.Num() == 1 && Other->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("words of the first"), Chat->Streamed, FString(TEXT("one two three four five six seven eight")));
			TestEqual(TEXT("words of the second"), Other->Streamed, FString(TEXT("You said: Only for the second.")));
			TestFalse(TEXT("the first file holds the second's words"), ReadFile((*Chat)->GetConversationId()).Contains(TEXT("Only for the second.")));
			const TArray<FString> Found = UChatSession::FindConversations();
			TestTrue(TEXT("both are found"), Found.Contains((*Chat)->GetConversationId()) && Found.Contains((*Other)->GetConversationId()));
			// Closing one does not affect the other.
			Other->Close();
		});
		Chat->Say(TEXT("And on."));
		Chat->Run(Done);
	});

	LatentIt(TEXT("closing with a request in flight keeps what was said and what had come"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("First of all."));
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("begin and take your time")); });
		Chat->Wait(TEXT("the beginning of the answer"), [this]() { return Chat->Streamed.Contains(TEXT("The beginning.")); });
		Chat->Do([this]()
		{
			(*Chat)->Close(5.0);
			TestFalse(TEXT("the whole answer was waited for"), Chat->Streamed.Contains(TEXT("The end.")));
			TestEqual(TEXT("turns that have an end"), Chat->TurnEnds.Num(), 2);
			TestEqual(TEXT("how the last one ended"), Chat->TurnEnds.Last(), EVibeUETurnEnd::Cancelled);
		});
		Chat->Reopen();
		Chat->Do([this]()
		{
			TestEqual(TEXT("errors"), Chat->Errors.Num(), 0);
			const FString Text = Chat->TextOf(EVibeUEHistory::Transcript);
			TestTrue(TEXT("the message is kept"), Text.Contains(TEXT("begin and take your time")));
			const FVibeUEMessage Last = (*Chat)->GetMessages((*Chat)->GetMessageCount() - 1, 1)[0];
			TestEqual(TEXT("who spoke last"), Last.Role, EVibeUERole::Assistant);
			TestTrue(FString::Printf(TEXT("what had come, in \"%s\""), *Last.Text), Last.Text.Contains(TEXT("The beginning.")));
			TestTrue(TEXT("it is marked"), Last.bInterrupted);
		});
		Chat->Say(TEXT("And on."));
		Chat->Run(Done);
	});

#if defined(STANDIN)
	// Only here: it closes every conversation, including the user's.
	LatentIt(TEXT("leaving the editor with a request in flight leaves no thread and no torn file"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("begin and take your time")); });
		Chat->Wait(TEXT("the beginning of the answer"), [this]() { return Chat->Streamed.Contains(TEXT("The beginning.")); });
		Chat->Do([this]()
		{
			// What the module calls when the editor ends.
			UChatSession::CloseAll(2.0);
			TestEqual(TEXT("state"), (*Chat)->GetState(), EVibeUEChatState::Closed);
			const FString Text = ReadFile((*Chat)->GetConversationId());
			TestTrue(TEXT("the file ends with a whole line"), Text.EndsWith(TEXT("\n")));
			TestTrue(TEXT("the file holds what had come"), Text.Contains(TEXT("The beginning.")));
			UChatSession::CloseAll(2.0);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("a session that nobody closed is closed by the module when the editor ends"), Timeout, [this](const FDoneDelegate& Done)
	{
		// Held until the answer comes: garbage may be collected between any two frames.
		const TSharedRef<TStrongObjectPtr<UChatSession>> Left = MakeShared<TStrongObjectPtr<UChatSession>>();
		Chat->Do([this, Left]()
		{
			Left->Reset(UChatSession::OpenConversation(FString()));
			if (StandIn::LeavesAfterThisCase())
			{
				// Now the editor ends, and looks for threads and objects that are left.
				Chat->GetSandbox().LeaveOpen();
				const TSharedRef<FDelegateHandle> Handle = MakeShared<FDelegateHandle>();
				*Handle = FCoreDelegates::OnEnginePreExit.AddLambda([Left, Handle]()
				{
					Left->Reset();
					FCoreDelegates::OnEnginePreExit.Remove(*Handle);
				});
			}
			TestTrue(TEXT("the message is taken"), (*Left)->SubmitUserMessage(TEXT("begin and take your time")));
		});
		Chat->Wait(TEXT("the answer to come"), [Left]() { return Left->IsValid() && (*Left)->GetState() == EVibeUEChatState::Streaming; });
		Chat->Do([this, Left]()
		{
			if (!StandIn::LeavesAfterThisCase())
			{
				FCoreDelegates::OnEnginePreExit.Broadcast();
				TestEqual(TEXT("state"), (*Left)->GetState(), EVibeUEChatState::Closed);
				Left->Reset();
			}
		});
		Chat->Run(Done);
	});
#endif

	LatentIt(TEXT("a call without its result when the editor ended is closed when the conversation is opened again"), Timeout,
		[this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			(*Chat)->SetTools(TEXT("[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"parameters\":{\"type\":\"object\",\"properties\":{}}}}]"));
			(*Chat)->SubmitUserMessage(TEXT("use look {}"));
		});
		Chat->Wait(TEXT("the call"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Reopen();
		Chat->Do([this]() { Chat->TestPairs(TEXT("after opening"), EVibeUEHistory::View); });
		// The server refuses a request with a lonely call.
		Chat->Say(TEXT("And on."));
		Chat->Run(Done);
	});

	LatentIt(TEXT("a last line that was torn costs that line only, and the user is told"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("Before the power cut."));
		Chat->Do([this]()
		{
			const FString Id = (*Chat)->GetConversationId();
			Chat->Close();
			Chat->Forget();
			const FString Torn = ReadFile(Id) + TEXT("{\"v\":1,\"seq\":99,\"type\":\"mess");
			TestTrue(TEXT("written"), FFileHelper::SaveStringToFile(Torn, *FConversationFiles::GetPath(Id), FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM));
			Chat->Open(Id);
		});
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			TestTrue(TEXT("opened"), Chat->Openings[0]);
			TestTrue(TEXT("what was said before"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("Before the power cut.")));
		});
		Chat->Wait(TEXT("a warning"), [this]() { return Chat->Warnings.Num() > 0; });
		Chat->Say(TEXT("And on."));
		Chat->Reopen();
		Chat->Do([this]()
		{
			TestTrue(TEXT("opened again"), Chat->Openings[0]);
			TestTrue(TEXT("what was said after"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("And on.")));
		});
		Chat->Run(Done);
	});

	It(TEXT("files that are not conversations are not listed"), [this]()
	{
		const FString Folder = UChatSession::GetConversationFolder();
		IFileManager::Get().MakeDirectory(*Folder, true);
		const TArray<FString> Strange = {TEXT("notes.txt"), TEXT("with blank.jsonl"), TEXT("semi;colon.jsonl"), TEXT("dots..jsonl")};
		for (const FString& Name : Strange)
		{
			FFileHelper::SaveStringToFile(FStringView(TEXT("{}\n")), *(Folder / Name));
		}
		const TArray<FString> Found = UChatSession::FindConversations();
		for (const FString& Name : Strange)
		{
			TestFalse(FString::Printf(TEXT("%s is listed"), *Name), Found.Contains(FPaths::GetBaseFilename(Name)));
			IFileManager::Get().Delete(*(Folder / Name), false, true, true);
		}
	});
}

#endif
