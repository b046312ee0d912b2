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
#include "Widgets/ContextTexts.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SContextPanel.h"

/** Who wrote a summary. */
BEGIN_DEFINE_SPEC(FSummaryWriterSpec, "VibeUE.SummaryWriter", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TSharedPtr<FSpecContextPanel> Panel;

/** Tests what a row says about who wrote its summary, in its text and in its tool tip. */
void TestSays(EVibeUESummaryStrategy Strategy, const TCHAR* Writer, const FString& Who)
{
	FVibeUESummaryRow Summary;
	Summary.Strategy = Strategy;
	Summary.Writer = Writer;
	const TSharedRef<SChatSummaryRow> Row = SNew(SChatSummaryRow).Summary(Summary).Text(TEXT("The doors are red.")).bOpen(true);
	StandIn::ShowInWindow(Row, 640.0f, 480.0f);
	const TCHAR* Price = Strategy == EVibeUESummaryStrategy::Rules ? TEXT(", free") : TEXT("");
	TestTrue(Who, StandIn::FindByText(Row, FString::Printf(TEXT("Written by %s%s. The messages above are still there"), *Who, Price), true).IsValid());
	const FString Tip = StandIn::Hover(StandIn::FindByText(Row, TEXT("Earlier messages summarized"), true)).ToString();
	TestTrue(Tip, Tip.EndsWith(FString::Printf(TEXT("\nWritten by %s in 0.0 s"), *Who)));
	StandIn::CloseTestWindows();
}

/** Opens the summary in the conversation, and tests that its row says who wrote it. */
void TestRow()
{
	Window->Settle();
	Window->UntilSeen(TEXT("Earlier messages summarized"));
	const TSharedPtr<SWidget> Header = StandIn::FindByText(Window->Get(), TEXT("Earlier messages summarized"), true);
	Window->ScrollTo(Header);
	StandIn::Click(Header);
	Window->ScrollToWords(TEXT("Edit summary"));
	const TSharedPtr<SChatSummaryRow> Row = StandIn::Find<SChatSummaryRow>(Window->Get());
	if (!TestTrue(TEXT("its row"), Row.IsValid()))
	{
		return;
	}
	TestTrue(TEXT("its row says who wrote it"), StandIn::FindByText(Row.ToSharedRef(), TEXT("Written by scripted, calls: 1, price unknown"), true).IsValid());
}
END_DEFINE_SPEC(FSummaryWriterSpec)

// Long because it lists its cases.
void FSummaryWriterSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Panel = MakeShared<FSpecContextPanel>(*this, Window.ToSharedRef());
	});

	AfterEach([this]
	{
		StandIn::CloseTestWindows();
		Panel.Reset();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("is named in the context panel, in the conversation and by its command, also after an edit"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->SummarizationMode = EVibeUESummarizationMode::Llm;
		FSpecSandbox::Notify();
		if (!Window->Open(900.0f, 1000.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Window->Say(TEXT("A STORY IN CHAPTERS"));
		Panel->Talk(8, 90);
		Panel->OpenPanel();
		Panel->Pull(TEXT("Summarize now"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		TestEqual(TEXT("who wrote it"), Session->GetSummaries()[0].Writer, FString(TEXT("scripted")));
		const auto PanelSays = [this](const TCHAR* Words) { return StandIn::FindByText(Panel->GetPanel(), Words, true).IsValid(); };
		Window->Until(TEXT("its card"), [PanelSays] { return PanelSays(TEXT("Written by scripted, calls: 1, price unknown")); });

		TestRow();

		Window->Type(TEXT("/summary"));
		Window->UntilSeen(TEXT(" tokens. Written by scripted, calls: 1, price unknown"));
		Window->Type(TEXT("/summary edit The story is told."));
		Window->Until(TEXT("the edit"), [Session] { return Session->GetSummaries()[0].bEdited; });
		Window->Until(TEXT("its card to name the user, too"), [PanelSays] { return PanelSays(TEXT("Written by scripted, calls: 1, price unknown")) && PanelSays(TEXT(", edited by you")); });
		const FString Changes = Session->GetSummaryChanges(Session->GetSummaries()[0].Compaction);
		TestTrue(Changes, Changes.Contains(TEXT("version 1 of 2, by scripted: ")) && Changes.Contains(TEXT("version 2 of 2, by you: ")));
	});

	It(TEXT("is said with how much was checked and kept, and what was not"), [this]
	{
		FVibeUESummaryRow Summary;
		Summary.Strategy = EVibeUESummaryStrategy::Rules;
		TestEqual(TEXT("nothing was checked"), FContextTexts::Account(Summary).ToString(), FString(TEXT("Written by rules, free")));
		Summary.Account.FactsFound = 7;
		Summary.Account.FactsKept = 7;
		TestEqual(TEXT("all are kept"), FContextTexts::Account(Summary).ToString(),
			FString(TEXT("Written by rules, free. All 7 names and values that were checked are still there; wording and detail are not")));
		Summary.Account.FactsKept = 5;
		const FString Some = TEXT("Of the names and values that were checked, 5 of 7 are still there; wording and detail are not");
		TestEqual(TEXT("some are kept"), FContextTexts::Kept(Summary).ToString(), Some);
		const TSharedRef<SChatSummaryRow> Row = SNew(SChatSummaryRow).Summary(Summary).Text(TEXT("The doors are red.")).bOpen(true);
		StandIn::ShowInWindow(Row, 640.0f, 480.0f);
		TestTrue(TEXT("its row says so"), StandIn::FindByText(Row, TEXT("Written by rules, free. ") + Some + TEXT(". The messages above are still there"), true).IsValid());
		StandIn::CloseTestWindows();
	});

	It(TEXT("is said with what the calls cost, and is called free only if no model was asked or its price is known to be nothing"), [this]
	{
		FVibeUESummaryRow Summary;
		Summary.Strategy = EVibeUESummaryStrategy::Model;
		Summary.Writer = TEXT("gpt-5");
		const auto Origin = [&Summary] { return FContextTexts::Origin(Summary).ToString(); };
		TestEqual(TEXT("of a version that counted no calls"), Origin(), FString(TEXT("Written by gpt-5")));
		Summary.Account.ModelCalls = 2;
		TestEqual(TEXT("at an unknown price"), Origin(), FString(TEXT("Written by gpt-5, calls: 2, price unknown")));
		TestTrue(TEXT("when hovering, too"), SChatSummaryRow::Describe(Summary).ToString().EndsWith(TEXT("\nModel calls: 2, price unknown")));
		Summary.Account.bHasDollars = true;
		TestEqual(TEXT("by a model that costs nothing"), Origin(), FString(TEXT("Written by gpt-5, calls: 2, free")));
		TestTrue(TEXT("when hovering, too"), SChatSummaryRow::Describe(Summary).ToString().EndsWith(TEXT("\nModel calls: 2, free")));
		Summary.Account.Dollars = 0.0123;
		TestEqual(TEXT("at a known one"), Origin(), FString(TEXT("Written by gpt-5, calls: 2, $0.0123")));
		Summary.Strategy = EVibeUESummaryStrategy::Rules;
		TestEqual(TEXT("by rules after a model failed, at a known price"), Origin(), FString(TEXT("Written by rules, calls: 2, $0.0123")));
		Summary.Account.bHasDollars = false;
		Summary.Account.Dollars = 0.0;
		TestEqual(TEXT("by rules after a model failed, at an unknown price"), Origin(), FString(TEXT("Written by rules, calls: 2, price unknown")));
		Summary.Account.ModelCalls = 0;
		TestEqual(TEXT("by rules alone"), Origin(), FString(TEXT("Written by rules, free")));
	});

	It(TEXT("is said with figures that can be read without hovering, in an open row and in the context panel"), [this]
	{
		FVibeUESummaryRow Summary;
		Summary.Strategy = EVibeUESummaryStrategy::Rules;
		const auto Figures = [&Summary] { return FContextTexts::Figures(Summary).ToString(); };
		TestEqual(TEXT("of a version without an account and without the time"), Figures(), FString());
		Summary.Account.Seconds = 2.34;
		TestEqual(TEXT("of one without an account"), Figures(), FString(TEXT("Time: 2.3 s")));
		Summary.Account.TokensAvailable = 12000;
		Summary.Account.Seconds = 0.04;
		TestEqual(TEXT("of one that took no time"), Figures(), FString(TEXT("Budget of a request: 12,000 tokens")));
		Summary.Account.Seconds = 2.34;
		const FString All = TEXT("Budget of a request: 12,000 tokens; time: 2.3 s");
		TestEqual(TEXT("of a summary"), Figures(), All);
		const TSharedRef<SChatSummaryRow> Row = SNew(SChatSummaryRow).Summary(Summary).Text(TEXT("The doors are red.")).bOpen(true);
		StandIn::ShowInWindow(Row, 320.0f, 480.0f);
		const TSharedPtr<SWidget> InRow = StandIn::FindByText(Row, All);
		TestTrue(TEXT("its row says so"), StandIn::FramesUntil([InRow] { return InRow.IsValid() && StandIn::IsOnScreen(InRow.ToSharedRef()); }));
		StandIn::CloseTestWindows();
		if (!Panel->OpenTalk(900.0f, 1000.0f, 24000))
		{
			return;
		}
		Panel->Talk(8, 90);
		TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Window->Settle();
		Panel->OpenPanel();
		Panel->TestShowsReport(TEXT("the panel with the summary"));
		TestTrue(TEXT("its card says so"), StandIn::FindByText(Panel->GetPanel(), TEXT("Budget of a request: 21,600 tokens"), true).IsValid());
	});

	It(TEXT("is said as far as it is known, with the part that rules have in it"), [this]
	{
		TestSays(EVibeUESummaryStrategy::Rules, TEXT(""), TEXT("rules"));
		TestSays(EVibeUESummaryStrategy::Model, TEXT("gpt-5"), TEXT("gpt-5"));
		TestSays(EVibeUESummaryStrategy::Model, TEXT(""), TEXT("a model"));
		TestSays(EVibeUESummaryStrategy::Hybrid, TEXT("gpt-5"), TEXT("gpt-5 and rules"));
		TestSays(EVibeUESummaryStrategy::Hybrid, TEXT(""), TEXT("a model, from facts that rules found"));
		TestSays(EVibeUESummaryStrategy::Native, TEXT("gpt-5"), TEXT("the provider (gpt-5)"));
		TestSays(EVibeUESummaryStrategy::Native, TEXT(""), TEXT("the provider"));
	});
}

#endif
