// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Tests/SpecContextPanel.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SSummaryPreviewRow.h"
#include "Widgets/SToolCallRow.h"

BEGIN_DEFINE_SPEC(FKeptRowsSpec, "VibeUE.KeptRows", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Clicks on words of a row, wherever it is scrolled to. */
void ClickOn(const TSharedPtr<SWidget>& Row, const TCHAR* Words)
{
	if (TestTrue(TEXT("the row is there"), Row.IsValid()))
	{
		const TSharedPtr<SWidget> Widget = StandIn::FindByText(Row.ToSharedRef(), Words, true);
		Window->ScrollTo(Widget);
		StandIn::Click(Widget);
	}
}

/** Makes all rows again, by pinning a message or releasing it. */
void MakeRowsAgain(bool bPinned)
{
	UChatSession* Session = Window->GetSession();
	const TSharedPtr<SChatMessageRow> Before = StandIn::Find<SChatMessageRow>(Window->Get());
	TestTrue(TEXT("pins"), Session->PinMessage(Session->GetMessages(Session->GetMessageCount() - 1, 1)[0].Id, bPinned));
	Window->Until(TEXT("the rows to be made again"), [this, Before] { return StandIn::Find<SChatMessageRow>(Window->Get()) != Before; });
	Window->Settle();
}

/** Opens a conversation that is called Towers, and in which there is something to summarize. */
bool OpenTowers()
{
	if (!FTestConversation::UseServer(*this, 24000) || !Window->Open(480.0f, 800.0f) || !Window->Settle())
	{
		return false;
	}
	TestTrue(TEXT("named"), Window->GetSession()->RenameConversation(TEXT("Towers")));
	for (int32 Turn = 0; Turn < 8; ++Turn)
	{
		Window->Say(FString::Printf(TEXT("write %d words"), 60 + Turn));
	}
	return true;
}

/** Begins another conversation, waits until something is gone, and opens Towers again by the history. */
void LeaveAndReturn(TFunction<bool()> IsGone)
{
	Window->ClickIcon(TEXT("Start a new conversation"));
	Window->Until(TEXT("the conversation to be gone"), IsGone);
	Window->ClickIcon(TEXT("Show this project's conversations"));
	StandIn::MovePointerAway();
	const auto FindEntry = [this] { return StandIn::FindByText(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef(), TEXT("Towers")); };
	Window->Until(TEXT("it to be in the history"), [FindEntry] { return FindEntry().IsValid() && StandIn::IsOnScreen(FindEntry().ToSharedRef()); });
	StandIn::Click(FindEntry());
}

/** What is written in the rows of previews, in their order. */
FString ReadPreviews() const
{
	FString All;
	for (const TSharedRef<SSummaryPreviewRow>& Row : StandIn::FindAll<SSummaryPreviewRow>(Window->Get()))
	{
		All += StandIn::Find<SChatText>(Row)->GetText().ToString() + TEXT("|");
	}
	return All;
}
END_DEFINE_SPEC(FKeptRowsSpec)

// Long because it lists its cases.
void FKeptRowsSpec::Define()
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

	It(TEXT("a call that the user opened stays open whatever changes the history, and one that is closed stays closed"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !Window->Open(480.0f, 900.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}}]"));
		Session->OnToolCallRequested().AddWeakLambda(Session, [Session](const FVibeUEToolCall& Call) { Session->AnswerToolCall(Call.CallId, TEXT("A red door.")); });
		Window->Say(TEXT("use look {\"at\": \"the door\"}"));
		TestFalse(TEXT("details before"), Window->Sees(TEXT("Arguments")));
		MakeRowsAgain(true);
		TestFalse(TEXT("details of the closed call"), Window->Sees(TEXT("Arguments")));
		ClickOn(StandIn::Find<SToolCallRow>(Window->Get()), TEXT("look"));
		Window->UntilSeen(TEXT("Arguments"));
		MakeRowsAgain(false);
		TestTrue(TEXT("details of the open call"), Window->Sees(TEXT("Arguments")) && Window->Sees(TEXT("A red door.")));
		TestEqual(TEXT("calls"), StandIn::FindAll<SToolCallRow>(Window->Get()).Num(), 1);
		TestEqual(TEXT("how far it is"), StandIn::Find<SToolCallRow>(Window->Get())->GetState(), EToolCallState::Done);
		// Another conversation has none of it.
		Window->ClickIcon(TEXT("Start a new conversation"));
		Window->Settle();
		TestEqual(TEXT("calls of another conversation"), StandIn::FindAll<SToolCallRow>(Window->Get()).Num(), 0);
	});

	It(TEXT("each call has a row of its own, also where a server uses an id again"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !Window->Open(480.0f, 900.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}}]"));
		const TSharedRef<int32> Doors = MakeShared<int32>(0);
		Session->OnToolCallRequested().AddWeakLambda(Session, [Session, Doors](const FVibeUEToolCall& Call)
		{
			Session->AnswerToolCall(Call.CallId, FString::Printf(TEXT("Door number %d."), ++*Doors));
		});
		Window->Say(TEXT("use the same id again"));
		Window->Say(TEXT("use the same id again, please"));
		const auto Reads = [this](int32 Row, const TCHAR* Words)
		{
			const TArray<TSharedRef<SToolCallRow>> Calls = StandIn::FindAll<SToolCallRow>(Window->Get());
			return Calls.IsValidIndex(Row) && StandIn::ReadAll(Calls[Row]).Contains(Words);
		};
		const auto TestRows = [this](const TCHAR* What)
		{
			const TArray<TSharedRef<SToolCallRow>> Calls = StandIn::FindAll<SToolCallRow>(Window->Get());
			return TestEqual(What, Calls.Num(), 2) && TestEqual(TEXT("how far the first is"), Calls[0]->GetState(), EToolCallState::Done) &&
				TestEqual(TEXT("how far the second is"), Calls[1]->GetState(), EToolCallState::Done);
		};
		if (!TestRows(TEXT("calls")))
		{
			return;
		}
		ClickOn(StandIn::FindAll<SToolCallRow>(Window->Get())[0], TEXT("look"));
		Window->Until(TEXT("the first result"), [Reads] { return Reads(0, TEXT("Door number 1.")); });
		TestFalse(TEXT("the other one is opened, too"), Reads(1, TEXT("Arguments")));
		MakeRowsAgain(true);
		TestRows(TEXT("calls after the rows were made again"));
		TestTrue(TEXT("the one that was opened is open, with its own result"), Reads(0, TEXT("Door number 1.")));
		TestFalse(TEXT("the other one is open"), Reads(1, TEXT("Arguments")));
	});

	It(TEXT("a summary that the user opened stays open, and hovering says what it kept and what it took"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000) || !Window->Open(480.0f, 800.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Window->Say(TEXT("The door is at /Game/Maps/Door.Door and must stay red."));
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Window->Say(FString::Printf(TEXT("write %d words"), 60 + Turn));
		}
		TestTrue(TEXT("asked for a summary"), Session->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Window->Settle();
		Window->UntilSeen(TEXT("Earlier messages summarized"));
		ClickOn(StandIn::Find<SChatSummaryRow>(Window->Get()), TEXT("Earlier messages summarized"));
		Window->ScrollToWords(TEXT("Edit summary"));
		MakeRowsAgain(true);
		const TSharedPtr<SChatSummaryRow> Shown = StandIn::Find<SChatSummaryRow>(Window->Get());
		if (!TestTrue(TEXT("it is still open"), Shown.IsValid() && Shown->IsOpen()))
		{
			return;
		}

		const FVibeUESummaryRow Row = Session->GetSummaries().Last();
		TestTrue(TEXT("an account"), Row.Account.TokensAvailable > 0 && Row.Account.FactsFound > 0 && Row.Account.StoryFound > 0);
		const TSharedPtr<SWidget> Header = StandIn::FindByText(Shown.ToSharedRef(), TEXT("Earlier messages summarized"), true);
		Window->ScrollTo(Header);
		TestEqual(TEXT("what hovering says"), StandIn::Hover(Header).ToString(), SChatSummaryRow::Describe(Row).ToString());

		ClickOn(Shown, TEXT("Undo summary"));
		Window->Until(TEXT("it is taken back"), [Session] { return !Session->GetSummaries().Last().bInForce; });
		Window->Until(TEXT("its row is gone"), [this] { return !StandIn::Find<SChatSummaryRow>(Window->Get()).IsValid(); });
	});

	It(TEXT("what hovering over a summary says has every number, and none that nobody knows"), [this]
	{
		FVibeUESummaryRow Row;
		Row.TokensBefore = 9000;
		Row.TokensAfter = 3150;
		Row.Ratio = 0.35;
		Row.Strategy = EVibeUESummaryStrategy::Model;
		Row.Writer = TEXT("gpt-5");
		Row.Depth = 2;
		Row.Account.TokensAvailable = 12000;
		Row.Account.FactsFound = 14;
		Row.Account.FactsKept = 12;
		Row.Account.StoryFound = 9;
		Row.Account.StoryKept = 5;
		Row.Account.ModelCalls = 1;
		Row.Account.bHasDollars = true;
		Row.Account.Dollars = 0.0123;
		Row.Account.Seconds = 2.34;
		TArray<FString> Lines;
		SChatSummaryRow::Describe(Row).ToString().ParseIntoArrayLines(Lines);
		Lines.RemoveAt(0);
		TestEqual(TEXT("with an account"), FString::Join(Lines, TEXT("; ")),
			FString(TEXT("9,000 tokens became 3,150: 35 % remain; Budget of a request: 12,000 tokens; Of the names and values that were checked, 12 of 14 are "
						 "still there; wording and detail are not; "
						 "Messages covered by the summary: 5 of 9; Written by gpt-5 in 2.3 s; Model calls: 1, $0.0123; "
						 "Earlier summaries in it: 2")));
		Row.Account = FVibeUESummaryAccount();
		Row.Strategy = EVibeUESummaryStrategy::Rules;
		Row.Writer.Empty();
		Row.Depth = 0;
		Lines.Empty();
		SChatSummaryRow::Describe(Row).ToString().ParseIntoArrayLines(Lines);
		Lines.RemoveAt(0);
		TestEqual(TEXT("without one"), FString::Join(Lines, TEXT("; ")), FString(TEXT("9,000 tokens became 3,150: 35 % remain; Written by rules in 0.0 s")));
	});

	It(TEXT("what was opened below a summary is folded when a conversation is shown again"), [this]
	{
		const TSharedRef<FSpecContextPanel> Panel = MakeShared<FSpecContextPanel>(*this, Window.ToSharedRef());
		if (!Panel->OpenTalk(900.0f, 1000.0f, 12000))
		{
			return;
		}
		Panel->Talk(8, 120);
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("asked"), Session->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		TestTrue(TEXT("edited"), Session->EditSummary(Session->GetSummaries()[0].MessageId, TEXT("All doors are red.")));
		Window->Until(TEXT("the edit"), [Session] { return Session->GetSummaries()[0].Versions == 2; });
		Panel->OpenPanel();
		Panel->Pull(TEXT("Changes"));
		Window->Until(TEXT("the changes"), [Panel] { return Panel->HasLever(TEXT("Hide changes")); });
		const TSharedRef<SContextPanel> Its = Panel->GetPanel();
		Its->SetSession(nullptr);
		TestFalse(TEXT("a summary of no conversation"), Panel->HasLever(TEXT("Undo")));
		Its->SetSession(Session);
		Window->Until(TEXT("its row"), [Panel] { return Panel->HasLever(TEXT("Changes")); });
		TestFalse(TEXT("the changes of the one before"), Panel->HasLever(TEXT("Hide changes")));
	});

	It(TEXT("a correction of a summary is there again when another conversation was shown meanwhile, or the tab was closed"), [this]
	{
		if (!OpenTowers())
		{
			return;
		}
		TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Window->Settle();
		const auto FindRow = [this] { return StandIn::Find<SChatSummaryRow>(Window->Get()); };
		if (!Window->Until(TEXT("its row"), [FindRow] { return FindRow().IsValid(); }))
		{
			return;
		}
		FindRow()->Edit();
		StandIn::Find<SChatText>(FindRow().ToSharedRef())->SetText(FText::FromString(TEXT("Half a sentence of a corr")));
		const auto Reads = [FindRow] { return FindRow().IsValid() && FindRow()->GetCorrection() == TEXT("Half a sentence of a corr"); };
		TestTrue(TEXT("it is being written"), Reads());
		LeaveAndReturn([FindRow] { return !FindRow().IsValid(); });
		Window->Until(TEXT("what was written"), Reads);
		// The tab shows the same conversation when it is opened again.
		Window->Close();
		if (!Window->Open(480.0f, 800.0f))
		{
			return;
		}
		Window->Until(TEXT("what was written, in another tab"), Reads);
		Window->Settle();
	});

	It(TEXT("edited previews stay when another one comes, and are there again when another conversation was shown meanwhile"), [this]
	{
		if (!OpenTowers())
		{
			return;
		}
		const auto Preview = [this](int32 Count)
		{
			TestTrue(TEXT("asked for a preview"), Window->GetSession()->PreviewSummarization(FString()));
			return Window->Until(TEXT("its row"), [this, Count] { return StandIn::FindAll<SSummaryPreviewRow>(Window->Get()).Num() == Count; });
		};
		for (const int32 Count : {1, 2})
		{
			if (!Preview(Count))
			{
				return;
			}
			const TSharedRef<SSummaryPreviewRow> Row = StandIn::FindAll<SSummaryPreviewRow>(Window->Get())[Count - 1];
			StandIn::Find<SChatText>(Row)->SetText(FText::FromString(Count == 1 ? TEXT("My own words.") : TEXT("Other words.")));
		}
		const FString Written = TEXT("My own words.|Other words.|");
		TestEqual(TEXT("what was written"), ReadPreviews(), Written);
		// The third is not edited.
		if (!Preview(3))
		{
			return;
		}
		MakeRowsAgain(true);
		TestTrue(TEXT("what was written is still there"), ReadPreviews().StartsWith(Written));
		LeaveAndReturn([this] { return ReadPreviews().IsEmpty(); });
		Window->Until(TEXT("what was written, and no more"), [this, Written] { return ReadPreviews() == Written; });
		Window->Settle();
	});

	It(TEXT("a message of pictures alone has its row"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->Open(480.0f, 560.0f) || !Window->Settle())
		{
			return;
		}
		FVibeUEImage Image;
		Image.MediaType = TEXT("image/png");
		Image.Data = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0, 64, 0, 0, 0, 48, 8, 2, 0, 0, 0, 0, 0, 0, 0};
		TestTrue(TEXT("sent"), Window->GetSession()->SubmitUserMessageWithImages(FString(), {Image}));
		Window->UntilSeen(TEXT("You said:"));
		Window->UntilSeen(TEXT("pictures: 1"));
	});

	It(TEXT("the name and the model that are shown follow each change"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !Window->Open(640.0f, 560.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Window->Say(TEXT("The red door"));
		Window->Until(TEXT("the first words as the name"), [this] { return Window->Count(TEXT("The red door")) == 3; });
		TestTrue(TEXT("renamed"), Session->RenameConversation(TEXT("A matter of doors")));
		Window->UntilSeen(TEXT("A matter of doors"));
		const int64 Revision = Session->GetRevision();
		FVibeUEModelChoice Choice = GetDefault<UVibeUESettings>()->GetModelChoice();
		Choice.Model = TEXT("gpt-4.1-mini");
		TestTrue(TEXT("switched"), Session->SwitchModel(Choice));
		Window->UntilSeen(TEXT("gpt-4.1-mini"));
		TestTrue(TEXT("the revision counts up"), Session->GetRevision() > Revision);
		Session->Close();
		TestEqual(TEXT("the revision of a closed session"), Session->GetRevision(), static_cast<int64>(0));
	});
}

#endif
