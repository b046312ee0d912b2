// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/CoreDelegates.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SAIChatWindow.h"
#include "Tests/LongJournal.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESummaries.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatText.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SConversationRow.h"

#if defined(STANDIN)
#include "StandIn/Editor.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** What a person does while an answer is coming: neither it nor the answer is lost, also where the editor exits in the middle of it. */
BEGIN_DEFINE_SPEC(FRunningTurnSpec, "VibeUE.RunningTurn", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
FString Id;

bool Open()
{
	return Window->Open(760.0f, 900.0f) && Window->Settle();
}

/** Opens the tab and asks a question whose answer begins, and does not end by itself. */
bool OpenRunning(int32 Turns)
{
	if (!FTestConversation::UseServer(*this, 24000) || !Open())
	{
		return false;
	}
	for (int32 Turn = 0; Turn < Turns; ++Turn)
	{
		Window->Say(FTestConversation::Ask(Turn, 90 + Turn));
	}
	Id = Window->GetSession()->GetConversationId();
	return Begin();
}

bool Begin()
{
	Window->Type(TEXT("say the first half"));
	return Window->UntilSeen(TEXT("The first half."));
}

void TestIsRunning()
{
	TestEqual(TEXT("the answer is still coming"), Window->GetSession()->GetState(), EVibeUEChatState::Streaming);
}

/** The editor exits, and the tab is opened again; the conversation has what had come of the answer. */
bool ExitAndReturn()
{
	Exit();
	return Return();
}

void Exit()
{
	TestIsRunning();
	FCoreDelegates::OnEnginePreExit.Broadcast();
	TestTrue(TEXT("the window holds no session any more"), Window->GetSession() == nullptr);
}

bool Return()
{
	Window->Close();
	if (!Open())
	{
		return false;
	}
	TestEqual(TEXT("the conversation"), Window->GetSession()->GetConversationId(), Id);
	return TestAnswer();
}

/** Tests that the question is there once, and what had come of its answer. */
bool TestAnswer()
{
	const TArray<FVibeUEMessage> Messages = Window->GetSession()->GetMessages(0, MAX_int32);
	int32 Questions = 0;
	for (const FVibeUEMessage& Message : Messages)
	{
		Questions += Message.Text.Equals(TEXT("say the first half")) ? 1 : 0;
	}
	const bool bHasQuestion = TestEqual(TEXT("the question"), Questions, 1);
	return TestTrue(TEXT("the answer"), Messages.Last().Text.Contains(TEXT("The first half."))) && bHasQuestion;
}

/** Shows the history, and waits until its first row can be clicked. */
void OpenHistory()
{
	Window->ClickIcon(TEXT("Show this project's conversations"));
	UntilListed();
}

/** Waits until the first row of the history that is shown can be clicked. */
void UntilListed()
{
	Window->Until(TEXT("the list"), [this]
	{
		const TSharedPtr<SConversationRow> First = StandIn::Find<SConversationRow>(Window->Get());
		return First.IsValid() && StandIn::IsOnScreen(First.ToSharedRef());
	});
	StandIn::RenderNow();
}

/** Exports the conversation of the first row of the history as Markdown, and does not wait for the file. */
void Export(const FString& File)
{
	StandIn::ChooseFiles({File});
	Window->ClickIcon(TEXT("Export this conversation to a file."));
	Window->Click(TEXT("Markdown\u2026"));
}

/** Waits until a file is there, and returns what it has at that very moment. */
FString UntilThere(const FString& File)
{
	FString Text;
	Window->Until(*File, [&Text, &File] { return FFileHelper::LoadFileToString(Text, *File); });
	return Text;
}

/** Waits until a folder has nothing but whole exports: the lock of one goes a moment after the file has its name. */
void UntilNothingElse(const FString& Folder)
{
	Window->Until(TEXT("nothing but the exports to be there"), [Folder]
	{
		TArray<FString> Names;
		IFileManager::Get().FindFiles(Names, *(Folder / TEXT("*")), true, false);
		return !Names.ContainsByPredicate([](const FString& Name) { return !Name.EndsWith(TEXT(".md")); });
	});
}

/** Waits until a draft of the conversation is on disk. */
void UntilKept(const TCHAR* Ending, const TCHAR* Text)
{
	const FString File = FConversationFiles::GetFolder() / (Id + Ending);
	Window->Until(Text, [File, Text]
	{
		FString Kept;
		return FFileHelper::LoadFileToString(Kept, *File) && Kept.Equals(Text);
	});
}
END_DEFINE_SPEC(FRunningTurnSpec)

// Long because it lists its cases.
void FRunningTurnSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		// The next case's dialogs are cancelled unless it says otherwise.
		StandIn::ChooseFiles(TArray<FString>());
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("survives the deletion of its conversation, and has the part that had arrived when it is restored"), [this]
	{
		if (!OpenRunning(0))
		{
			return;
		}
		OpenHistory();
		Window->ClickIcon(TEXT("Delete this conversation"));
		Window->UntilSeen(TEXT("is in the trash for 30 days."));
		TestNotEqual(TEXT("another conversation is open"), Window->GetSession()->GetConversationId(), Id);
		TestFalse(TEXT("it is among the conversations"), UChatSession::FindConversations().Contains(Id));
		Window->ClickIcon(TEXT("Restore the conversation."));
		Window->Until(TEXT("it is back"), [this] { return UChatSession::FindConversations().Contains(Id); });
		Window->UntilSeen(TEXT("say the first half"));
		StandIn::Click(StandIn::FindByText(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef(), TEXT("say the first half")));
		Window->UntilSeen(TEXT("The first half."));
		TestEqual(TEXT("the conversation"), Window->GetSession()->GetConversationId(), Id);
		TestAnswer();
	});

	It(TEXT("survives the deletion of its conversation when the editor exits in the middle of the next one's answer, and both have the part that had arrived"), [this]
	{
		if (!OpenRunning(0))
		{
			return;
		}
		const FString Deleted = Id;
		OpenHistory();
		Window->ClickIcon(TEXT("Delete this conversation"));
		Window->UntilSeen(TEXT("is in the trash for 30 days."));
		Window->ClickIcon(TEXT("Go back to the conversation"));
		Window->Settle();
		Window->Follow();
		if (!Window->Say(TEXT("something else")) || !Begin())
		{
			return;
		}
		Id = Window->GetSession()->GetConversationId();
		TestNotEqual(TEXT("another conversation is open"), Id, Deleted);
		if (!ExitAndReturn())
		{
			return;
		}
		TestEqual(TEXT("the conversations that are left"), FString::Join(UChatSession::FindConversations(), TEXT(" ")), Id);
		TestEqual(TEXT("what is in the trash comes back"), UChatSession::RestoreConversation(Deleted).Kind, EVibeUEFailure::None);
		OpenHistory();
		const TSharedRef<SConversationList> List = StandIn::Find<SConversationList>(Window->Get()).ToSharedRef();
		Window->Until(TEXT("both"), [List] { return StandIn::FindAll<SConversationRow>(List).Num() == 2; });
		StandIn::Click(StandIn::FindByText(List, TEXT("say the first half")));
		Window->Until(TEXT("it to be open"), [this, Deleted]
		{
			return Window->GetSession()->GetConversationId() == Deleted && Window->GetSession()->GetState() == EVibeUEChatState::Idle;
		});
		Window->UntilSeen(TEXT("The first half."));
		TestAnswer();
	});

	It(TEXT("goes on while its conversation is renamed, and the name is there after an exit in the middle"), [this]
	{
		if (!OpenRunning(0))
		{
			return;
		}
		OpenHistory();
		Window->ClickIcon(TEXT("Name and tag this conversation."));
		Window->Until(TEXT("the box for the name"), [this]
		{
			const TSharedPtr<SChatText> Box = StandIn::Find<SChatText>(StandIn::Find<SConversationRow>(Window->Get()).ToSharedRef());
			return Box.IsValid() && Box->HasKeyboardFocus();
		});
		StandIn::TypeText(TEXT("Towers"));
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(TEXT("Towers"));
		if (ExitAndReturn())
		{
			Window->UntilSeen(TEXT("Towers"));
		}
	});

	It(TEXT("goes on while its conversation is exported"), [this]
	{
		if (!OpenRunning(0))
		{
			return;
		}
		const FString File = FConversationFiles::GetFolder() / TEXT("elsewhere") / TEXT("half.md");
		IFileManager::Get().MakeDirectory(*FPaths::GetPath(File), true);
		OpenHistory();
		StandIn::ChooseFiles({File});
		Window->ClickIcon(TEXT("Export this conversation to a file."));
		Window->Click(TEXT("Markdown\u2026"));
		FString Text;
		Window->Until(TEXT("the file"), [&Text, &File] { return FFileHelper::LoadFileToString(Text, *File) && Text.Contains(TEXT("say the first half")); });
		ExitAndReturn();
	});

	It(TEXT("leaves a whole file of an export that was under way when the editor exited, and the conversation whole"), [this]
	{
		const int32 Before = 1500;
		if (!FTestConversation::UseServer(*this, 96000) || !TestTrue(TEXT("written"), FLongJournal::Write(TEXT("long"), Before)) || !Open() || !Begin())
		{
			return;
		}
		Id = Window->GetSession()->GetConversationId();
		const FString Folder = FConversationFiles::GetFolder() / TEXT("elsewhere");
		IFileManager::Get().MakeDirectory(*Folder, true);
		OpenHistory();
		Export(Folder / TEXT("before.md"));
		const FString Whole = UntilThere(Folder / TEXT("before.md"));
		// An export that was over before the editor could exit proves nothing: then the next one is tried.
		FString File;
		for (int32 Try = 0; Try < 20 && (File.IsEmpty() || IFileManager::Get().FileExists(*File)); ++Try)
		{
			File = Folder / FString::Printf(TEXT("exit-%d.md"), Try);
			Export(File);
		}
		TestFalse(TEXT("no export was under way"), IFileManager::Get().FileExists(*File));
		Exit();
		const FString Text = UntilThere(File);
		if (!Return())
		{
			return;
		}
		TestEqual(TEXT("messages"), Window->GetSession()->GetMessageCount(EVibeUEHistory::Transcript), static_cast<int64>(Before + 2));
		// The history is shown again, as it was when the editor exited.
		UntilListed();
		Export(Folder / TEXT("after.md"));
		const FString After = UntilThere(Folder / TEXT("after.md"));
		TestTrue(TEXT("all messages, the last one included"), Whole.Contains(TEXT("Words of message 1:")) && Whole.Contains(TEXT("say the first half")));
		// The end of the turn may have been written before the file was, or after it.
		TestTrue(FString::Printf(TEXT("a file of %d characters, not of %d or %d"), Text.Len(), Whole.Len(), After.Len()), Text.Equals(Whole) || Text.Equals(After));
		UntilNothingElse(Folder);
	});

	It(TEXT("goes on while a summary is edited, and the edit is there after an exit in the middle"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000) || !Open())
		{
			return;
		}
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Window->Say(FTestConversation::Ask(Turn, 90 + Turn));
		}
		Id = Window->GetSession()->GetConversationId();
		TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Window->Settle();
		if (!Begin())
		{
			return;
		}
		Window->Type(TEXT("/summary edit The hatch stays shut."));
		Window->Until(TEXT("the edit"), [this] { return Window->GetSession()->GetSummaries().Last().bEdited; });
		if (ExitAndReturn())
		{
			TestTrue(TEXT("the edit"), Window->GetSession()->GetSummaries().Last().bEdited);
			TestTrue(TEXT("its words"), Window->GetSession()->GetSummaryInView().Text.Contains(TEXT("The hatch stays shut.")));
		}
	});

	It(TEXT("goes on while the model is switched: the journal has the switch after an exit in the middle, and the chosen model answers again"), [this]
	{
		if (!OpenRunning(0))
		{
			return;
		}
		Window->Type(TEXT("/model claude-3-5-sonnet-20241022"));
		Window->Until(TEXT("the model"), [this] { return Window->GetSession()->GetModelId().Equals(TEXT("claude-3-5-sonnet-20241022")); });
		if (!ExitAndReturn())
		{
			return;
		}
		FString Journal;
		TestTrue(TEXT("the journal can be read"), FFileHelper::LoadFileToString(Journal, *FConversationFiles::GetPath(Id)));
		TestTrue(TEXT("the switch is in it"), Journal.Contains(TEXT("\"model\":\"claude-3-5-sonnet-20241022\""), ESearchCase::CaseSensitive));
		TestEqual(TEXT("the model"), Window->GetSession()->GetModelId(), FString(TEXT("claude-3-5-sonnet-20241022")));
		Window->UntilSeen(TEXT("claude-3-5-sonnet-20241022"));
		Window->Say(TEXT("and on"));
		Window->UntilSeen(TEXT("You said: and on"));
	});

	It(TEXT("may be answered in either of two windows on one session"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000) || !Open())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"delete_asset\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->SubmitUserMessage(TEXT("use delete_asset {\"asset\": \"/Game/Doors/BP_Old\"}"));
		Window->UntilSeen(TEXT("waits for your approval"));
		const TSharedRef<SAIChatWindow> Second = SNew(SAIChatWindow).Session(Session);
		StandIn::ShowInWindow(Second, 420.0f, 640.0f);
		Window->Until(TEXT("the question in both"), [Second] { return StandIn::ReadAll(Second).Contains(TEXT("waits for your approval")); });
		StandIn::Click(StandIn::FindButton(Second, TEXT("Deny")));
		Window->UntilSeen(TEXT("denied"));
		Window->UntilGone(TEXT("waits for your approval"));
		Window->Until(TEXT("the answer in the other one"), [Second] { return !StandIn::ReadAll(Second).Contains(TEXT("waits for your approval")); });
		StandIn::CloseTestWindows();
		Window->Settle();
	});

	It(TEXT("is shown by two windows on one session, and goes on when one of them closes"), [this]
	{
		if (!OpenRunning(0))
		{
			return;
		}
		{
			const TSharedRef<SAIChatWindow> Second = SNew(SAIChatWindow).Session(Window->GetSession());
			const TSharedRef<SWindow> Around = StandIn::ShowInWindow(Second, 420.0f, 640.0f);
			// What came before the second one was there is in it as well.
			Window->Until(TEXT("the answer in both"), [Second] { return StandIn::ReadAll(Second).Contains(TEXT("The first half.")); });
			Window->Write(TEXT("a thought"));
			TestFalse(TEXT("what is written in one is in the other"), StandIn::ReadAll(Second).Contains(TEXT("a thought")));
			StandIn::CloseTestWindows();
		}
		TestIsRunning();
		TestEqual(TEXT("what was written"), Window->Written(), FString(TEXT("a thought")));
		Window->GetSession()->CancelTurn();
		Window->UntilSeen(TEXT("[interrupted by the user]"));
		TestAnswer();
		Window->Write(FString());
	});

	It(TEXT("is shown by two windows on one session until the editor exits, and has the part that had arrived, with what was being written, after that"), [this]
	{
		if (!OpenRunning(0))
		{
			return;
		}
		{
			// As a host of the session shows it: the window outlives the session, as its host decides.
			const TSharedRef<SAIChatWindow> Second = SNew(SAIChatWindow).Session(Window->GetSession());
			StandIn::ShowInWindow(Second, 420.0f, 640.0f);
			Window->Until(TEXT("the answer in both"), [Second] { return StandIn::ReadAll(Second).Contains(TEXT("The first half.")); });
			Window->Write(TEXT("a thought"));
			Exit();
			TestEqual(TEXT("the other one's session"), Second->GetSession()->GetState(), EVibeUEChatState::Closed);
			Window->Until(TEXT("the other one to show what had arrived"), [Second] { return StandIn::ReadAll(Second).Contains(TEXT("The first half.")); });
			TestFalse(TEXT("it takes a message"), Second->GetSession()->SubmitUserMessage(TEXT("too late")));
			Window->Until(TEXT("the other one to say why not"), [Second] { return StandIn::ReadAll(Second).Contains(TEXT("The conversation is closed.")); });
			StandIn::CloseTestWindows();
		}
		if (Return())
		{
			Window->Until(TEXT("what was being written"), [this] { return Window->Written().Equals(TEXT("a thought")); });
		}
	});

	It(TEXT("keeps what is being written in each of two windows on one session when the editor exits, and the next window has both"), [this]
	{
		if (!OpenRunning(0))
		{
			return;
		}
		{
			const TSharedRef<SAIChatWindow> Second = SNew(SAIChatWindow).Session(Window->GetSession());
			StandIn::ShowInWindow(Second, 420.0f, 640.0f);
			Window->Until(TEXT("the answer in both"), [Second] { return StandIn::ReadAll(Second).Contains(TEXT("The first half.")); });
			const TSharedPtr<SChatText> Field = StandIn::Find<SChatInput>(Second)->GetTextBox();
			Window->Write(TEXT("of the first"));
			StandIn::Focus(Field);
			StandIn::TypeText(TEXT("of the second"));
			Exit();
			UntilKept(TEXT(".draft"), TEXT("of the first"));
			UntilKept(TEXT(".2.draft"), TEXT("of the second"));
			TestEqual(TEXT("what the other one still shows"), Field->GetText().ToString(), FString(TEXT("of the second")));
			StandIn::CloseTestWindows();
		}
		if (Return())
		{
			Window->Until(TEXT("the words of both"), [this] { return Window->Written().Equals(TEXT("of the first\n\nof the second")); });
			UntilKept(TEXT(".draft"), TEXT("of the first\n\nof the second"));
			TestFalse(TEXT("the second one's file is left"), IFileManager::Get().FileExists(*(FConversationFiles::GetFolder() / (Id + TEXT(".2.draft")))));
			Window->Write(FString());
		}
	});
}

#endif
