// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Tests/SpecWindow.h"
#include "VibeUESettings.h"

#if defined(STANDIN)
#include "ConversationFiles.h"
#include "Framework/Docking/TabManager.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "HAL/PlatformTime.h"
#include "InputCoreTypes.h"
#include "Misc/CoreDelegates.h"
#include "Misc/FileHelper.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/TestConversation.h"
#include "ToolMenus.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatText.h"
#include "Widgets/SChatTitle.h"
#include "Widgets/SSummaryBadge.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

#if defined(STANDIN)

BEGIN_DEFINE_SPEC(FChatWindowSpec, "VibeUE.Window", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens the tab on a conversation with the server, and waits until it can be talked to. */
bool OpenTab(int32 ContextWindow)
{
	return FTestConversation::UseServer(*this, ContextWindow) && Window->Open() && Window->Settle();
}

/** Tests that the status line, the list of summaries and the journal have the numbers that were reported. */
void TestNumbersOf(const FVibeUESummarization& Told)
{
	const FString Before = FText::AsNumber(Told.TokensBefore).ToString();
	const FString After = FText::AsNumber(Told.TokensAfter).ToString();
	Window->UntilSeen(*FString::Printf(TEXT("Summarized: %s \u2192 %s tokens"), *Before, *After));
	const FVibeUESummaryRow Row = Window->GetSession()->GetSummaries().Last();
	TestEqual(TEXT("tokens before, in the list"), Row.TokensBefore, Told.TokensBefore);
	TestEqual(TEXT("tokens after, in the list"), Row.TokensAfter, Told.TokensAfter);
	FString Journal;
	FFileHelper::LoadFileToString(Journal, *FConversationFiles::GetPath(Window->GetSession()->GetConversationId()));
	const FString Kept = FString::Printf(TEXT("\"tokens_before\":%lld,\"tokens_after\":%lld"), Told.TokensBefore, Told.TokensAfter);
	TestTrue(FString::Printf(TEXT("%s in the journal"), *Kept), Journal.Contains(Kept));
}

/** Returns the entries of all menus that open the chat. */
static TArray<FString> FindMenuEntries()
{
	TArray<FString> Found;
	for (const TObjectPtr<UToolMenu>& Menu : UToolMenus::Get()->StandInMenus())
	{
		for (const FToolMenuSection& Section : Menu->Sections)
		{
			for (const FToolMenuEntry& Entry : Section.Blocks)
			{
				if (Entry.Label.Get().ToString() == TEXT("VibeUE Chat"))
				{
					Found.Add(Menu->MenuName.ToString());
				}
			}
		}
	}
	return Found;
}
END_DEFINE_SPEC(FChatWindowSpec)

// Long because it lists its cases.
void FChatWindowSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("has one entry in the menus, and the tab manager adds none"), [this]
	{
		TestEqual(TEXT("menus"), FString::Join(FindMenuEntries(), TEXT(", ")), FString(TEXT("LevelEditor.MainMenu.Tools")));
		const FTabSpawnerEntry* Spawner = FGlobalTabmanager::Get()->StandInSpawner(FName(TEXT("VibeUEChat")));
		TestTrue(TEXT("the spawner is in no menu"), Spawner && Spawner->MenuType == ETabSpawnerMenuType::Hidden);
	});

	It(TEXT("shows what the user types and what the model answers"), [this]
	{
		if (!OpenTab(100000))
		{
			return;
		}
		Window->Type(TEXT("Hello"));
		Window->UntilSeen(TEXT("You said: Hello"));
		Window->Settle();
		const TSharedPtr<SChatText> Box = StandIn::Find<SChatInput>(Window->Get())->GetTextBox();
		TestEqual(TEXT("the box is empty again"), Box->GetText().ToString(), FString());
		StandIn::Focus(Box);
		StandIn::TypeText(TEXT("a"));
		StandIn::PressKey(EKeys::Enter, StandIn::Shift());
		StandIn::TypeText(TEXT("b"));
		TestEqual(TEXT("a line break"), Box->GetText().ToString(), FString(TEXT("a\nb")));
		TestEqual(TEXT("nothing was sent"), Window->GetSession()->GetMessageCount(), static_cast<int64>(2));
		TestTrue(TEXT("tokens"), Window->Sees(TEXT("Tokens:")));
	});

	It(TEXT("hides the tokens when the settings say so"), [this]
	{
		if (!OpenTab(100000) || !Window->UntilSeen(TEXT("Tokens:")))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->bShowTokenCount = false;
		FSpecSandbox::Notify();
		Window->UntilGone(TEXT("Tokens:"));
	});

	It(TEXT("shows an error with what to do, and goes on"), [this]
	{
		if (!OpenTab(100000))
		{
			return;
		}
		Window->Type(TEXT("be unauthorized"));
		Window->UntilSeen(TEXT("Error"));
		const FVibeUEError Error = Window->GetSession()->GetLastError();
		TestTrue(TEXT("what to do"), !Error.Hint.IsEmpty() && Window->Sees(*Error.Hint));
		Window->Settle();
		Window->Type(TEXT("again"));
		Window->UntilSeen(TEXT("You said: again"));
	});

	It(TEXT("asks before a tool runs"), [this]
	{
		if (!OpenTab(100000))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		FString Approved;
		Session->OnToolCallApproved().AddWeakLambda(Session, [&Approved](const FString& CallId) { Approved = CallId; });
		Window->Type(TEXT("use look"));
		Window->UntilSeen(TEXT("Waiting for your answer\u2026"));
		TestFalse(TEXT("it waits for tools"), Window->Sees(TEXT("Waiting for tools")));
		Window->Click(TEXT("Allow once"));
		Window->Until(TEXT("the approval"), [&Approved]() { return !Approved.IsEmpty(); });
		Window->UntilSeen(TEXT("Waiting for tools\u2026"));
		TestFalse(TEXT("it waits for a person"), Window->Sees(TEXT("Waiting for your answer")));
		Session->OnToolCallApproved().RemoveAll(Session);
		Session->AnswerToolCall(Approved, TEXT("A red door."));
		Window->UntilSeen(TEXT("The tools said"));
		Window->Settle();
	});

	It(TEXT("summarizes a long conversation by itself, says so, and takes it back"), [this]
	{
		// Long enough for a machine on which each frame takes long.
		GetMutableDefault<UVibeUESettings>()->NoticeSeconds = 600.0;
		if (!OpenTab(4000))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		TArray<FVibeUESummarization> Told;
		const FDelegateHandle Ended = Session->OnSummarizationEnded().AddWeakLambda(Session, [&Told](const FVibeUESummarization& One) { Told.Add(One); });
		bool bWasYellow = false;
		for (int32 Turn = 0; Turn < 40 && Window->Applied == 0 && !HasAnyErrors(); ++Turn)
		{
			Window->Say(FString::Printf(TEXT("write %d words"), 60 + Turn));
			bWasYellow = bWasYellow || Session->GetTokenUsagePercent() >= 70.0;
		}
		TestTrue(TEXT("the bar was yellow"), bWasYellow);
		Session->OnSummarizationEnded().Remove(Ended);
		if (!TestEqual(TEXT("summarized"), Window->Applied, 1) || !TestEqual(TEXT("told"), Told.Num(), 1))
		{
			return;
		}
		TestNumbersOf(Told[0]);
		Window->UntilSeen(TEXT("Context summarized"));
		const TSharedPtr<SSummaryBadge> Badge = StandIn::Find<SSummaryBadge>(Window->Get());
		TestTrue(TEXT("its details"), Badge->GetDetails().ToString().StartsWith(TEXT("Summarized ")));
		StandIn::AdvanceClock(600.0);
		Window->UntilGone(TEXT("Context summarized"));
		GetMutableDefault<UVibeUESettings>()->bAutoSummarize = false;
		FSpecSandbox::Notify();
		Window->Click(TEXT("Undo"));
		Window->Until(TEXT("the undo"), [Session] { return !Session->GetSummaries()[0].bInForce; });
	});

	It(TEXT("follows the newest row only while the user is at the end"), [this]
	{
		if (!OpenTab(100000))
		{
			return;
		}
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Window->Say(TEXT("write 80 words"));
		}
		const TSharedPtr<SScrollBox> Box = StandIn::Find<SScrollBox>(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef());
		Window->Until(TEXT("the end to be shown"),
			[Box] { return Box->GetScrollOffset() > 0.0f && Box->GetScrollOffsetOfEnd() - Box->GetScrollOffset() <= 20.0f; });
		StandIn::Wheel(Box, 20.0f);
		float Above = -1.0f;
		Window->Until(TEXT("the talk to stand still above its end"), [Box, &Above]
		{
			const bool bStands = Box->GetScrollOffset() == Above && Box->GetScrollOffsetOfEnd() - Above > 20.0f;
			Above = Box->GetScrollOffset();
			return bStands;
		});
		Window->Say(TEXT("write 80 words"));
		TestEqual(TEXT("still there"), Box->GetScrollOffset(), Above);
	});

	It(TEXT("shows the same conversation when it is opened again"), [this]
	{
		if (!OpenTab(100000))
		{
			return;
		}
		Window->Type(TEXT("remember me"));
		Window->UntilSeen(TEXT("You said: remember me"));
		Window->Settle();
		const FString Id = Window->GetSession()->GetConversationId();
		Window->Close();
		if (Window->Open())
		{
			TestEqual(TEXT("id"), Window->GetSession()->GetConversationId(), Id);
			Window->UntilSeen(TEXT("You said: remember me"));
		}
	});

	It(TEXT("leaves a name as it was when the user presses Escape"), [this]
	{
		if (!OpenTab(100000) || !Window->Say(TEXT("The red door")))
		{
			return;
		}
		Window->ClickIcon(TEXT("Click to name this conversation."));
		Window->Until(TEXT("the box for the name to have the keyboard"), [this] { return StandIn::Find<SChatText>(StandIn::Find<SChatTitle>(Window->Get()).ToSharedRef())->HasKeyboardFocus(); });
		StandIn::TypeText(TEXT("A name that nobody wants"));
		StandIn::PressKey(EKeys::Escape);
		Window->UntilSeen(TEXT("The red door"));
		TestEqual(TEXT("name"), Window->GetSession()->GetTitle(), FString());
		TestFalse(TEXT("the name is shown"), Window->Sees(TEXT("A name that nobody wants")));
	});

	It(TEXT("gives a message back that could not be written, and keeps what was typed meanwhile"), [this]
	{
		if (!OpenTab(100000) || !Window->Say(TEXT("Before the disk was full.")))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Sandbox->FillDisk(Session->GetConversationId());
		// Longer than the room that a file may have left in its last block.
		const FString Long = TEXT("Is there room? ") + FString::ChrN(6000, TEXT('x'));
		Window->Type(Long);
		const TSharedPtr<SChatText> Box = StandIn::Find<SChatInput>(Window->Get())->GetTextBox();
		StandIn::TypeText(TEXT("And this?"));
		Window->UntilSeen(TEXT("Error"));
		Window->Until(TEXT("the text to come back"), [Box, Long] { return Box->GetText().ToString() == Long + TEXT("\n\nAnd this?"); });
		TestEqual(TEXT("kind"), Session->GetLastError().Kind, EVibeUEFailure::Storage);
		TestTrue(TEXT("what to do is shown"), !Session->GetLastError().Hint.IsEmpty() && Window->Sees(*FChatSentence::Begin(Session->GetLastError().Hint)));
		Sandbox->EmptyDisk();
		StandIn::Focus(Box);
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(TEXT("And this?"));
		Window->Until(TEXT("the answer"), [Session]
		{
			const int64 Count = Session->GetMessageCount();
			return Count == 4 && Session->GetMessages(Count - 1, 1)[0].Text.StartsWith(TEXT("You said: Is there room?"));
		});
		TestEqual(TEXT("the box is empty again"), Box->GetText().ToString(), FString());
	});

	It(TEXT("leaves what is typed in its box where the folder of conversations cannot be written, and goes on elsewhere"), [this]
	{
		// A folder on a disk that can only be read, if there is one; else one that cannot be made.
		FString Unwritable = FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_READ_ONLY"));
		if (Unwritable.IsEmpty())
		{
			IFileManager::Get().MakeDirectory(*Sandbox->GetFolder(), true);
			FFileHelper::SaveStringToFile(FStringView(TEXT("in the way")), *(Sandbox->GetFolder() / TEXT("Saved")));
			Unwritable = Sandbox->GetFolder() / TEXT("Saved") / TEXT("VibeUE");
		}
		FConversationFiles::UseFolder(Unwritable);
		if (!FTestConversation::UseServer(*this, 100000) || !Window->Open())
		{
			return;
		}
		Window->Until(TEXT("the refusal"), [this] { return Window->GetSession()->GetState() == EVibeUEChatState::Failed; });
		const FVibeUEError Error = Window->GetSession()->GetLastError();
		TestEqual(TEXT("kind"), Error.Kind, EVibeUEFailure::Storage);
		TestFalse(TEXT("there is no advice"), Error.Hint.IsEmpty());
		Window->UntilSeen(*FChatSentence::Begin(Error.Message));
		Window->UntilSeen(*FChatSentence::Begin(Error.Hint));
		const TSharedPtr<SChatText> Box = StandIn::Find<SChatInput>(Window->Get())->GetTextBox();
		Window->Type(TEXT("A long thought."));
		TestEqual(TEXT("what is typed"), Box->GetText().ToString(), FString(TEXT("A long thought.")));
		FConversationFiles::UseFolder(Sandbox->GetFolder());
		Window->ClickIcon(TEXT("Start a new conversation"));
		Window->Settle();
		TestEqual(TEXT("what is still typed"), Box->GetText().ToString(), FString(TEXT("A long thought.")));
		StandIn::Focus(Box);
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(TEXT("You said: A long thought."));
	});

	It(TEXT("says what became of an export at once, also when nothing else happens"), [this]
	{
		if (!OpenTab(100000) || !Window->Say(TEXT("The red door")))
		{
			return;
		}
		const TSharedRef<int32> Told = MakeShared<int32>(0);
		UChatSession* Session = Window->GetSession();
		Session->OnExported().AddWeakLambda(Session, [Told](const FString&, const FVibeUEError& Error) { *Told += Error.Kind == EVibeUEFailure::None ? 1 : 100; });
		Window->ClickIcon(TEXT("Write the whole conversation"));
		Window->Until(TEXT("the end of the export"), [Told] { return *Told == 1; });
		// The end of one that is in progress when the conversation is closed is reported, too.
		TestTrue(TEXT("it begins"), Session->ExportConversation(Sandbox->GetFolder() / TEXT("another.md")));
		Session->Close();
		TestEqual(TEXT("ends that were told"), *Told, 2);
	});

	It(TEXT("lets the editor leave with a request in flight"), [this]
	{
		const int32 ThreadsBefore = StandIn::OtherThreads().Num();
		if (!OpenTab(100000))
		{
			return;
		}
		Window->Type(TEXT("wait for ever"));
		Window->Until(TEXT("the request to be under way"), [this] { return Window->GetSession()->GetState() == EVibeUEChatState::Streaming; });
		if (StandIn::LeavesAfterThisCase())
		{
			// The tab stays open: the way out is the module's business.
			Window->LeaveOpen();
			Sandbox->LeaveOpen();
			return;
		}
		FCoreDelegates::OnEnginePreExit.Broadcast();
		TestTrue(TEXT("the window holds no session any more"), Window->GetSession() == nullptr);
		Window->Until(TEXT("the end of all threads"), [ThreadsBefore] { return StandIn::OtherThreads().Num() <= ThreadsBefore; });
	});
}

BEGIN_DEFINE_SPEC(FSummaryBadgeSpec, "VibeUE.SummaryBadge", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<SSummaryBadge> Badge;

static FVibeUESummarization MakeSummarization(int64 Before, int64 After)
{
	FVibeUESummarization Summarization;
	Summarization.End = EVibeUESummaryEnd::Applied;
	Summarization.TokensBefore = Before;
	Summarization.TokensAfter = After;
	Summarization.Account.TokensAvailable = 10000;
	Summarization.MessagesTotal = 40;
	return Summarization;
}
END_DEFINE_SPEC(FSummaryBadgeSpec)

// Long because it lists its cases.
void FSummaryBadgeSpec::Define()
{
	BeforeEach([this]
	{
		SAssignNew(Badge, SSummaryBadge);
		StandIn::ShowInWindow(Badge.ToSharedRef());
	});

	AfterEach([this]
	{
		StandIn::CloseTestWindows();
		Badge.Reset();
	});

	It(TEXT("stays for as many seconds as the settings say, however long a frame is"), [this]
	{
		for (const float Length : {1.0f / 60.0f, 0.5f, 3.0f})
		{
			const FString What = FString::Printf(TEXT("with frames of %.2f s: "), Length);
			// Its time ends between these two, however long the machine takes.
			const double Earliest = FPlatformTime::Seconds() + 8.0;
			Badge->Show(MakeSummarization(9000, 3000), 8.0);
			const double Latest = FPlatformTime::Seconds() + 8.0;
			TestTrue(What + TEXT("it comes"), StandIn::FramesUntil([this, Earliest]
			{
				return StandIn::IsOnScreen(Badge.ToSharedRef()) || FPlatformTime::Seconds() >= Earliest;
			}, FSpecSandbox::FramePatience));
			bool bStaysTooLong = false;
			TestTrue(What + TEXT("it goes"), StandIn::FramesUntil([this, Length, Latest, &bStaysTooLong]
			{
				const double Begun = FPlatformTime::Seconds();
				StandIn::PumpFrames(1, Length);
				const bool bIsThere = StandIn::IsOnScreen(Badge.ToSharedRef());
				bStaysTooLong = bStaysTooLong || (bIsThere && Begun >= Latest);
				return !bIsThere;
			}, FSpecSandbox::FramePatience));
			TestTrue(What + TEXT("not before its time"), FPlatformTime::Seconds() >= Earliest);
			TestFalse(What + TEXT("there in a frame that began after its time"), bStaysTooLong);
		}
	});

	It(TEXT("is gone in time also where nobody painted it meanwhile"), [this]
	{
		const double Earliest = FPlatformTime::Seconds() + 8.0;
		Badge->Show(MakeSummarization(9000, 3000), 8.0);
		StandIn::AdvanceClock(7.0);
		const bool bIsShown = Badge->IsShown();
		TestTrue(TEXT("before its time"), bIsShown || FPlatformTime::Seconds() >= Earliest);
		StandIn::AdvanceClock(1.5);
		TestFalse(TEXT("after its time"), Badge->IsShown());
	});

	It(TEXT("says what was done: messages summarized, results shortened, messages cut"), [this]
	{
		// It must still be there, however late this looks.
		constexpr double Long = 2.0 * FSpecSandbox::FramePatience;
		FVibeUESummarization Done = MakeSummarization(9000, 3000);
		Done.MessagesSummarized = 31;
		Badge->Show(Done, Long);
		TestEqual(TEXT("a summary"), Badge->GetDetails().ToString(), FString(TEXT("Summarized 31 of 40 messages (9,000 tokens of a budget of 10,000 became 3,000)")));
		TestTrue(TEXT("its badge"), StandIn::FramesUntil([this] { return StandIn::ReadAll(Badge.ToSharedRef()).Contains(TEXT("Context summarized")); }, FSpecSandbox::FramePatience));
		Done.TokensBefore = 12000;
		Badge->Show(Done, Long);
		TestEqual(TEXT("a request that did not fit"), Badge->GetDetails().ToString(),
			FString(TEXT("Summarized 31 of 40 messages (12,000 tokens exceeded the budget of 10,000 and became 3,000)")));
		for (const int64 Before : {9000, 12000})
		{
			FVibeUESummarization Pruned = MakeSummarization(Before, 3000);
			Pruned.ResultsPruned = 5;
			Badge->Show(Pruned, Long);
			TestTrue(TEXT("results that were shortened"), Badge->GetDetails().ToString().StartsWith(TEXT("Tool results shortened: 5; no message was summarized (")));
			TestFalse(TEXT("it says that 0 were summarized"), Badge->GetDetails().ToString().Contains(TEXT("Summarized 0")));
			Pruned.MessagesTrimmed = 2;
			Badge->Show(Pruned, Long);
			TestTrue(TEXT("messages that were cut"),
				Badge->GetDetails().ToString().StartsWith(TEXT("Tool results shortened: 5, messages cut: 2; no message was summarized (")));
		}
		TestTrue(TEXT("its badge is another"), StandIn::FramesUntil([this] { return StandIn::ReadAll(Badge.ToSharedRef()).Contains(TEXT("Context shortened")); }, FSpecSandbox::FramePatience));
	});

	It(TEXT("is an icon where there is no room for its words, and still says what was done"), [this]
	{
		const TSharedRef<SSummaryBadge> Short = SNew(SSummaryBadge).IsShort(true);
		StandIn::ShowInWindow(Short);
		FVibeUESummarization Done = MakeSummarization(9000, 3000);
		Done.MessagesSummarized = 31;
		Short->Show(Done, 2.0 * FSpecSandbox::FramePatience);
		TestTrue(TEXT("it comes"), StandIn::FramesUntil([Short] { return StandIn::IsOnScreen(Short); }, FSpecSandbox::FramePatience));
		TestEqual(TEXT("words"), StandIn::ReadAll(Short).TrimStartAndEnd(), FString());
		TestEqual(TEXT("its tip"), StandIn::Hover(StandIn::Find<SImage>(Short)).ToString(), Short->GetDetails().ToString());
		StandIn::MovePointerAway();
	});

	It(TEXT("goes when the user dismisses it, and does not come where the settings want none"), [this]
	{
		Badge->Show(MakeSummarization(9000, 3000), 8.0);
		Badge->Dismiss();
		TestFalse(TEXT("dismissed"), Badge->IsShown());
		Badge->Show(MakeSummarization(9000, 3000), 0.0);
		TestFalse(TEXT("for no time"), Badge->IsShown());
	});
}

#endif // STANDIN

#endif
