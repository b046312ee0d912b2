// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Tests/SpecContextPanel.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatText.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SSummarySources.h"
#include "Widgets/SToolCallRow.h"
#include "Widgets/SToolPreview.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The levers of the context panel: each does what it says. */
BEGIN_DEFINE_SPEC(FContextLeversSpec, "VibeUE.Looks.Levers", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TSharedPtr<FSpecContextPanel> Panel;

/** Clicks a lever at the lower edge of the panel, and waits until what it opens is in view: whole, or from its beginning. */
template <typename T>
void TestIsScrolledTo(const TCHAR* Lever)
{
	const TSharedRef<SScrollBox> Box = StandIn::Find<SScrollBox>(Panel->GetPanel()).ToSharedRef();
	const auto Find = [this, Lever] { return StandIn::FindButton(Panel->GetPanel(), Lever); };
	if (!Window->Until(*FString::Printf(TEXT("the lever \"%s\""), Lever), [Find] { return Find().IsValid(); }))
	{
		return;
	}
	Box->ScrollDescendantIntoView(Find(), false, EDescendantScrollDestination::BottomOrRight);
	Window->Until(TEXT("the lever to be at the edge"), [Find] { return StandIn::IsOnScreen(Find().ToSharedRef()); });
	StandIn::Click(Find());
	Window->Until(*FString::Printf(TEXT("what \"%s\" opens to be in view"), Lever), [this, Box]
	{
		const TSharedPtr<T> Opened = StandIn::Find<T>(Panel->GetPanel());
		if (!Opened.IsValid() || !StandIn::IsOnScreen(Opened.ToSharedRef()))
		{
			return false;
		}
		const FVector2f At = Opened->StandInGeometry().GetAbsolutePosition();
		const FVector2f Size = Opened->StandInGeometry().GetAbsoluteSize();
		const FVector2f ViewAt = Box->StandInGeometry().GetAbsolutePosition();
		const FVector2f ViewSize = Box->StandInGeometry().GetAbsoluteSize();
		const bool bBegins = At.Y >= ViewAt.Y - 0.5f;
		const bool bEnds = At.Y + Size.Y <= ViewAt.Y + ViewSize.Y + 0.5f;
		return bBegins && (bEnds || At.Y <= ViewAt.Y + 0.5f);
	});
}
END_DEFINE_SPEC(FContextLeversSpec)

// Long because it lists its cases.
void FContextLeversSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Panel = MakeShared<FSpecContextPanel>(*this, Window.ToSharedRef());
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Panel.Reset();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("pins and unpins a heavy message, and shows it in the conversation"), [this]
	{
		if (!Panel->OpenTalk(420.0f, 700.0f, 24000))
		{
			return;
		}
		Panel->AskAboutTheDoor(60);
		Panel->Talk(4, 150);
		UChatSession* Session = Window->GetSession();
		const int64 Heaviest = Session->GetContextReport().Heaviest[0].Id;
		Panel->OpenPanel();
		Panel->Pull(TEXT("Pin"));
		Window->Until(TEXT("pinned"), [Session] { return Session->GetContextReport().Heaviest[0].bPinned; });
		Window->Until(TEXT("the lever to turn"), [this] { return Panel->HasLever(TEXT("Unpin")); });
		TestTrue(TEXT("the age says it"), StandIn::ReadAll(Panel->GetPanel()).Contains(TEXT("4 turns ago, pinned")));
		TestEqual(TEXT("the same message"), Session->GetContextReport().Heaviest[0].Id, Heaviest);
		Panel->Pull(TEXT("Unpin"));
		Window->Until(TEXT("released"), [Session] { return !Session->GetContextReport().Heaviest[0].bPinned; });
		Window->Until(TEXT("the lever to turn back"), [this] { return !Panel->HasLever(TEXT("Unpin")); });
		Panel->Pull(TEXT("Show"));
		Window->Until(TEXT("the result to be in view"), [this]
		{
			const TSharedPtr<SToolCallRow> Row = StandIn::Find<SToolCallRow>(Window->Get());
			return Row.IsValid() && StandIn::IsOnScreen(Row.ToSharedRef());
		});
		TestFalse(TEXT("the panel made room"), StandIn::IsOnScreen(Panel->GetPanel()));
		Window->Until(TEXT("the message box to have the keyboard"), [this] { return StandIn::Find<SChatInput>(Window->Get())->GetTextBox()->HasKeyboardFocus(); });
	});

	It(TEXT("shortens a heavy result, says what that freed, and puts it back"), [this]
	{
		if (!Panel->OpenTalk(420.0f, 900.0f, 24000))
		{
			return;
		}
		Panel->AskAboutTheDoor(60);
		UChatSession* Session = Window->GetSession();
		const FVibeUEContextReport Before = Session->GetContextReport();
		const int64 Heaviest = Before.Heaviest[0].Id;
		TestTrue(TEXT("a result that can be shortened"), Before.Heaviest[0].bIsToolResult && Before.Heaviest[0].bCanShorten);
		Panel->OpenPanel();
		Panel->Pull(TEXT("Shorten"));
		Window->Until(TEXT("shortened"), [Session] { return Session->GetSummaries().Num() == 1; });
		Panel->TestShowsReport(TEXT("the report after shortening"));
		const FVibeUEContextReport After = Session->GetContextReport();
		TestTrue(TEXT("it freed something"), After.Used < Before.Used);
		TestTrue(TEXT("the row says what"), Window->Sees(*FContextTexts::Size(After.Summaries[0]).ToString()));
		const FVibeUEHeavyMessage* Short = After.Heaviest.FindByPredicate([Heaviest](const FVibeUEHeavyMessage& Message) { return Message.Id == Heaviest; });
		if (TestNotNull(TEXT("the message is still there"), Short))
		{
			TestTrue(TEXT("in a short form"), Short->bShortened && !Short->bCanShorten && Short->Tokens * 5 < Before.Heaviest[0].Tokens);
		}
		TestTrue(TEXT("the age says it"), StandIn::ReadAll(Panel->GetPanel()).Contains(TEXT("this turn, shortened")));
		Panel->TestNothingIsCutOff();
		Panel->Pull(TEXT("Restore"));
		Window->Until(TEXT("whole again"), [Session] { return !Session->GetSummaries().Last().bInForce; });
		Panel->TestShowsReport(TEXT("the report after putting it back"));
		TestEqual(TEXT("as large as before"), Session->GetContextReport().Heaviest[0].Tokens, Before.Heaviest[0].Tokens);
		Panel->Pull(TEXT("Redo"));
		Window->Until(TEXT("short again"), [Session] { return Session->GetSummaries().Last().bInForce; });
		Panel->Pull(TEXT("Undo"));
		Window->Until(TEXT("undone"), [Session] { return !Session->GetSummaries().Last().bInForce; });
		TestEqual(TEXT("the model sees the whole one"), Session->GetContextReport().Condensed, static_cast<int64>(0));
	});

	It(TEXT("refuses in words to shorten what has to stay, and changes nothing"), [this]
	{
		if (!Panel->OpenTalk(900.0f, 900.0f, 24000))
		{
			return;
		}
		Panel->AskAboutTheDoor(60);
		UChatSession* Session = Window->GetSession();
		const FVibeUEContextReport Before = Session->GetContextReport();
		TestTrue(TEXT("asked for the person's own request"), Session->ShortenMessage(Session->GetMessages(0, 1)[0].Id));
		Window->UntilSeen(TEXT("it is never shortened on its own"));
		// Nothing lies up to the first message but the newest request, which stays.
		TestTrue(TEXT("asked for too short a range"), Session->PreviewUpTo(Session->GetMessages(0, 1)[0].Id));
		Window->UntilSeen(TEXT("there is nothing left to condense up to"));
		TestEqual(TEXT("as it was"), Session->GetContextReport().Used, Before.Used);
		TestEqual(TEXT("nothing was done"), Session->GetSummaries().Num(), 0);
	});

	It(TEXT("previews a summary up to a heavy message, and does exactly that when it is accepted"), [this]
	{
		if (!Panel->OpenTalk(900.0f, 1000.0f, 24000))
		{
			return;
		}
		Panel->Talk(2, 90);
		Panel->AskAboutTheDoor(60);
		Panel->Talk(3, 90);
		UChatSession* Session = Window->GetSession();
		const int64 Heaviest = Session->GetContextReport().Heaviest[0].Id;
		const int64 Seen = Session->GetMessageCount(EVibeUEHistory::View);
		Panel->OpenPanel();
		Panel->Pull(TEXT("Summarize to here"));
		Window->UntilSeen(TEXT("NEW SUMMARY"));
		// Two turns, the question, three calls in one message and their results: the heaviest is the first of them.
		Window->UntilSeen(TEXT("calls and their results stay together"));
		TestTrue(TEXT("why it is not made from the originals"), Window->Sees(TEXT("what the model sees, up to a message that you chose")));
		const TArray<int64> Goes = Session->GetPreviewMessages(EVibeUEPreviewPart::Goes, 0, 1000);
		TestEqual(TEXT("what would go"), Goes.Num(), 9);
		TestEqual(TEXT("its end"), Goes.Last(), Heaviest + 2);
		TestEqual(TEXT("what would stay"), static_cast<int64>(Session->GetPreviewMessages(EVibeUEPreviewPart::Stays, 0, 1000).Num()), Seen - 9);
		TestTrue(TEXT("accepted"), Session->AcceptPreview());
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Panel->TestShowsReport(TEXT("the report after the summary"));
		TestEqual(TEXT("the summary in their place"), Session->GetMessageCount(EVibeUEHistory::View), Seen - 9 + 1);
		TestEqual(TEXT("what went in"), Session->GetSummaries()[0].Messages, static_cast<int64>(9));
	});

	It(TEXT("summarizes, takes it back and applies it again"), [this]
	{
		if (!Panel->OpenTalk(900.0f, 1100.0f, 12000))
		{
			return;
		}
		Panel->Talk(8, 120);
		UChatSession* Session = Window->GetSession();
		Panel->OpenPanel();
		Panel->TestShowsReport(TEXT("the report before"));
		const int64 Used = Session->GetContextReport().Used;
		const int64 Seen = Session->GetMessageCount(EVibeUEHistory::View);
		Panel->Pull(TEXT("Summarize now"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Panel->TestShowsReport(TEXT("the report after summarizing"));
		TestTrue(TEXT("it freed something"), Session->GetContextReport().Used < Used);
		TestFalse(TEXT("nothing to redo"), Panel->HasLever(TEXT("Redo")));
		Panel->Pull(TEXT("Undo"));
		Window->Until(TEXT("undone"), [Session] { return !Session->GetSummaries().Last().bInForce; });
		Panel->TestShowsReport(TEXT("the report after the undo"));
		TestEqual(TEXT("the model sees all messages again"), Session->GetMessageCount(EVibeUEHistory::View), Seen);
		TestEqual(TEXT("none is condensed"), Session->GetContextReport().Condensed, static_cast<int64>(0));
		Panel->Pull(TEXT("Redo"));
		Window->Until(TEXT("redone"), [Session] { return Session->GetSummaries().Last().bInForce; });
		Panel->TestShowsReport(TEXT("the report after the redo"));
		TestTrue(TEXT("it can be taken back, and not applied twice"), Panel->HasLever(TEXT("Undo")) && !Panel->HasLever(TEXT("Redo")));
		Panel->Pull(TEXT("Show"));
		Window->Until(TEXT("rest"), [this] { return StandIn::Find<SChatMessageList>(Window->Get())->IsAtRest(); });
		Panel->TestNothingIsCutOff();
	});

	It(TEXT("shows what an edit changed in a summary, line by line"), [this]
	{
		if (!Panel->OpenTalk(420.0f, 1000.0f, 12000))
		{
			return;
		}
		Panel->Talk(8, 120);
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("asked"), Session->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Panel->OpenPanel();
		Window->Until(TEXT("its row"), [this] { return Panel->HasLever(TEXT("Undo")); });
		TestFalse(TEXT("one version has no changes"), Panel->HasLever(TEXT("Changes")));
		const FVibeUESummaryRow Row = Session->GetSummaries()[0];
		TestEqual(TEXT("nor a text of them"), Session->GetSummaryChanges(Row.Compaction), FString());
		TestTrue(TEXT("edited"), Session->EditSummary(Row.MessageId, TEXT("All doors are red.")));
		Window->Until(TEXT("the edit"), [Session] { return Session->GetSummaries()[0].Versions == 2; });
		const FString Changes = Session->GetSummaryChanges(Row.Compaction);
		TestTrue(TEXT("what was written instead"), Changes.Contains(TEXT("+ All doors are red.")));
		TestTrue(TEXT("who did it"), Changes.Contains(TEXT("version 2 of 2, by you: 1 line added")));
		Panel->Pull(TEXT("Changes"));
		// The first lines of a long list, with a button for the others.
		const auto Shows = [this](const TCHAR* Words) { return StandIn::ReadAll(Panel->GetPanel()).Contains(Words); };
		Window->Until(TEXT("the changes"), [Shows] { return Shows(TEXT("version 2 of 2, by you: 1 line added")); });
		Panel->TestNothingIsCutOff();
		Panel->Pull(TEXT("Undo edit"));
		Window->Until(TEXT("the text before"), [Session] { return !Session->GetSummaries()[0].bEdited; });
		TestFalse(TEXT("it is the model's again"), Session->GetSummaryInView().Text.Contains(TEXT("All doors are red.")));
		Window->Until(TEXT("the levers to turn"), [this] { return Panel->HasLever(TEXT("Redo edit")) && !Panel->HasLever(TEXT("Undo edit")); });
		TestFalse(TEXT("one version has no changes again"), Panel->HasLever(TEXT("Hide changes")));
		Panel->TestNothingIsCutOff();
		Panel->Pull(TEXT("Redo edit"));
		Window->Until(TEXT("the edit again"), [Session] { return Session->GetSummaries()[0].bEdited; });
		Window->Until(TEXT("the levers to turn back"), [this] { return Panel->HasLever(TEXT("Undo edit")) && !Panel->HasLever(TEXT("Redo edit")); });
		Window->Type(TEXT("/summary undo"));
		Window->Until(TEXT("undone by a command"), [Session] { return !Session->GetSummaries()[0].bEdited; });
		Window->Type(TEXT("/summary redo"));
		Window->Until(TEXT("redone by a command"), [Session] { return Session->GetSummaries()[0].bEdited; });
		Window->Until(TEXT("the changes"), [this] { return Panel->HasLever(TEXT("Hide changes")); });
		Panel->Pull(TEXT("Hide changes"));
		Window->Until(TEXT("they are hidden"), [this] { return Panel->HasLever(TEXT("Changes")); });
		TestFalse(TEXT("gone"), Shows(TEXT("version 2 of 2, by you")));
	});

	It(TEXT("scrolls to the changes and to the text of a summary that it opens below the edge"), [this]
	{
		if (!Panel->OpenTalk(420.0f, 640.0f, 12000))
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
		TestIsScrolledTo<SToolPreview>(TEXT("Changes"));
		Panel->Pull(TEXT("Undo"));
		Window->Until(TEXT("undone"), [Session] { return !Session->GetSummaries().Last().bInForce; });
		TestIsScrolledTo<SSummarySources>(TEXT("Show text"));
	});

	It(TEXT("names what keeps models from writing summaries, and the lever beside it helps"), [this]
	{
		GetMutableDefault<UVibeUESettings>()->InputPrice = 2.5;
		GetMutableDefault<UVibeUESettings>()->OutputPrice = 10.0;
		if (!Panel->OpenTalk(900.0f, 900.0f, 12000))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->RenameConversation(TEXT("Round deck 3"));
		// What the server writes a summary of, if it is asked for one.
		Window->Say(TEXT("The old station has to stay playable."));
		Panel->TalkPlainly(10);
		TestTrue(TEXT("asked"), Session->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Panel->OpenPanel();
		// As long as rules write summaries by the settings, nothing keeps a model from it.
		GetMutableDefault<UVibeUESettings>()->SummarizationMode = EVibeUESummarizationMode::Hybrid;
		GetMutableDefault<UVibeUESettings>()->MaxSummaryChainDepth = 1;
		FSpecSandbox::Notify();
		if (!Panel->ScrollToLever(TEXT("Summarize from the originals")))
		{
			return;
		}
		// A tip would cover what is tested.
		StandIn::MovePointerAway();
		TestEqual(TEXT("breakers"), Session->GetContextReport().Breakers.Num(), 1);
		TestTrue(TEXT("it says why, in plain words"), Window->Sees(TEXT("The next summary would be a summary of earlier summaries; each such step loses a little")));
		TestTrue(TEXT("it says what helps"), Window->Sees(*FString::Printf(TEXT("To fix it: %s."), *Session->GetContextReport().Breakers[0].Fix)));
		const TSharedPtr<SWidget> Settings = StandIn::FindButton(Panel->GetPanel(), TEXT("Open settings"));
		TestTrue(TEXT("the settings are offered beside it"), Settings.IsValid() && StandIn::IsOnScreen(Settings.ToSharedRef()));
		StandIn::RenderNow();
		Panel->Pull(TEXT("Summarize from the originals"));
		Window->Until(TEXT("the new summary"), [this] { return Window->Applied == 2; });
		Panel->TestShowsReport(TEXT("the report after the new summary"));
	});

	It(TEXT("says in the conversation only that summaries are restricted, and leads to why and what helps"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->SummarizationMode = EVibeUESummarizationMode::Hybrid;
		FSpecSandbox::Notify();
		if (!Window->OpenScene(900.0f, 900.0f) || !Window->Settle())
		{
			return;
		}
		Window->Say(TEXT("SUMMARIES ARE REFUSED"));
		Panel->Talk(8, 90);
		TestTrue(TEXT("asked"), Window->GetSession()->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		const TSharedRef<SChatMessageList> List = Window->Part<SChatMessageList>();
		const auto Says = [List](const TCHAR* Words) { return StandIn::FindByText(List, Words, true).IsValid(); };
		Window->Until(TEXT("the note"), [Says] { return Says(TEXT("Summaries are restricted at the moment: the context says why, and what helps")); });
		TestFalse(TEXT("the reason is said once, in the context"), Says(TEXT("No model could write the last summary")));
		Window->Settle();
		Window->ScrollTo(StandIn::FindButton(List, TEXT("Open context")));
		Window->Click(TEXT("Open context"));
		StandIn::MovePointerAway();
		Window->Until(TEXT("what helps"), [this]
		{
			const TSharedPtr<SWidget> Lever = StandIn::FindButton(Panel->GetPanel(), TEXT("Try now"));
			return Lever.IsValid() && StandIn::IsOnScreen(Lever.ToSharedRef());
		});
		TestTrue(TEXT("why"), Window->Sees(TEXT("No model could write the last summary: rules write them for fifteen minutes")));
	});

	It(TEXT("leads from a model that failed to the settings, and Try now asks it again"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->SummarizationMode = EVibeUESummarizationMode::Hybrid;
		FSpecSandbox::Notify();
		if (!Window->OpenScene(900.0f, 1100.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		const auto Says = [this](const TCHAR* Words) { return StandIn::FindByText(Panel->GetPanel(), Words, true).IsValid(); };
		Window->Say(TEXT("SUMMARIES ARE REFUSED"));
		Panel->Talk(8, 90);
		Panel->OpenPanel();
		TestFalse(TEXT("nothing keeps models from writing yet"), Panel->HasLever(TEXT("Try now")) || Panel->HasLever(TEXT("Open settings")));
		Panel->Pull(TEXT("Summarize now"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		TestEqual(TEXT("rules wrote it"), Session->GetSummaries()[0].Strategy, EVibeUESummaryStrategy::Rules);
		Window->Until(TEXT("the breaker"), [this] { return Panel->HasLever(TEXT("Try now")); });
		TestTrue(TEXT("it says what happened"), Says(TEXT("No model could write the last summary: rules write them for fifteen minutes")));
		TestTrue(TEXT("it says what helps"), Says(TEXT("To fix it: summarize now to ask the model again; check its key and its server first.")));
		const int32 Pages = StandIn::ShownSettingsPages().Num();
		Panel->Pull(TEXT("Open settings"));
		TestEqual(TEXT("the settings are shown"), StandIn::ShownSettingsPages().Num(), Pages + 1);
		StandIn::MovePointerAway();
		Panel->TestNothingIsCutOff();
		StandIn::RenderNow();
		Window->Say(TEXT("THE SERVER IS BACK"));
		Panel->Talk(6, 90);
		// A request by hand asks it, and shows what that costs.
		Window->Until(TEXT("who would write it"), [Says] { return Says(TEXT("scripted writes the summary, at an unknown price.")); });
		Panel->Pull(TEXT("Try now"));
		Window->Until(TEXT("the second summary"), [this] { return Window->Applied == 2; });
		const FVibeUESummaryRow Row = Session->GetSummaries().Last();
		TestEqual(TEXT("the model wrote it"), Row.Strategy, EVibeUESummaryStrategy::Hybrid);
		TestEqual(TEXT("by one call"), Row.Account.ModelCalls, static_cast<int64>(1));
		TestTrue(TEXT("in its words"), Session->GetSummaryInView().Text.Contains(TEXT("WRITTEN-AFTER-THE-REFUSAL")));
		Window->Until(TEXT("the breaker to be gone"), [this] { return !Panel->HasLever(TEXT("Try now")) && !Panel->HasLever(TEXT("Open settings")); });
		TestEqual(TEXT("breakers"), Session->GetContextReport().Breakers.Num(), 0);
	});
}

#endif
