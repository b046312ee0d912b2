// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatText.h"
#include "Widgets/SStatusLine.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** A summary in the conversation: it is read and corrected, and nothing that a person writes is lost. */
BEGIN_DEFINE_SPEC(FSummaryLooksSpec, "VibeUE.Looks", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Summarizes, opens the summary's row, draws the page there where it is asked to, and begins to correct it. */
void SummarizeAndEdit(bool bRendersBefore)
{
	TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
	Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
	Window->UntilSeen(TEXT("Earlier messages summarized"));
	Window->Settle();
	const TSharedPtr<SWidget> Header = StandIn::FindByText(Window->Get(), TEXT("Earlier messages summarized"), true);
	Window->ScrollTo(Header);
	StandIn::Click(Header);
	Window->ScrollToWords(TEXT("Edit summary"));
	TestFalse(TEXT("no tags of ours"), Window->Sees(TEXT("<conversation-summary>")));
	if (bRendersBefore)
	{
		// The summary from its first line on.
		Window->ScrollTo(Header);
		StandIn::MovePointerAway();
		Window->Settle();
		StandIn::RenderNow();
	}
	ClickInTalk(TEXT("Edit summary"));
	Window->UntilSeen(TEXT("Discard"));
}

/** Clicks a button of the talk, wherever it is scrolled to. */
void ClickInTalk(const TCHAR* Label)
{
	Window->ScrollToWords(Label);
	Window->Click(Label);
}

/** The box of the talk in which a summary is written. */
TSharedRef<SChatText> FindBox() const
{
	return StandIn::Find<SChatText>(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()).ToSharedRef();
}

void SetCorrection(const TCHAR* Text)
{
	FindBox()->SetText(FText::FromString(Text));
}

FString ReadCorrection() const
{
	return FindBox()->GetText().ToString();
}
END_DEFINE_SPEC(FSummaryLooksSpec)

// Long because it lists its cases.
void FSummaryLooksSpec::Define()
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

	It(TEXT("a summary can be read and corrected, and a message pinned"), [this]
	{
		if (!FTestConversation::UseKnownModel(*this, 24000) || !Window->OpenScene(480.0f, 800.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->RenameConversation(TEXT("Round deck 3"));
		for (int32 Turn = 0; Turn < 10; ++Turn)
		{
			Window->Say(FTestConversation::AskPlainly(Turn));
		}
		SummarizeAndEdit(true);
		SetCorrection(TEXT("Deck 3 was looked at; nothing is open."));
		ClickInTalk(TEXT("Save"));
		Window->Until(TEXT("the correction"), [Session] { return Session->GetSummaries().Last().bEdited; });
		Window->Until(TEXT("the row to show the correction"), [this] { return !Window->Sees(TEXT("Discard")) && Window->Sees(TEXT("edited")); });
		Window->ClickIcon(TEXT("Pin this message"));
		Window->UntilSeen(TEXT("pinned"));
	});

	It(TEXT("a summary that a model is writing says so, and is given up by its button"), [this]
	{
		if (!FTestConversation::UseKnownModel(*this, 24000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->SummarizationMode = EVibeUESummarizationMode::Hybrid;
		FSpecSandbox::Notify();
		if (!Window->OpenScene(480.0f, 640.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->RenameConversation(TEXT("Round deck 3"));
		// The server holds the summary of what begins so back until it is given up.
		Window->Say(TEXT("Leave the doors of the old station as they are."));
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Window->Say(FTestConversation::AskPlainly(Turn));
		}
		const int64 Before = Session->GetMessageCount(EVibeUEHistory::View);
		TestTrue(TEXT("asked for a summary"), Session->ForceSummarize(FString()));
		Window->UntilSeen(TEXT("Summarizing conversation history\u2026"));
		const TSharedRef<SStatusLine> Line = StandIn::Find<SStatusLine>(Window->Get()).ToSharedRef();
		const auto FindCancel = [Line] { return StandIn::FindButton(Line, TEXT("Cancel")); };
		Window->Until(TEXT("the button that gives it up"), [FindCancel]
		{
			return FindCancel().IsValid() && StandIn::IsOnScreen(FindCancel().ToSharedRef()) && StandIn::IsReallyEnabled(FindCancel().ToSharedRef());
		});
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		TestTrue(TEXT("it is under way"), Session->IsSummarizing());
		TestEqual(TEXT("nothing was done yet"), Session->GetSummaries().Num(), 0);
		StandIn::Click(FindCancel());
		Window->UntilSeen(TEXT("Summarization cancelled; the conversation is unchanged."));
		TestFalse(TEXT("it is under way still"), Session->IsSummarizing());
		TestEqual(TEXT("what the model sees"), Session->GetMessageCount(EVibeUEHistory::View), Before);
		TestFalse(TEXT("the button is there still"), FindCancel().IsValid() && StandIn::IsOnScreen(FindCancel().ToSharedRef()));
	});

	It(TEXT("a correction that the user is writing stays whatever happens to the history meanwhile"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000) || !Window->OpenScene(480.0f, 800.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Window->Say(FTestConversation::Ask(Turn, 90 + Turn));
		}
		SummarizeAndEdit(false);
		SetCorrection(TEXT("Half a sentence of a corr"));
		const TArray<FVibeUEMessage> View = Session->GetMessages(0, 100, EVibeUEHistory::View);
		TestTrue(TEXT("pins"), Session->PinMessage(View.Last().Id, true));
		Window->UntilSeen(TEXT("pinned"));
		TestEqual(TEXT("what is written while the rows are made again"), ReadCorrection(), FString(TEXT("Half a sentence of a corr")));
		// On a full disk it is not taken over, and stays.
		Sandbox->FillDisk(Session->GetConversationId());
		ClickInTalk(TEXT("Save"));
		Window->Until(TEXT("the failure"), [Session] { return Session->GetLastError().Kind == EVibeUEFailure::Storage; });
		StandIn::RenderNow();
		TestEqual(TEXT("what is written after saving failed"), ReadCorrection(), FString(TEXT("Half a sentence of a corr")));
		Sandbox->EmptyDisk();
		// A summary that is not in force any more cannot be corrected: what was written is told.
		TestTrue(TEXT("undoes"), Session->UndoSummarization());
		Window->Until(TEXT("the undo"), [Session] { return !Session->GetSummaries().Last().bInForce; });
		Window->UntilSeen(TEXT("You had written:"));
		TestTrue(TEXT("what was written is told"), Window->Sees(TEXT("Half a sentence of a corr")));
	});

	It(TEXT("a preview that the user edits stays until it is applied, also when that fails at first"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000) || !Window->OpenScene(480.0f, 800.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Window->Say(FTestConversation::Ask(Turn, 90 + Turn));
		}
		TestTrue(TEXT("asks for a preview"), Session->PreviewSummarization(FString()));
		Window->UntilSeen(TEXT("Messages condensed: "));
		Window->Settle();
		SetCorrection(TEXT("Words were counted."));
		Sandbox->FillDisk(Session->GetConversationId());
		ClickInTalk(TEXT("Apply"));
		Window->Until(TEXT("the failure"), [this] { return Window->Failed > 0; });
		Window->Settle();
		TestEqual(TEXT("what is written after it failed"), ReadCorrection(), FString(TEXT("Words were counted.")));
		Sandbox->EmptyDisk();
		ClickInTalk(TEXT("Apply"));
		Window->Until(TEXT("the summary"), [Session] { return Session->GetSummaries().Num() > 0 && Session->GetSummaries().Last().bInForce; });
		Window->UntilGone(TEXT("Messages condensed: "));
		TestTrue(TEXT("the model reads what was written"), Session->GetMessages(0, 100, EVibeUEHistory::View).ContainsByPredicate([](const FVibeUEMessage& Message)
		{
			return Message.bIsSummary && Message.Text.Contains(TEXT("Words were counted."));
		}));
	});
}

#endif
