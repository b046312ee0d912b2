// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// Only the stand-in records what is announced.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/AutomationTest.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Announcements.h"
#include "Widgets/AnswerSpeaker.h"
#include "Widgets/Notifications/SProgressBar.h"
#include "Widgets/SConnectionCheck.h"
#include "Widgets/SContextBar.h"
#include "Widgets/SFindBar.h"
#include "Widgets/SPanelGrip.h"
#include "Widgets/SThoughtRow.h"
#include "Widgets/STokenBar.h"
#include "Widgets/SToolCallRow.h"

/** What those hear of the window who do not see it. */
BEGIN_DEFINE_SPEC(FSpokenSpec, "VibeUE.Spoken", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

bool Open()
{
	return FTestConversation::UseServer(*this, 96000) && Window->Open(620.0f, 900.0f) && Window->Settle();
}

/** Returns what was announced since that was asked for last. */
static FString Heard()
{
	const FString All = FString::Join(StandIn::Announcements(), TEXT(" | "));
	StandIn::UseScreenReader(true);
	return All;
}

/** Waits until words are announced. */
bool UntilHeard(const TCHAR* Words)
{
	const bool bCame = Window->Until(*FString::Printf(TEXT("\"%s\" to be heard"), Words), [Words]
	{
		return StandIn::Announcements().FindByPredicate([Words](const FString& Announcement) { return Announcement.Contains(Words); }) != nullptr;
	});
	return bCame || TestEqual(TEXT("what was heard"), Heard(), FString(Words));
}

/** Waits until everything that was announced was read out. */
bool UntilHeardAll()
{
	return Window->Until(TEXT("everything to be read out"), [] { return FAnnouncements::IsFree(); });
}

static FString WordsOf(const TSharedRef<SWidget>& Widget)
{
	return Widget->GetAccessibleText().ToString();
}
END_DEFINE_SPEC(FSpokenSpec)

// Long because it lists its cases.
void FSpokenSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		// What an earlier case announced is not read out in this one.
		FAnnouncements::Forget();
		StandIn::UseScreenReader(true);
	});

	AfterEach([this]
	{
		StandIn::UseScreenReader(false);
		StandIn::CloseTestWindows();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("a call says what it is, how far it is and whether it is open, and a thought does"), [this]
	{
		FVibeUEToolCall Call;
		Call.CallId = TEXT("call_1");
		Call.Name = TEXT("edit_file");
		Call.Arguments = TEXT("{}");
		Call.bNeedsApproval = true;
		const TSharedRef<SToolCallRow> Row = SNew(SToolCallRow).Call(Call);
		StandIn::ShowInWindow(Row, 480.0f, 480.0f);
		TestEqual(TEXT("that waits"), WordsOf(Row), FString(TEXT("Call to edit_file: waits for your approval, expanded")));
		Row->SetApproved();
		TestEqual(TEXT("that runs"), WordsOf(Row), FString(TEXT("Call to edit_file: running\u2026, expanded")));
		FVibeUEToolResult Result;
		Result.CallId = Call.CallId;
		Result.Text = TEXT("done");
		Row->SetResult(Result);
		TestTrue(TEXT("that is done: ") + WordsOf(Row), WordsOf(Row).StartsWith(TEXT("Call to edit_file: done")));
		StandIn::Click(StandIn::FindByText(Row, TEXT("edit_file")));
		TestTrue(TEXT("that is folded: ") + WordsOf(Row), WordsOf(Row).EndsWith(TEXT(", collapsed")));
		const auto HoverName = [Row] { return StandIn::Hover(StandIn::FindByText(Row, TEXT("edit_file"))).ToString(); };
		TestEqual(TEXT("no summary names it"), HoverName(), FString());
		Row->SetCallNumber(6);
		StandIn::MovePointerAway();
		TestEqual(TEXT("without a result, or with one that the model still reads"), HoverName(), FString(TEXT("In summaries, this call is m6.")));
		Row->SetResultNumber(7);
		TestTrue(TEXT("that a summary names: ") + WordsOf(Row), WordsOf(Row).EndsWith(TEXT(", m6, m7, collapsed")));
		StandIn::MovePointerAway();
		TestEqual(TEXT("its name says so, too"), HoverName(), FString(TEXT("In summaries, this call and its result are m6, m7.")));
		const TSharedRef<SThoughtRow> Thought = SNew(SThoughtRow);
		TestEqual(TEXT("a thought"), WordsOf(Thought), FString(TEXT("Thinking\u2026, collapsed")));
		Thought->Finish();
		TestEqual(TEXT("a thought that is over"), WordsOf(Thought), FString(TEXT("Thought for a moment, collapsed")));
		const TSharedRef<SThoughtRow> Kept = SNew(SThoughtRow).Thought(TEXT("First one thing.")).Milliseconds(12400);
		TestEqual(TEXT("one that was kept"), WordsOf(Kept), FString(TEXT("Thought for 12 s, collapsed")));
		const TSharedRef<SThoughtRow> Untimed = SNew(SThoughtRow).Thought(TEXT("First one thing."));
		TestEqual(TEXT("one that nobody timed"), WordsOf(Untimed), FString(TEXT("Thought before answering, collapsed")));
	});

	It(TEXT("a bar says its numbers, and where the next summary starts"), [this]
	{
		const TSharedRef<STokenBar> Bar = SNew(STokenBar);
		FVibeUETokenUsage Usage;
		Usage.Used = 12345;
		Usage.Available = 103000;
		Usage.Percent = 11.985;
		Usage.bExact = true;
		FVibeUETrigger Trigger;
		Bar->SetUsage(Usage, Trigger, FVibeUECosts());
		const TSharedRef<SWidget> Progress = StandIn::Find<SProgressBar>(Bar).ToSharedRef();
		TestEqual(TEXT("the bar of tokens"), WordsOf(Progress), FString(TEXT("Tokens: 12,345 / 103,000 (12 %)")));
		Trigger.ThresholdTokens = 92700;
		Bar->SetUsage(Usage, Trigger, FVibeUECosts());
		TestEqual(TEXT("the bar of tokens with a mark"), WordsOf(Progress), FString(TEXT("Tokens: 12,345 / 103,000 (12 %). The next summary starts at 92,700 tokens")));

		const TSharedRef<SContextBar> Parts = SNew(SContextBar);
		FVibeUEContextReport Report;
		Report.Available = 1000;
		Report.Used = 200;
		Report.Percent = 20.0;
		Report.Free = 800;
		FVibeUEContextPart& Part = Report.Parts.AddDefaulted_GetRef();
		Part.Kind = EVibeUEContextKind::User;
		Part.Tokens = 200;
		Part.Percent = 20.0;
		Report.Next.Line = 800;
		Report.Next.LinePercent = 80.0;
		Parts->SetReport(Report);
		const TSharedPtr<SWidget> Spoken = StandIn::FindWhere(Parts, [](const SWidget& Widget) { return !Widget.StandInGivenWords().IsEmpty(); });
		TestEqual(TEXT("the bar of the context"), Spoken.IsValid() ? WordsOf(Spoken.ToSharedRef()) : FString(),
			FString(TEXT("Your messages: 200 tokens, 20 %; Free: 800 tokens, 80 %; Mark in the bar: a summary at 800 tokens (80 %)")));
		TestEqual(TEXT("the edge of the panel"), WordsOf(SNew(SPanelGrip).PanelWidth(360.0f)),
			FString(TEXT("Panel edge; the panel is 360 units wide. The Left and Right arrow keys move the edge")));
	});

	It(TEXT("an answer is said by whole sentences, without code and without the signs of Markdown"), [this]
	{
		FAnswerSpeaker Speaker;
		Speaker.Add(TEXT("# The door\nIt is **re"));
		TestEqual(TEXT("a line that is complete"), Heard(), FString(TEXT("The door")));
		StandIn::AdvanceClock(60.0);
		Speaker.Add(TEXT("d**. See [the page](https://example.com/a.b), 3.5 m"));
		TestEqual(TEXT("a sentence, when its end is known"), Heard(), FString(TEXT("It is red.")));
		Speaker.Add(TEXT(" high.\n```cpp\nOpen(); // Now. Or never.\n"));
		TestEqual(TEXT("while the last one is read out"), Heard(), FString());
		StandIn::AdvanceClock(60.0);
		Speaker.Add(TEXT("Close();\n```\n- Oil it"));
		TestEqual(TEXT("what was gathered, but for code"), Heard(), FString(TEXT("See the page, 3.5 m high.")));
		Speaker.Finish();
		TestEqual(TEXT("the rest, while the last one is read out"), Heard(), FString());
		TestFalse(TEXT("nothing is left"), Speaker.SpeakRest());
		StandIn::AdvanceClock(60.0);
		TestTrue(TEXT("nothing is left any more"), Speaker.SpeakRest());
		TestEqual(TEXT("the rest"), Heard(), FString(TEXT("Oil it")));
		StandIn::AdvanceClock(60.0);
		Speaker.Add(FString::ChrN(2000, TEXT('x')) + TEXT(". "));
		TestEqual(TEXT("the beginning of much"), Heard(), FString::ChrN(600, TEXT('x')) + TEXT("\u2026"));
		StandIn::AdvanceClock(60.0);
		Speaker.Reset();
		Speaker.Add(TEXT("\u8d64\u3044\u3002"));
		TestEqual(TEXT("a sentence that no blank follows"), Heard(), FString(TEXT("\u8d64\u3044\u3002")));
		StandIn::AdvanceClock(60.0);
		Speaker.Reset();
		Speaker.Add(TEXT("```Open()``` opens it. Then go.\nCall "));
		TestEqual(TEXT("code within a line"), Heard(), FString(TEXT("Open() opens it. Then go.")));
		StandIn::AdvanceClock(60.0);
		Speaker.Add(TEXT("it. "));
		StandIn::AdvanceClock(60.0);
		Heard();
		Speaker.Add(TEXT("```Close()``` shuts it. Then stay.\n"));
		TestEqual(TEXT("code behind a sentence"), Heard(), FString(TEXT("Close() shuts it. Then stay.")));
		Speaker.Add(TEXT("Taken back. "));
		Speaker.Reset();
		Speaker.Finish();
		TestEqual(TEXT("what was taken back"), Heard(), FString());
	});

	It(TEXT("what is announced cuts nothing off: it waits, and is said with what else waits, the most urgent first"), [this]
	{
		const auto UntilSaid = [this]
		{
			StandIn::AdvanceClock(60.0);
			Window->Until(TEXT("what waits to be said"), [] { return StandIn::Announcements().Num() > 0; });
			return Heard();
		};
		const auto Say = [](const TCHAR* Words, EAnnouncement Kind) { FAnnouncements::Say(FText::FromString(Words), Kind); };
		Say(TEXT("Preparing the request\u2026"), EAnnouncement::Note);
		TestEqual(TEXT("what comes first"), Heard(), FString(TEXT("Preparing the request\u2026")));
		Say(TEXT("Answering\u2026"), EAnnouncement::Note);
		Say(TEXT("Two pictures are left out"), EAnnouncement::Note);
		Say(TEXT("Answering\u2026"), EAnnouncement::Note);
		TestEqual(TEXT("while that is read out"), Heard(), FString());
		TestEqual(TEXT("both, in their order and once"), UntilSaid(), FString(TEXT("Answering\u2026 Two pictures are left out")));

		StandIn::AdvanceClock(60.0);
		Say(TEXT("The door is red. The gate is green. The roof is blue."), EAnnouncement::Note);
		Say(TEXT("It is late"), EAnnouncement::Note);
		Heard();
		// Fifteen characters in a second: the second sentence is being read.
		StandIn::AdvanceClock(1.5);
		Say(TEXT("Call to look: waits for your approval"), EAnnouncement::Question);
		TestEqual(TEXT("a question cuts in; what it cut off comes again"), Heard(),
			FString(TEXT("Call to look: waits for your approval. The gate is green. The roof is blue. It is late")));
		Say(TEXT("Stopped"), EAnnouncement::Note);
		Say(TEXT("Call to find: waits for your approval"), EAnnouncement::Question);
		TestEqual(TEXT("what is as urgent waits"), Heard(), FString());
		StandIn::AdvanceClock(3.0);
		Say(TEXT("Error: the server is gone."), EAnnouncement::Error);
		TestEqual(TEXT("an error comes before questions, and what was read out does not come again"), Heard(),
			FString(TEXT("Error: the server is gone. Call to find: waits for your approval. The gate is green. The roof is blue. It is late. Stopped")));
		TestFalse(TEXT("it is still read out"), FAnnouncements::IsFree());
		Say(TEXT("Done"), EAnnouncement::Note);
		FAnnouncements::CutOff();
		TestEqual(TEXT("what waits, when the user goes on"), Heard(), FString(TEXT("Done")));
		StandIn::AdvanceClock(60.0);
		TestTrue(TEXT("nothing is left"), FAnnouncements::IsFree());

		Say(TEXT("Now"), EAnnouncement::Note);
		Heard();
		Say(*FString::ChrN(400, TEXT('x')), EAnnouncement::Note);
		Say(*FString::ChrN(400, TEXT('y')), EAnnouncement::Note);
		TestEqual(TEXT("much is said in parts"), UntilSaid(), FString::ChrN(400, TEXT('x')));
		TestEqual(TEXT("and all of it"), UntilSaid(), FString::ChrN(400, TEXT('y')));
	});

	It(TEXT("what is found is said while the keyboard stays in the field, and that nothing is"), [this]
	{
		const TSharedRef<SFindBar> Bar = SNew(SFindBar).OnSought_Lambda([](const FString& Words, bool)
		{
			FVibeUEFoundMessage Message;
			Message.Id = 3;
			Message.Before = TEXT("Where is the ");
			Message.Found = Words;
			return Words.Equals(TEXT("door")) ? TArray<FVibeUEFoundMessage>({Message}) : TArray<FVibeUEFoundMessage>();
		});
		StandIn::ShowInWindow(Bar, 480.0f, 120.0f);
		Bar->Open();
		TestEqual(TEXT("before anything is sought"), Heard(), FString());
		Bar->Open(FText::FromString(TEXT("door")));
		TestEqual(TEXT("what is found"), Heard(), FString(TEXT("1 of 1: Where is the door")));
		Bar->Open(FText::FromString(TEXT("gate")));
		TestEqual(TEXT("nothing is found"), Heard(), FString(TEXT("Not found")));
	});

	It(TEXT("the outcome of a connection test is said, and what failed in it"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000))
		{
			return;
		}
		const TSharedRef<SConnectionCheck> Check = SNew(SConnectionCheck);
		StandIn::ShowInWindow(Check, 480.0f, 480.0f);
		const auto TestOutcome = [this, Check](const TCHAR* Outcome)
		{
			StandIn::Click(StandIn::FindButton(Check, TEXT("Test connection")));
			const bool bSaid = StandIn::FramesUntil([Outcome] { return FString::Join(StandIn::Announcements(), TEXT(" ")).Contains(Outcome); }, FSpecSandbox::FramePatience);
			TestTrue(FString(Outcome) + TEXT(": ") + Heard(), bSaid);
		};
		TestOutcome(TEXT("The connection works."));
		GetMutableDefault<UVibeUESettings>()->BaseUrl = TEXT("http://127.0.0.1:9/v1");
		TestOutcome(TEXT("The connection does not work yet."));
	});

	It(TEXT("a message that is sent ends what is being read out, as its key does"), [this]
	{
		if (!Open())
		{
			return;
		}
		// Takes hours to be read out.
		FAnnouncements::Forget();
		FAnnouncements::Say(FText::FromString(FString::ChrN(200000, TEXT('x'))), EAnnouncement::Note);
		TestFalse(TEXT("it is being read out"), FAnnouncements::IsFree());
		Window->Type(TEXT("say the first half"));
		UntilHeard(TEXT("Answering\u2026"));
		UntilHeard(TEXT("The first half."));
		Window->GetSession()->CancelTurn();
		Window->Settle();
	});

	It(TEXT("a conversation tells what goes on, what it waits for and what failed, and each answer once"), [this]
	{
		if (!Open())
		{
			return;
		}
		UntilHeardAll();
		Heard();
		Window->Say(TEXT("Where is the generator?"));
		UntilHeard(TEXT("called Generator_2."));
		UntilHeardAll();
		const FString Answer = Heard();
		TestTrue(TEXT("the answer: ") + Answer, Answer.Contains(TEXT("In /Game/Doors/BP_Generator; the level holds one, called Generator_2.")));
		TestEqual(TEXT("how often"), Answer.Replace(TEXT("Generator_2"), TEXT("")).Len(), Answer.Len() - FString(TEXT("Generator_2")).Len());

		UChatSession* Session = Window->GetSession();
		Session->SubmitUserMessage(TEXT("say the first half"));
		Window->UntilSeen(TEXT("The first half."));
		Window->UntilSeen(TEXT("Answering\u2026"));
		UntilHeard(TEXT("Answering\u2026"));
		UntilHeard(TEXT("The first half."));
		Session->CancelTurn();
		Window->Until(TEXT("it to be stopped"), [this] { return Window->Ends == 2; });
		Window->Settle();
		UntilHeardAll();
		Heard();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->SubmitUserMessage(TEXT("use look {\"at\": \"the door\"}"));
		Window->UntilSeen(TEXT("Allow once"));
		Window->Until(TEXT("the waiting line"), [this] { return Window->Sees(TEXT("Waiting for your answer")); });
		UntilHeard(TEXT("Call to look: waits for your approval, expanded"));
		Window->Click(TEXT("Deny"));
		Window->Until(TEXT("the turn ends"), [this] { return Window->Ends == 3; });
		Window->Settle();

		GetMutableDefault<UVibeUESettings>()->BaseUrl = TEXT("http://127.0.0.1:9/v1");
		FSpecSandbox::Notify();
		UntilHeardAll();
		Heard();
		Session->SubmitUserMessage(TEXT("Is anybody there?"));
		Window->UntilSeen(TEXT("Try again"));
		UntilHeard(TEXT("Error: "));
		const FString Failed = Heard();
		TestTrue(TEXT("what failed: ") + Failed, Failed.Contains(TEXT("Error: ")) && Failed.Contains(Session->GetLastError().Hint));
		// Rows that are made again say nothing a second time.
		TestTrue(TEXT("pins"), Session->PinMessage(1, true));
		Window->UntilSeen(TEXT("pinned"));
		UntilHeardAll();
		TestFalse(TEXT("the error is told again"), Heard().Contains(TEXT("Error: ")));
	});
}

#endif
