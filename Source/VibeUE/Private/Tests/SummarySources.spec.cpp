// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "InputCoreTypes.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESummaries.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/Text/SRichTextBlock.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The messages behind the lines of a summary: they are shown, can be opened, and are never made up. */
BEGIN_DEFINE_SPEC(FSummarySourcesSpec, "VibeUE.Looks.Sources", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens a conversation with a summary; returns the summary's message. */
int64 Summarize()
{
	if (!FTestConversation::UseServer(*this, 24000) || !Window->OpenScene(520.0f, 860.0f) || !Window->Settle())
	{
		return 0;
	}
	for (int32 Turn = 0; Turn < 8; ++Turn)
	{
		Window->Say(FTestConversation::Ask(Turn, 90 + Turn));
	}
	TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
	Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
	Window->UntilSeen(TEXT("Earlier messages summarized"));
	Window->Settle();
	return Window->GetSession()->GetSummaryInView().Id;
}

/** The row of the summary. */
TSharedRef<SWidget> Row() const
{
	return StandIn::Find<SChatSummaryRow>(Window->Get()).ToSharedRef();
}

/** Presses a button of the row by the keyboard, wherever it is scrolled to. */
void Press(const FString& Words)
{
	Window->Until(TEXT("the button"), [this, Words] { return StandIn::FindByText(Row(), Words, true).IsValid(); });
	const TSharedPtr<SWidget> Text = StandIn::FindByText(Row(), Words, true);
	Window->ScrollTo(Text);
	const TSharedPtr<SWidget> Button = StandIn::FindButton(Row(), Text->StandInText().ToString());
	TestTrue(TEXT("has the keyboard"), StandIn::Focus(Button));
	StandIn::PressKey(EKeys::Enter);
}

bool Shows(const TCHAR* Words) const
{
	return StandIn::ReadAll(Row()).Contains(Words);
}

/** Whether the row has these words, also where they are to be scrolled to. */
bool Has(const FString& Words) const
{
	return StandIn::FindByText(Row(), Words, true).IsValid();
}

/** Returns how far down words of the row are. */
float TopOf(const TCHAR* Words) const
{
	const TSharedPtr<SWidget> Text = StandIn::FindByText(Row(), Words);
	return Text.IsValid() ? static_cast<float>(Text->StandInGeometry().GetAbsolutePosition().Y) : -1.0f;
}

/** Returns the texts of the rows that are marked. */
FString Marked() const
{
	FString Texts;
	for (const TSharedRef<SChatMessageRow>& Message : StandIn::FindAll<SChatMessageRow>(Window->Get()))
	{
		Texts += Message->IsMarked() && StandIn::IsOnScreen(Message) ? Message->GetFullText() : FString();
	}
	return Texts;
}
END_DEFINE_SPEC(FSummarySourcesSpec)

// Long because it lists its cases.
void FSummarySourcesSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("shows the messages behind a line and leads to one, by the keyboard"), [this]
	{
		const int64 Summary = Summarize();
		if (Summary == 0)
		{
			return;
		}
		const TArray<FVibeUESourcedLine> Lines = UVibeUESummaries::GetSources(Window->GetSession(), Summary);
		const FVibeUESourcedLine* Quoted = Lines.FindByPredicate([](const FVibeUESourcedLine& Line) { return Line.Text.Contains(TEXT("user: \"What does the door do")); });
		if (!TestNotNull(TEXT("the line that quotes the first question"), Quoted))
		{
			return;
		}
		TestEqual(*FString::Printf(TEXT("it names its message: %s"), *Quoted->Text), Quoted->Basis, EVibeUELineBasis::Cited);
		TestEqual(TEXT("one message"), Quoted->Sources.Num(), 1);
		TestTrue(TEXT("the message says that"), Quoted->Sources[0].FirstWords.StartsWith(TEXT("What does the door do")));
		Window->Type(TEXT("/summary sources"));
		Window->Until(TEXT("the lines"), [this] { return Shows(TEXT("Show text")); });
		TestFalse(TEXT("nothing is unfolded"), Shows(TEXT("You, m")));
		const auto Spoken = [this]
		{
			const TSharedPtr<SWidget> Line = StandIn::FindWhere(Row(), [](const SWidget& Widget)
				{ return StandIn::Is<SButton>(Widget) && Widget.GetAccessibleText().ToString().Contains(TEXT("user: \"What does the door do")); });
			return Line.IsValid() ? Line->GetAccessibleText().ToString() : FString();
		};
		TestTrue(TEXT("it is heard that a line is folded: ") + Spoken(), Spoken().EndsWith(TEXT(", collapsed")));
		Press(TEXT("user: \"What does the door do"));
		const FString Who = FString::Printf(TEXT("You, m%lld"), Quoted->Sources[0].Id);
		Window->Until(TEXT("the message behind it"), [this, Who] { return Shows(*Who); });
		TestTrue(TEXT("and that it is unfolded: ") + Spoken(), Spoken().EndsWith(TEXT(", expanded")));
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Press(Who);
		Window->Until(TEXT("the message itself"), [this] { return Marked().StartsWith(TEXT("What does the door do")); });
		Press(TEXT("user: \"What does the door do"));
		Window->Until(TEXT("it is folded again"), [this, Who] { return !Shows(*Who); });
		Press(TEXT("Show text"));
		Window->Until(TEXT("the text"), [this] { return Shows(TEXT("Show sources")); });
		const float Level = TopOf(TEXT("Show sources"));
		TestTrue(TEXT("the labels of its buttons are level"), Level >= 0.0f && FMath::Abs(TopOf(TEXT("Edit summary")) - Level) < 0.5f);
	});

	It(TEXT("says which messages have no line, and leads to one of them, by the keyboard"), [this]
	{
		const int64 Summary = Summarize();
		if (Summary == 0)
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		TSet<int64> Named;
		for (const FVibeUESourcedLine& Line : UVibeUESummaries::GetSources(Session, Summary))
		{
			TestEqual(TEXT("all of a line's messages are listed"), Line.More, int64(0));
			for (const FVibeUESourceMessage& Source : Line.Sources)
			{
				Named.Add(Source.Id);
			}
		}
		const FVibeUEMessagesWithoutLine Silent = UVibeUESummaries::GetMessagesWithoutLine(Session, Summary);
		TestEqual(TEXT("what it stands for"), Silent.Condensed, Session->GetSummaries().Last().Messages);
		TestEqual(TEXT("those without a line"), Silent.Count, Silent.Condensed - Named.Num());
		if (!TestTrue(TEXT("there are some, and all are listed"), Silent.Count > 0 && Silent.Messages.Num() == Silent.Count))
		{
			return;
		}
		TestFalse(TEXT("no line names the first of them"), Named.Contains(Silent.Messages[0].Id));
		const FString Words = FContextTexts::WithoutLine(Silent).ToString();
		TestTrue(TEXT("they are named"), Words.Contains(FString::Printf(TEXT("(m%lld"), Silent.Messages[0].Id)));
		Window->Type(TEXT("/summary sources"));
		Window->Until(TEXT("the row of those without a line"), [this, Words] { return Shows(*Words); });
		Press(Words);
		const TCHAR* Speaker = Silent.Messages[0].Role == EVibeUERole::User ? TEXT("You") : TEXT("Answer");
		const FString Who = FString::Printf(TEXT("%s, m%lld"), Speaker, Silent.Messages[0].Id);
		Window->Until(TEXT("the messages themselves"), [this, Who] { return Shows(*Who); });
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Press(Who);
		const FString Beginning = Silent.Messages[0].FirstWords.Left(40);
		Window->Until(TEXT("the message"), [this, Beginning] { return Marked().StartsWith(Beginning); });
		Press(TEXT("Show text"));
		Window->Until(TEXT("the text says so, too"), [this, Words] { return Has(Words + TEXT(". Show sources leads to them.")); });
		// A summary that says something of each message has nothing to admit.
		FString All;
		for (int64 Id = 1; Id <= Silent.Condensed; ++Id)
		{
			All += FString::Printf(TEXT("- m%lld: said\n"), Id);
		}
		TestTrue(TEXT("edited"), Session->EditSummary(Summary, All));
		Window->Until(TEXT("the edit"), [Session] { return Session->GetSummaries().Last().bEdited; });
		TestEqual(TEXT("then none"), UVibeUESummaries::GetMessagesWithoutLine(Session, Summary).Count, int64(0));
		Window->Until(TEXT("and nothing is said of it"), [this] { return Has(TEXT("m1: said")) && !Has(TEXT("Without a line")); });
		TestEqual(TEXT("of no summary"), UVibeUESummaries::GetMessagesWithoutLine(Session, Summary + 1000).Condensed, int64(0));
		TestEqual(TEXT("of no session"), UVibeUESummaries::GetMessagesWithoutLine(nullptr, Summary).Condensed, int64(0));
	});

	It(TEXT("draws the lines of a summary as the conversation draws them, without the signs of Markdown"), [this]
	{
		const int64 Summary = Summarize();
		if (Summary == 0)
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("edited"), Session->EditSummary(Summary, TEXT("## Notes\n- **Priya** likes `Oolong_Tea` & *honey*\n2. keep a < b\n- see `Source/Game/Door.cpp`")));
		Window->Until(TEXT("the edit"), [Session] { return Session->GetSummaries().Last().bEdited; });
		Window->Type(TEXT("/summary sources"));
		Window->Until(TEXT("the lines"), [this] { return Shows(TEXT("Show text")); });
		for (const TCHAR* Words : {TEXT("Notes"), TEXT("Priya likes Oolong_Tea & honey"), TEXT("2. keep a < b"), TEXT("see Source/Game/Door.cpp")})
		{
			TestTrue(Words, StandIn::FindByText(Row(), Words).IsValid());
		}
		const TSharedPtr<SRichTextBlock> Line = StandIn::As<SRichTextBlock>(StandIn::FindByText(Row(), TEXT("Priya likes Oolong_Tea & honey")));
		if (TestTrue(TEXT("words with looks"), Line.IsValid()))
		{
			TestEqual(TEXT("their tags"), Line->GetText().ToString(), FString(TEXT("<Strong>Priya</> likes <Mono>Oolong_Tea</> &amp; <Emphasis>honey</>")));
		}
		Press(TEXT("Priya likes Oolong_Tea"));
		Window->Until(TEXT("a click still says where it comes from"), [this] { return Shows(TEXT("No condensed message was found that says this.")); });
	});

	It(TEXT("finds the message of a line that the user wrote, and says where there is none"), [this]
	{
		const int64 Summary = Summarize();
		if (Summary == 0)
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("edited"), Session->EditSummary(Summary, TEXT("- asked who else needs power at that moment\n- Priya likes tea")));
		Window->Until(TEXT("the edit"), [Session] { return Session->GetSummaries().Last().bEdited; });
		const TArray<FVibeUESourcedLine> Lines = UVibeUESummaries::GetSources(Session, Summary);
		if (TestEqual(TEXT("lines"), Lines.Num(), 2) && TestEqual(TEXT("sources"), Lines[0].Sources.Num(), 1))
		{
			TestTrue(TEXT("compared"), Lines[0].Basis == EVibeUELineBasis::Matched && Lines[1].Basis == EVibeUELineBasis::Unknown);
			TestTrue(TEXT("the question"), Lines[0].Sources[0].FirstWords.StartsWith(TEXT("Who else needs power")));
		}
		Window->Type(TEXT("/summary sources"));
		Window->Until(TEXT("the lines"), [this] { return Shows(TEXT("Show text")); });
		Press(TEXT("asked who else"));
		Window->Until(TEXT("how it was found"), [this] { return Shows(TEXT("The line names no message; found by: ")); });
		Press(TEXT("Priya likes tea"));
		Window->Until(TEXT("that there is none"), [this] { return Shows(TEXT("No condensed message was found that says this.")); });
		TestEqual(TEXT("of no summary"), UVibeUESummaries::GetSources(Session, Summary + 1000).Num(), 0);
		TestEqual(TEXT("of no session"), UVibeUESummaries::GetSources(nullptr, Summary).Num(), 0);
	});
}

#endif
