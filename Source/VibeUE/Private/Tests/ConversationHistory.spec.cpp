// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ChatSessionCore.h"
#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "ConversationFiles.h"
#include "Framework/Notifications/NotificationManager.h"
#include "HAL/FileManager.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Tests/SpecReach.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "UObject/StrongObjectPtr.h"
#include "VibeUESettings.h"
#include "Widgets/SChatText.h"
#include "Widgets/SConversationImport.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SConversationRow.h"

#if defined(STANDIN)
#include "StandIn/Editor.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The history: what the user finds in it, and what can be done there and undone. */
BEGIN_DEFINE_SPEC(FConversationHistorySpec, "VibeUE.Looks.History", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Begins another conversation. */
void StartAnother()
{
	Window->ClickIcon(TEXT("Start a new conversation"));
	Window->Settle();
	Window->Follow();
}

/** Opens the tab, and says this in a conversation each. */
bool OpenTalks(float Width, float Height, const TArray<FString>& Words)
{
	if (!FTestConversation::UseServer(*this, 96000) || !Window->OpenScene(Width, Height) || !Window->Settle())
	{
		return false;
	}
	for (int32 Index = 0; Index < Words.Num(); ++Index)
	{
		if (Index > 0)
		{
			StartAnother();
		}
		Window->Say(Words[Index]);
	}
	return true;
}

/** Other parts have fields, too. */
TSharedPtr<SChatText> FindSearchBox() const
{
	return StandIn::Find<SChatText>(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef());
}

void OpenHistory()
{
	Window->ClickIcon(TEXT("Show this project's conversations"));
	// The button's tip would cover the tab.
	StandIn::MovePointerAway();
	Window->Until(TEXT("the search field to have the keyboard"), [this] { return FindSearchBox()->HasKeyboardFocus(); });
}

/** Types into the form of a row, which has the keyboard. */
void NameAndTag(const TCHAR* Name, const TCHAR* Tags)
{
	const auto HasBox = [this]
	{
		const TSharedPtr<SConversationRow> Row = StandIn::Find<SConversationRow>(Window->Get());
		const TSharedPtr<SChatText> Box = Row.IsValid() ? StandIn::Find<SChatText>(Row.ToSharedRef()) : nullptr;
		return Box.IsValid() && Box->HasKeyboardFocus();
	};
	Window->Until(TEXT("the box for the name to have the keyboard"), HasBox);
	StandIn::TypeText(Name);
	StandIn::Focus(StandIn::FindAll<SChatText>(StandIn::Find<SConversationRow>(Window->Get()).ToSharedRef())[1]);
	StandIn::TypeText(Tags);
}

/** Exports the conversation of the first row in the form of this button, to the file that the user names; none cancels the dialog. */
void Export(const TCHAR* Form, const FString& File)
{
	StandIn::ChooseFiles(File.IsEmpty() ? TArray<FString>() : TArray<FString>({File}));
	Window->ClickIcon(TEXT("Export this conversation to a file."));
	Window->Click(Form);
}

static FString Read(const FString& File)
{
	FString Text;
	FFileHelper::LoadFileToString(Text, *File);
	return Text;
}

/** Returns whether a notice had these words. */
static bool Told(const TCHAR* Words)
{
	return FSlateNotificationManager::Get().StandInHistory().ContainsByPredicate([Words](const FString& Notice) { return Notice.Contains(Words); });
}
END_DEFINE_SPEC(FConversationHistorySpec)

// Long because it lists its cases.
void FConversationHistorySpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::ChooseFiles(TArray<FString>());
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("finds what was said by all its words, opens it, and says when nothing has them"), [this]
	{
		FTestConversation::SetPrices(15.0, 75.0);
		if (!OpenTalks(420.0f, 640.0f, {TEXT("Build ladders and stairs for the tower")}))
		{
			return;
		}
		const FString First = Window->GetSession()->GetConversationId();
		int64 Tokens = 0;
		double Dollars = 0.0;
		TArray<FString> Costs;
		const TCHAR* const Next[] = {TEXT("Paint the door of the airlock red"), TEXT("Put a red light above the stairs"), nullptr};
		for (const TCHAR* Words : Next)
		{
			// Some more about what has neither a colour nor steps.
			for (int32 Turn = 3; Turn < 6; ++Turn)
			{
				Window->Say(FTestConversation::AskPlainly(Turn));
			}
			const FVibeUECosts Cost = Window->GetSession()->GetCosts();
			Costs.Add(FTestConversation::DescribeSpent(Cost.Input + Cost.Output, Cost.Dollars));
			Tokens += Cost.Input + Cost.Output;
			Dollars += Cost.Dollars;
			if (Words != nullptr)
			{
				StartAnother();
				Window->Say(Words);
			}
		}
		OpenHistory();
		Window->Until(TEXT("listed"), [this] { return Window->Sees(TEXT("Paint the door of the airlock red")) && Window->Sees(TEXT("Build ladders and stairs")); });
		StandIn::TypeText(TEXT("zeppelin"));
		Window->UntilSeen(TEXT("No conversation contains all of these words."));
		FindSearchBox()->SetText(FText::GetEmpty());
		StandIn::TypeText(TEXT("RED stair"));
		Window->Until(TEXT("those that have both"), [this] { return Window->Sees(TEXT("Conversations found: 2")) && Window->Sees(TEXT("Put a red light")) && Window->Sees(TEXT("Build ladders")); });
		TestTrue(TEXT("where it was said, and by whom"), Window->Sees(TEXT("You: ")) && Window->Sees(TEXT("Answer: ")));
		TestFalse(TEXT("what has one of the words"), Window->Sees(TEXT("Paint the door")));
		TestTrue(TEXT("neither was free"), Dollars > 0.02);
		TestTrue(Costs[0], Window->Sees(*Costs[0]));
		TestTrue(Costs[2], Window->Sees(*Costs[2]));
		const FString Month = TEXT("This month: ") + FTestConversation::DescribeSpent(Tokens, Dollars);
		Window->UntilSeen(*Month);
		StandIn::RenderNow();
		StandIn::Click(StandIn::FindByText(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef(), TEXT("Build ladders and stairs for the tower")));
		Window->Until(TEXT("it to be open"), [this, First] { return Window->GetSession()->GetConversationId() == First && Window->GetSession()->GetState() == EVibeUEChatState::Idle; });
		Window->Settle();
		Window->ScrollToWords(TEXT("three flights of stairs and two ladders"));
	});

	It(TEXT("pins, names, tags and deletes conversations, and takes a deletion back"), [this]
	{
		if (!OpenTalks(420.0f, 640.0f, {TEXT("The red door"), TEXT("Ladders and stairs")}))
		{
			return;
		}
		const FString Shown = Window->GetSession()->GetConversationId();
		OpenHistory();
		Window->UntilSeen(TEXT("Ladders and stairs"));
		Window->ClickIcon(TEXT("Name and tag this conversation."));
		NameAndTag(TEXT("Towers"), TEXT("level urgent\n"));
		Window->Until(TEXT("named and tagged"), [this] { return Window->Sees(TEXT("Towers")) && Window->Sees(TEXT("#level  #urgent")); });
		Window->Until(TEXT("the open conversation to have the name"), [this] { return Window->GetSession()->GetTitle() == TEXT("Towers"); });
		Window->ClickIcon(TEXT("Keep this conversation at the top."));
		// The button says the opposite once it is pinned.
		Window->ClickIcon(TEXT("Unpin this conversation."));
		StandIn::RenderNow();
		Window->ClickIcon(TEXT("Delete this conversation"));
		Window->UntilSeen(TEXT("\"Towers\" is in the trash for 30 days."));
		Window->Until(TEXT("gone from the list"), [this] { return !Window->Sees(TEXT("#level  #urgent")); });
		TestNotEqual(TEXT("another conversation is open"), Window->GetSession()->GetConversationId(), Shown);
		Window->ClickIcon(TEXT("Restore the conversation."));
		Window->UntilSeen(TEXT("#level  #urgent"));
		TestTrue(TEXT("it can be opened"), UChatSession::FindConversations().Contains(Shown));
		StandIn::Click(StandIn::FindByText(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef(), TEXT("Towers")));
		Window->UntilSeen(TEXT("You said: Ladders and stairs"));
	});

	It(TEXT("says what each conversation, and this month with all of them, took and cost"), [this]
	{
		FTestConversation::SetPrices(20.0, 80.0);
		if (!OpenTalks(560.0f, 640.0f, {TEXT("write 2000 words")}))
		{
			return;
		}
		const FVibeUECosts First = Window->GetSession()->GetCosts();
		StartAnother();
		Window->Say(TEXT("write 1000 words"));
		const FVibeUECosts Second = Window->GetSession()->GetCosts();
		TestTrue(TEXT("neither was free"), First.Dollars > Second.Dollars && Second.Dollars > 0.01);
		OpenHistory();
		Window->UntilSeen(*FTestConversation::DescribeSpent(First.Input + First.Output, First.Dollars));
		Window->UntilSeen(*FTestConversation::DescribeSpent(Second.Input + Second.Output, Second.Dollars));
		const FString All = TEXT("This month: ") + FTestConversation::DescribeSpent(First.Input + First.Output + Second.Input + Second.Output, First.Dollars + Second.Dollars);
		Window->Until(*All, [this, All] { return StandIn::FindByText(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef(), All).IsValid(); });
		Window->TestNothingIsCutOff();
	});

	It(TEXT("says why a conversation that is open elsewhere is not renamed"), [this]
	{
		if (!OpenTalks(420.0f, 640.0f, {TEXT("Ladders and stairs"), TEXT("The red door")}))
		{
			return;
		}
		const FString Id = Window->GetSession()->GetConversationId();
		const auto GoTo = [this](const TCHAR* Title)
		{
			OpenHistory();
			Window->UntilSeen(Title);
			StandIn::Click(StandIn::FindByText(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef(), Title));
		};
		GoTo(TEXT("Ladders and stairs"));
		Window->Until(TEXT("another conversation"), [this, Id] { return Window->GetSession()->GetConversationId() != Id && Window->GetSession()->GetState() == EVibeUEChatState::Idle; });
		// A session of the core that is not this editor's: to the journal it is another program.
		vibeue::SessionConfig Config{};
		Config.journal = VibeUE::ToCore(FConversationFiles::GetPath(Id));
		Config.model = VibeUE::ToCore(GetDefault<UVibeUESettings>()->GetModelChoice());
		Config.settings = VibeUE::ToCore(GetDefault<UVibeUESettings>()->GetChangedCoreSettings());
		const TStrongObjectPtr<UChatSession> Nobody(NewObject<UChatSession>());
		FChatSessionCore Elsewhere(vibeue::open_session(Config), *Nobody.Get());
		Window->Until(TEXT("it to be open elsewhere"), [&Elsewhere]
		{
			Elsewhere.Session->pump(Elsewhere.Sink);
			return Elsewhere.Session->stage() == vibeue::Stage::Open;
		});
		GoTo(TEXT("The red door"));
		Window->Until(TEXT("it not to be opened"), [this, Id] { return Window->GetSession()->GetConversationId() == Id && Window->GetSession()->GetState() == EVibeUEChatState::Failed; });
		OpenHistory();
		StandIn::TypeText(TEXT("red door"));
		Window->UntilSeen(TEXT("Conversations found: 1"));
		Window->ClickIcon(TEXT("Name and tag this conversation."));
		NameAndTag(TEXT("Towers"), TEXT("level\n"));
		Window->UntilSeen(TEXT("another program is writing this file"));
		// What was typed stays in its field until that is given up.
		StandIn::PressKey(EKeys::Escape);
		Window->UntilGone(TEXT("Towers"));
		Window->UntilSeen(TEXT("The red door"));
		Elsewhere.Session->close(2000);
	});

	It(TEXT("names what was exported by what it is, whatever its file is called"), [this]
	{
		if (!OpenTalks(420.0f, 640.0f, {TEXT("The red door")}))
		{
			return;
		}
		TestTrue(TEXT("it begins"), Window->GetSession()->ExportConversation(FConversationFiles::GetFolder() / TEXT("talk.txt")));
		Window->Until(TEXT("the notice"), [] { return Told(TEXT("The conversation was written to talk.txt")); });
		TestTrue(TEXT("a report begins"), Window->GetSession()->ExportContextReport(FConversationFiles::GetFolder() / TEXT("report.csv"), EVibeUEContextFormat::Csv));
		Window->Until(TEXT("its notice"), [] { return Told(TEXT("The context report was written to report.csv")); });
		TestFalse(TEXT("the conversation as a report"), Told(TEXT("The context report was written to talk.txt")));
	});

	It(TEXT("is used by the keyboard alone, and Escape gives up the form before the list"), [this]
	{
		if (!OpenTalks(420.0f, 640.0f, {TEXT("The red door")}))
		{
			return;
		}
		OpenHistory();
		Window->UntilSeen(TEXT("The red door"));
		Window->ClickIcon(TEXT("Name and tag this conversation."));
		NameAndTag(TEXT("Not this"), TEXT("nor this"));
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("the row again"), [this] { return !Window->Sees(TEXT("Save")) && Window->Sees(TEXT("The red door")); });
		TestFalse(TEXT("the name"), Window->Sees(TEXT("Not this")));
		StandIn::Find<SConversationList>(Window->Get())->Open(true);
		Window->Until(TEXT("the search field to have the keyboard"), [this] { return FindSearchBox()->HasKeyboardFocus(); });
		StandIn::PressKey(EKeys::Escape);
		Window->UntilSeen(TEXT("You said: The red door"));
	});

	It(TEXT("keeps what is being written in a row while the list is read again, and Escape closes that before the list"), [this]
	{
		if (!OpenTalks(420.0f, 640.0f, {TEXT("The red door"), TEXT("Ladders and stairs")}))
		{
			return;
		}
		OpenHistory();
		Window->Until(TEXT("listed"), [this] { return Window->Sees(TEXT("The red door")) && Window->Sees(TEXT("Ladders and stairs")); });
		Window->ClickIcon(TEXT("Name and tag this conversation."));
		NameAndTag(TEXT("Towers"), TEXT("level"));
		Window->ClickIcon(TEXT("Keep this conversation at the top."));
		Window->Until(TEXT("the other one to be pinned"), [this]
		{
			return StandIn::FindWhere(Window->Get(), [](const SWidget& Widget) { return Widget.StandInToolTipText().ToString() == TEXT("Unpin this conversation."); }).IsValid();
		});
		FString Written;
		for (const TSharedRef<SConversationRow>& Row : StandIn::FindAll<SConversationRow>(Window->Get()))
		{
			for (const TSharedRef<SChatText>& Box : StandIn::FindAll<SChatText>(Row))
			{
				Written += Box->GetText().ToString() + TEXT("|");
			}
		}
		TestEqual(TEXT("what is written"), Written, FString(TEXT("Towers|level|")));
		StandIn::Focus(FindSearchBox());
		StandIn::PressKey(EKeys::Escape);
		Window->UntilGone(TEXT("Save"));
		TestTrue(TEXT("the list is still there"), StandIn::IsOnScreen(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef()));
	});

	It(TEXT("writes a conversation to a file in each form, with the credentials masked but for the journal, and never over a file"), [this]
	{
		const FString Key = TEXT("sk-proj-4f9QzT7kLmN2pRs8vWxY3bCd");
		if (!OpenTalks(420.0f, 640.0f, {TEXT("Use the key ") + Key + TEXT(" for the red door")}))
		{
			return;
		}
		const FString Folder = FConversationFiles::GetFolder() / TEXT("elsewhere");
		IFileManager::Get().MakeDirectory(*Folder, true);
		OpenHistory();
		Window->UntilSeen(TEXT("Use the key"));
		// A dialog that is cancelled writes nothing.
		Export(TEXT("Markdown\u2026"), FString());
		TestTrue(TEXT("it proposes a name for the form"), StandIn::ProposedFile().EndsWith(TEXT(".md")) && StandIn::ProposedFile().Contains(TEXT("Use the key")));
		TestFalse(TEXT("the key in the name"), StandIn::ProposedFile().Contains(Key));
		Export(TEXT("Markdown\u2026"), Folder / TEXT("door.md"));
		Window->Until(TEXT("the notice"), [] { return Told(TEXT("The conversation was written to door.md; credentials masked: 2")); });
		TestFalse(TEXT("the key in Markdown"), Read(Folder / TEXT("door.md")).Contains(Key));
		// Some dialogs leave the extension to the program.
		Export(TEXT("JSON transcript\u2026"), Folder / TEXT("door"));
		Window->Until(TEXT("the second notice"), [] { return Told(TEXT("door.json")); });
		TestFalse(TEXT("the key in the transcript"), Read(Folder / TEXT("door.json")).Contains(Key));
		Window->ClickIcon(TEXT("Export this conversation to a file."));
		Window->UntilSeen(TEXT("keys and passwords unmasked"));
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Window->Until(TEXT("the form to have the keyboard"), [this] { return StandIn::Find<SConversationRow>(Window->Get())->HasFocusedDescendants(); });
		StandIn::PressKey(EKeys::Escape);
		Window->UntilGone(TEXT("keys and passwords unmasked"));
		Export(TEXT("Whole journal\u2026"), Folder / TEXT("door.jsonl"));
		Window->Until(TEXT("the third notice"), [] { return Told(TEXT("door.jsonl")); });
		TestTrue(TEXT("the key in the journal"), Read(Folder / TEXT("door.jsonl")).Contains(Key));
		const FString Before = Read(Folder / TEXT("door.md"));
		Export(TEXT("JSON transcript\u2026"), Folder / TEXT("door.md"));
		Window->UntilSeen(TEXT("the file already exists (choose another name)"));
		TestEqual(TEXT("what was there"), Read(Folder / TEXT("door.md")), Before);
		Window->TestNothingIsCutOff();
	});

	It(TEXT("takes files in, each for itself, says what came of each, and opens one"), [this]
	{
		if (!OpenTalks(420.0f, 640.0f, {TEXT("The red door")}))
		{
			return;
		}
		const FString Folder = FConversationFiles::GetFolder() / TEXT("elsewhere");
		const FString Talk = TEXT("[{\"role\":\"user\",\"content\":\"Paint the ladder\"},{\"role\":\"assistant\",\"content\":\"Done.\"}]");
		const FString Odd = TEXT("[{\"role\":\"user\",\"content\":\"Light the stairs\"},{\"role\":\"wizard\",\"content\":\"ok\"}]");
		const TArray<FString> Files = {Folder / TEXT("ladder.json"), Folder / TEXT("stairs.json"), Folder / TEXT("words.txt"), FConversationFiles::GetPath(Window->GetSession()->GetConversationId())};
		TestTrue(TEXT("files"), FFileHelper::SaveStringToFile(Talk, *Files[0]) && FFileHelper::SaveStringToFile(Odd, *Files[1]) && FFileHelper::SaveStringToFile(TEXT("hello"), *Files[2]));
		OpenHistory();
		Window->UntilSeen(TEXT("The red door"));
		// A dialog that is cancelled reads nothing.
		Window->ClickIcon(TEXT("Import conversations from files"));
		TestFalse(TEXT("something is read"), StandIn::Find<SConversationImport>(Window->Get())->IsReading());
		StandIn::ChooseFiles(Files);
		Window->ClickIcon(TEXT("Import conversations from files"));
		Window->UntilSeen(TEXT("Imported: 3 of 4"));
		TestTrue(TEXT("a whole one"), Window->Sees(TEXT("ladder.json: 2 messages")));
		TestTrue(TEXT("a repaired one"), Window->Sees(TEXT("stairs.json: 2 messages, repaired: message 1, role: the role `wizard` is unknown; it is now `user`")));
		TestTrue(TEXT("what is none"), Window->Sees(TEXT("Not imported: ")) && Window->Sees(TEXT("words.txt")));
		Window->Until(TEXT("listed"), [this] { return Window->Sees(TEXT("Paint the ladder")) && Window->Sees(TEXT("Light the stairs")); });
		TestEqual(TEXT("conversations"), FConversationFiles::FindIds().Num(), 4);
		TestEqual(TEXT("the file stays"), Read(Files[0]), Talk);
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Window->ClickIcon(TEXT("Open the conversation that this file became."));
		Window->UntilSeen(TEXT("Done."));
		OpenHistory();
		Window->ClickIcon(TEXT("Close this report"));
		Window->UntilGone(TEXT("Imported: 3 of 4"));
	});

	It(TEXT("lists everything that was repaired in a file that it takes in, by the keyboard"), [this]
	{
		if (!OpenTalks(420.0f, 640.0f, {TEXT("The red door")}))
		{
			return;
		}
		const FString File = FConversationFiles::GetFolder() / TEXT("elsewhere") / TEXT("stairs.json");
		const FString Odd = TEXT("[{\"role\":\"user\",\"content\":\"Light the stairs\"},{\"role\":\"wizard\",\"content\":\"ok\"},{\"role\":\"elf\",\"content\":\"why\"}]");
		TestTrue(TEXT("the file"), FFileHelper::SaveStringToFile(Odd, *File));
		OpenHistory();
		Window->UntilSeen(TEXT("The red door"));
		StandIn::ChooseFiles({File});
		Window->ClickIcon(TEXT("Import conversations from files"));
		StandIn::MovePointerAway();
		Window->UntilSeen(TEXT("Imported: 1 of 1"));
		TestTrue(TEXT("the first repair"), Window->Sees(TEXT("stairs.json: 3 messages, repaired: message 1, role: the role `wizard` is unknown; it is now `user`")));
		const TCHAR* Second = TEXT("message 2, role: the role `elf` is unknown; it is now `user`");
		TestFalse(TEXT("the second one, unasked"), Window->Sees(Second));
		const TSharedPtr<SWidget> Line = StandIn::FindButton(Window->Get(), TEXT("Other repairs: 1"));
		if (!TestTrue(TEXT("a line that opens"), Line.IsValid()))
		{
			return;
		}
		TestEqual(TEXT("what is read of it"), FSpecReach::NameOf(Line.ToSharedRef()), FString(TEXT("Other repairs: 1, collapsed")));
		TestTrue(TEXT("it takes the keyboard"), StandIn::NavigateTo(Line));
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(Second);
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		StandIn::PressKey(EKeys::SpaceBar);
		Window->UntilGone(Second);
	});

	It(TEXT("takes in what it exported as Markdown, and refuses other Markdown"), [this]
	{
		if (!OpenTalks(420.0f, 640.0f, {TEXT("The red door\n\n## Assistant (m2)\n\nIt is open.")}))
		{
			return;
		}
		const auto Words = [this]
		{
			FString All;
			for (const FVibeUEMessage& Message : Window->GetSession()->GetMessages(0, MAX_int32))
			{
				All += Message.Text + TEXT("|");
			}
			return All;
		};
		const FString Folder = FConversationFiles::GetFolder() / TEXT("elsewhere");
		IFileManager::Get().MakeDirectory(*Folder, true);
		const FString Shown = Window->GetSession()->GetConversationId();
		const FString Before = Words();
		OpenHistory();
		Window->UntilSeen(TEXT("The red door"));
		Export(TEXT("Markdown\u2026"), Folder / TEXT("red-and-open.md"));
		// A name of its own: notices of earlier cases may be shown yet.
		Window->Until(TEXT("the notice"), [] { return Told(TEXT("The conversation was written to red-and-open.md")); });
		TestTrue(TEXT("other Markdown"), FFileHelper::SaveStringToFile(TEXT("# Doors\n\n## User\n\nThe blue door\n"), *(Folder / TEXT("notes.md"))));
		StandIn::RenderNow();
		StandIn::ChooseFiles({Folder / TEXT("red-and-open.md"), Folder / TEXT("notes.md")});
		Window->ClickIcon(TEXT("Import conversations from files"));
		TestTrue(TEXT("the dialog offers Markdown"), StandIn::OfferedTypes().Contains(TEXT("*.md;")));
		Window->UntilSeen(TEXT("Imported: 1 of 2"));
		TestTrue(TEXT("a whole one"), Window->Sees(TEXT("red-and-open.md: ")));
		TestFalse(TEXT("something repaired"), Window->Sees(TEXT("repaired")));
		TestTrue(TEXT("what is none"), Window->Sees(TEXT("notes.md: this Markdown is not an export of VibeUE")));
		TestTrue(TEXT("what would be one"), Window->Sees(TEXT("import Markdown that VibeUE exported, a JSON transcript or a journal")));
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Window->ClickIcon(TEXT("Open the conversation that this file became."));
		Window->Until(TEXT("another conversation"), [this, Shown] { return Window->GetSession()->GetConversationId() != Shown && Window->GetSession()->GetState() == EVibeUEChatState::Idle; });
		TestEqual(TEXT("what was said"), Words(), Before);
	});

	It(TEXT("names what is damaged, and lists the others"), [this]
	{
		if (!OpenTalks(420.0f, 640.0f, {TEXT("The red door")}))
		{
			return;
		}
		const FString Folder = FConversationFiles::GetFolder();
		TestTrue(TEXT("a file that is not a journal"), FFileHelper::SaveStringToFile(TEXT("hello\n"), *(Folder / TEXT("damaged.jsonl"))));
		TestTrue(TEXT("an index of nothing"), FFileHelper::SaveStringToFile(TEXT("VIBEUEIX"), *(Folder / TEXT("conversations.index"))));
		OpenHistory();
		Window->Until(TEXT("both"), [this] { return Window->Sees(TEXT("The red door")) && Window->Sees(TEXT("this is not a VibeUE journal")); });
		TestTrue(TEXT("what a journal would be"), Window->Sees(TEXT("(a journal begins with {\"vibeue_journal\":1")));
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
	});
}

#endif
