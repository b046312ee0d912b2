// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecContextPanel.h"
#include "Tests/SpecPreview.h"
#include "Tests/TestConversation.h"
#include "VibeUEPreviews.h"
#include "VibeUESettings.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/PreviewTexts.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatText.h"
#include "Widgets/SChatTextBox.h"
#include "Widgets/SSummaryPreview.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The preview of a summary: what the user sees before it is applied, and what they can try. */
BEGIN_DEFINE_SPEC(FSummaryPreviewSpec, "VibeUE.Looks.Preview", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TSharedPtr<FSpecContextPanel> Panel;
TSharedPtr<FSpecPreview> Preview;
int32 CountPinned() const;
END_DEFINE_SPEC(FSummaryPreviewSpec)

int32 FSummaryPreviewSpec::CountPinned() const
{
	int32 Count = 0;
	for (const FVibeUEMessage& Message : Window->GetSession()->GetMessages(0, 1000, EVibeUEHistory::View))
	{
		Count += Message.bPinned ? 1 : 0;
	}
	return Count;
}

// Long because it lists its cases.
void FSummaryPreviewSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Panel = MakeShared<FSpecContextPanel>(*this, Window.ToSharedRef());
		Preview = MakeShared<FSpecPreview>(Window.ToSharedRef(), Panel.ToSharedRef());
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		// The preview listens until then.
		Window->Close();
		Preview.Reset();
		Panel.Reset();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("shows what goes, what stays and the new summary beside each other, with numbers that add up"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->InputPrice = 2.5;
		Settings->OutputPrice = 10.0;
		if (!Preview->OpenEmpty(900.0f, 760.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->RenameConversation(TEXT("The airlock door"));
		Panel->TalkPlainly(2);
		Panel->AskAboutTheDoor(30);
		Panel->TalkPlainly(5);
		if (!Preview->Open())
		{
			return;
		}
		const FVibeUESummaryPreview& Draft = Preview->Drafts.Last();
		for (const FText& Text : {FPreviewTexts::Sums(Draft), FPreviewTexts::Origin(Draft), FPreviewTexts::Goes(Draft), FPreviewTexts::Stays(Draft), FPreviewTexts::Summary(Draft)})
		{
			TestTrue(Text.ToString(), StandIn::FindByText(Preview->GetPage(), Text.ToString()).IsValid());
		}
		const FVibeUEPreviewSums& Sums = Draft.Sums;
		TestEqual(TEXT("now"), Sums.Goes + Sums.ShortenedBefore + Sums.Stays + Sums.OtherBefore, Draft.TokensBefore);
		TestEqual(TEXT("afterwards"), Sums.Summary + Sums.ShortenedAfter + Sums.Stays + Sums.OtherAfter, Draft.TokensAfter);
		TestEqual(TEXT("the token bar's number"), Draft.TokensBefore, Session->GetTokenBreakdown().Used);
		TestTrue(TEXT("a request is cheaper"), Draft.bHasRequestDollars && Draft.RequestDollarsAfter > 0.0 && Draft.RequestDollarsAfter < Draft.RequestDollarsBefore);
		TestTrue(TEXT("both prices"), Window->Sees(*FPreviewTexts::Numbers(Draft).ToString()) && Window->Sees(TEXT("each request about $")));
		for (const FVibeUEPreviewOffer& Offer : Draft.Offers)
		{
			const FString Price = FPreviewTexts::Price(Offer).ToString();
			TestTrue(TEXT("the price beside each writer: ") + Price, !Price.IsEmpty() && StandIn::FindByText(Preview->GetPage(), Price).IsValid());
		}
		TestFalse(TEXT("a price that nobody knows"), Window->Sees(TEXT("price unknown")));
		int64 Listed = 0;
		const TArray<FVibeUEPreviewMessage> Goes = UVibeUEPreviews::GetPreviewRows(Session, EVibeUEPreviewPart::Goes, 0, MAX_int32);
		for (const FVibeUEPreviewMessage& Row : Goes)
		{
			Listed += Row.TokensBefore;
		}
		TestTrue(TEXT("a row has the number by which the summary names it"), Window->Sees(*FString::Printf(TEXT("You, m%lld"), Goes[0].Id)));
		TestEqual(TEXT("the rows are the heading's number"), Listed, Sums.Goes);
		TestTrue(TEXT("a reason"), Window->Sees(TEXT("Stays: your newest request")));
		TestTrue(TEXT("the summary can be read"), StandIn::Find<SChatTextBox>(Preview->GetPage())->GetText().ToString().Equals(Draft.Summary));
		TestTrue(TEXT("why there are no originals to choose"), Window->Sees(TEXT("the messages: there is no earlier summary")));
		TestFalse(TEXT("they can be chosen"), StandIn::FindButton(Preview->GetPage(), TEXT("Summarize from the originals")).IsValid());
		TestFalse(TEXT("the conversation is covered"), StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()));
		TestEqual(TEXT("nothing was done"), Session->GetSummaries().Num(), 0);
		StandIn::RenderNow();
		Preview->Choose(TEXT("Cancel"));
		Window->Until(TEXT("the conversation"), [this] { return StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()); });
		TestFalse(TEXT("no row is left of it"), Window->Sees(TEXT("Messages condensed: ")));
		TestTrue(TEXT("asked"), UVibeUEPreviews::ApplyPreview(Session, Draft.Id, FString()));
		Window->Until(TEXT("the refusal"), [this] { return Preview->Errors.Num() == 1; });
		TestEqual(TEXT("what was cancelled cannot be applied"), Preview->Errors[0].Message, FString(TEXT("there is no preview to accept")));
	});

	It(TEXT("says what to set where a writer's price is unknown, when the pointer is over it, and when it is chosen by the keyboard"), [this]
	{
		if (!Preview->OpenTalk(900.0f, 760.0f) || !Preview->Open())
		{
			return;
		}
		const FVibeUEPreviewOffer Offer = Preview->Drafts[0].Offers[2];
		TestEqual(TEXT("the price"), FPreviewTexts::Price(Offer).ToString(), FString(TEXT("price unknown")));
		const FString Tip = StandIn::Hover(StandIn::FindButton(Preview->GetPage(), TEXT("Rules and model"))).ToString();
		StandIn::MovePointerAway();
		TestEqual(TEXT("the tip"), Tip, FPreviewTexts::TipOfOffer(Offer).ToString());
		const TCHAR* const ToSet = TEXT("Price of gpt-4o unknown; for your chat model, set it in the settings (Your Connection).");
		TestTrue(Tip, Tip.EndsWith(ToSet));
		TestFalse(TEXT("the page says so while rules write"), Window->Sees(ToSet));
		TestTrue(TEXT("the writer has the keyboard"), StandIn::Focus(StandIn::FindButton(Preview->GetPage(), TEXT("Rules and model"))));
		StandIn::PressKey(EKeys::SpaceBar);
		Window->UntilSeen(ToSet);
		Window->TestNothingIsCutOff();
		Preview->Choose(TEXT("Rules"));
		Window->UntilGone(ToSet);
	});

	It(TEXT("has a tab for each part in a narrow dock"), [this]
	{
		if (!Preview->OpenTalk(360.0f, 760.0f) || !Preview->Open())
		{
			return;
		}
		const auto Sees = [this](const FText& Text)
		{
			const TSharedPtr<SWidget> Found = StandIn::FindByText(Preview->GetPage(), Text.ToString());
			return Found.IsValid() && StandIn::IsOnScreen(Found.ToSharedRef());
		};
		const FVibeUESummaryPreview Draft = Preview->Drafts.Last();
		TestTrue(TEXT("what goes"), Sees(FPreviewTexts::Goes(Draft)) && !Sees(FPreviewTexts::Stays(Draft)) && !Sees(FPreviewTexts::Summary(Draft)));
		Preview->Choose(TEXT("What stays"));
		Window->Until(TEXT("what stays"), [&] { return Sees(FPreviewTexts::Stays(Draft)) && !Sees(FPreviewTexts::Goes(Draft)); });
		Preview->Choose(TEXT("Summary"));
		Window->Until(TEXT("the summary"), [&] { return Sees(FPreviewTexts::Summary(Draft)) && !Sees(FPreviewTexts::Stays(Draft)); });
		Panel->TestNothingIsCutOff();
	});

	It(TEXT("keeps a message and tries another target, and changes nothing until it is applied as it is written"), [this]
	{
		if (!Preview->OpenTalk(900.0f, 760.0f) || !Preview->Open())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		const double Before = GetDefault<UVibeUESettings>()->SummarizationTargetRatio;
		Preview->Choose(TEXT("Keep"));
		if (!Preview->UntilDraft(2) || !TestEqual(TEXT("kept"), Preview->Drafts.Last().Options.Keep.Num(), 1))
		{
			return;
		}
		const int64 Kept = Preview->Drafts.Last().Options.Keep[0];
		TestTrue(TEXT("it says so"), Window->Sees(TEXT("Stays: kept by you; applying pins it")));
		TestEqual(TEXT("fewer go"), Preview->Drafts.Last().Goes, Preview->Drafts[0].Goes - 1);
		Preview->Choose(TEXT("10 %"));
		if (!Preview->UntilDraft(3))
		{
			return;
		}
		TestEqual(TEXT("the target"), Preview->Drafts.Last().Target, 0.1);
		TestEqual(TEXT("no summary yet"), Session->GetSummaries().Num(), 0);
		TestEqual(TEXT("nothing is pinned yet"), CountPinned(), 0);
		StandIn::Focus(StandIn::Find<SChatTextBox>(Preview->GetPage())->GetTextBox());
		StandIn::PressKey(EKeys::A, StandIn::Control());
		StandIn::TypeText(TEXT("The door was read."));
		const FVibeUESummaryPreview Edited = UVibeUEPreviews::WithText(Session, Preview->Drafts.Last(), TEXT("The door was read."));
		TestTrue(TEXT("the text is shorter"), Edited.Sums.Summary < Preview->Drafts.Last().Sums.Summary);
		TestEqual(TEXT("and the request by as much"), Preview->Drafts.Last().TokensAfter - Edited.TokensAfter, Preview->Drafts.Last().Sums.Summary - Edited.Sums.Summary);
		TestTrue(TEXT("its size is shown"), Window->Sees(*FString::Printf(TEXT("NEW SUMMARY (tokens: %lld)"), static_cast<long long>(Edited.Sums.Summary))));
		Preview->Choose(TEXT("Apply"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1 && !Preview->GetPage()->IsOpen(); });
		// Both texts, the former and this one, are counted by themselves: at each of their edges a token may be another one than in the message.
		TestTrue(TEXT("the request is as large as was shown"), FMath::Abs(Session->GetTokenBreakdown().Used - Edited.TokensAfter) <= 4);
		TestEqual(TEXT("one is pinned"), CountPinned(), 1);
		TestTrue(TEXT("the one that was kept"), Session->GetMessages(0, 1000, EVibeUEHistory::View).ContainsByPredicate([Kept](const FVibeUEMessage& Message)
		{
			return Message.Id == Kept && Message.bPinned;
		}));
		TestTrue(TEXT("the model reads what was written"), Session->GetSummaryInView().Text.Contains(TEXT("The door was read.")));
		TestEqual(TEXT("the setting"), static_cast<double>(GetDefault<UVibeUESettings>()->SummarizationTargetRatio), Before);
	});

	It(TEXT("tries any share of the budget by the keyboard, says which ones cannot be, and changes no setting"), [this]
	{
		if (!Preview->OpenTalk(900.0f, 760.0f) || !Preview->Open())
		{
			return;
		}
		const double Before = GetDefault<UVibeUESettings>()->SummarizationTargetRatio;
		const auto Type = [this](const TCHAR* Share)
		{
			// The first field of the page; the instructions come below it.
			const TSharedPtr<SChatText> Box = StandIn::Find<SChatText>(Preview->GetPage());
			TestTrue(TEXT("the field is empty"), Box->GetText().IsEmpty());
			TestTrue(TEXT("has the keyboard"), StandIn::Focus(Box));
			StandIn::TypeText(Share);
			StandIn::PressKey(EKeys::Enter);
		};
		Type(TEXT("33 %"));
		if (!Preview->UntilDraft(2) || !TestTrue(TEXT("the target"), FMath::Abs(Preview->Drafts.Last().Target - 0.33) < 1e-9))
		{
			return;
		}
		// A radio button is tried by the keyboard as well, and clears the field.
		const TSharedPtr<SWidget> Radio = StandIn::FindButton(Preview->GetPage(), TEXT("25 %"));
		TestTrue(TEXT("the radio button has the keyboard"), StandIn::Focus(Radio));
		StandIn::PressKey(EKeys::SpaceBar);
		if (!Preview->UntilDraft(3) || !TestEqual(TEXT("the target"), Preview->Drafts.Last().Target, 0.25))
		{
			return;
		}
		Type(TEXT("half"));
		Window->UntilSeen(TEXT("A share of the budget is a number in percent"));
		TestEqual(TEXT("nothing was tried"), Preview->Drafts.Num(), 3);
		// With another choice that is over, also where a model would have to be asked first.
		Preview->Choose(TEXT("Rules and model"));
		Window->UntilGone(TEXT("A share of the budget is a number in percent"));
		TestEqual(TEXT("the setting"), static_cast<double>(GetDefault<UVibeUESettings>()->SummarizationTargetRatio), Before);
		TestEqual(TEXT("no summary yet"), Window->GetSession()->GetSummaries().Num(), 0);
	});

	It(TEXT("tries another threshold, which says when the next summary comes, takes the target with it, and changes no setting"), [this]
	{
		if (!Preview->OpenTalk(900.0f, 760.0f) || !Preview->Open())
		{
			return;
		}
		const double Before = GetDefault<UVibeUESettings>()->SummarizationThreshold;
		TestEqual(TEXT("as set"), Preview->Drafts[0].Threshold, Before);
		TestTrue(TEXT("the next one"), Preview->Drafts[0].NextIn > 0 && Window->Sees(*FPreviewTexts::Next(Preview->Drafts[0], Window->GetSession()->GetTokenBreakdown().Available).ToString()));
		Preview->Choose(TEXT("50 %"));
		if (!Preview->UntilDraft(2))
		{
			return;
		}
		TestEqual(TEXT("the threshold"), Preview->Drafts[1].Threshold, 0.5);
		TestTrue(TEXT("it comes sooner"), Preview->Drafts[1].NextAt < Preview->Drafts[0].NextAt && Preview->Drafts[1].NextIn < Preview->Drafts[0].NextIn);
		TestTrue(TEXT("it aims lower"), Preview->Drafts[1].Target < Preview->Drafts[0].Target);
		Window->UntilSeen(*FPreviewTexts::Next(Preview->Drafts[1], Window->GetSession()->GetTokenBreakdown().Available).ToString());
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Preview->Choose(TEXT("25 %"));
		if (!Preview->UntilDraft(3))
		{
			return;
		}
		TestTrue(TEXT("both"), Preview->Drafts[2].Threshold == 0.5 && Preview->Drafts[2].Target == 0.25);
		TestEqual(TEXT("the setting"), static_cast<double>(GetDefault<UVibeUESettings>()->SummarizationThreshold), Before);
		TestEqual(TEXT("no summary yet"), Window->GetSession()->GetSummaries().Num(), 0);
	});

	It(TEXT("says why a share above the threshold cannot be tried"), [this]
	{
		if (!Preview->OpenTalk(900.0f, 760.0f) || !Preview->Open())
		{
			return;
		}
		const TSharedPtr<SChatText> Box = StandIn::Find<SChatText>(Preview->GetPage());
		TestTrue(TEXT("has the keyboard"), StandIn::Focus(Box));
		StandIn::TypeText(TEXT("99"));
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("why not"), [this] { return Preview->Errors.Num() == 1 && Window->Sees(*Preview->Errors[0].Message); });
		TestEqual(TEXT("the draft stays"), Preview->Drafts.Num(), 1);
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("the page to close"), [this] { return !Preview->GetPage()->IsOpen(); });
	});

	It(TEXT("asks a model only by a button that says what it costs, and puts a text back that was written meanwhile"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000))
		{
			return;
		}
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->SummarizationMode = EVibeUESummarizationMode::Hybrid;
		Settings->InputPrice = 2.0;
		Settings->OutputPrice = 8.0;
		FSpecSandbox::Notify();
		if (!Window->OpenScene(900.0f, 760.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->OnSummaryPreview().AddWeakLambda(Session, [this](const FVibeUESummaryPreview& Shown) { Preview->Drafts.Add(Shown); });
		Window->Say(TEXT("A STORY IN CHAPTERS"));
		Panel->Talk(8, 90);
		Preview->Drafts.Empty();
		const double Spent = Session->GetCosts().SummaryDollars;
		if (!Preview->Open())
		{
			return;
		}
		TestTrue(TEXT("the first draft is by rules"), Preview->Drafts[0].Strategy == EVibeUEPreviewStrategy::Rules);
		TestTrue(TEXT("the price of a request"), Preview->Drafts[0].bHasRequestDollars && Window->Sees(TEXT("each request about $")));
		// The first boxes are for another target and another threshold.
		StandIn::FindAll<SChatText>(Preview->GetPage())[2]->SetText(FText::FromString(TEXT("keep the asset paths")));
		Preview->Choose(TEXT("Rules and model"));
		const FString Ask = FPreviewTexts::Ask(Preview->Drafts[0].Offers[2]).ToString();
		TestTrue(Ask, Ask.StartsWith(TEXT("Ask scripted, about $")));
		for (const FVibeUEPreviewOffer& Offer : Preview->Drafts[0].Offers)
		{
			const FString Price = FPreviewTexts::Price(Offer).ToString();
			TestTrue(TEXT("the price beside each writer: ") + Price, !Price.IsEmpty() && StandIn::FindByText(Preview->GetPage(), Price).IsValid());
		}
		Window->UntilSeen(*Ask);
		TestFalse(TEXT("what is not shown cannot be applied"), StandIn::IsReallyEnabled(StandIn::FindButton(Preview->GetPage(), TEXT("Apply")).ToSharedRef()));
		TestEqual(TEXT("nobody was asked"), Session->GetCosts().SummaryDollars, Spent);
		StandIn::RenderNow();
		StandIn::Find<SChatTextBox>(Preview->GetPage())->SetText(FText::FromString(TEXT("My own words.")));
		Preview->Choose(*Ask);
		if (!Preview->UntilDraft(2))
		{
			return;
		}
		TestTrue(TEXT("by a model"), Preview->Drafts[1].Strategy == EVibeUEPreviewStrategy::Hybrid && Preview->Drafts[1].Summary.Contains(TEXT("KEPT-BY-THE-FIRST-NOTES")));
		TestEqual(TEXT("the instructions"), Preview->Drafts[1].Options.Instructions, FString(TEXT("keep the asset paths")));
		TestTrue(TEXT("it was asked"), Session->GetCosts().SummaryDollars > Spent);
		TestEqual(TEXT("nothing was done"), Session->GetSummaries().Num(), 0);
		const TSharedPtr<SChatTextBox> Text = StandIn::Find<SChatTextBox>(Preview->GetPage());
		Text->SetText(FText::FromString(TEXT("Other words.")));
		for (const TCHAR* Written : {TEXT("My own words."), TEXT("Other words."), TEXT("My own words.")})
		{
			Preview->Choose(TEXT("Restore my text"));
			TestEqual(TEXT("the text"), Text->GetText().ToString(), FString(Written));
		}
		Preview->Choose(TEXT("Apply"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		TestTrue(TEXT("the model reads it"), Session->GetSummaryInView().Text.Contains(TEXT("My own words.")));
	});

	It(TEXT("loses nothing that was written, by a key, a second click, another page or another summary"), [this]
	{
		if (!Preview->OpenTalk(900.0f, 760.0f) || !Preview->Open())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		const TSharedPtr<SChatText> Text = StandIn::Find<SChatTextBox>(Preview->GetPage())->GetTextBox();
		Text->SetText(FText::GetEmpty());
		Preview->Choose(TEXT("Apply"));
		Window->UntilSeen(TEXT("The summary is empty: write one, or cancel."));
		Text->SetText(FText::FromString(TEXT("My own words.")));
		StandIn::Click(Text);
		StandIn::PressKey(EKeys::Escape);
		Window->ClickIcon(TEXT("Preview what summarizing"));
		TestTrue(TEXT("it is open"), Preview->GetPage()->IsOpen() && Text->GetText().ToString().Equals(TEXT("My own words.")));
		TestEqual(TEXT("nothing else was tried"), Preview->Drafts.Num(), 1);
		Window->ClickIcon(TEXT("Show this project's conversations"));
		Window->Until(TEXT("the list of conversations"), [this] { return !StandIn::IsOnScreen(Preview->GetPage()); });
		Window->ClickIcon(TEXT("Preview what summarizing"));
		Window->Until(TEXT("the preview"), [this] { return StandIn::IsOnScreen(Preview->GetPage()); });
		StandIn::MovePointerAway();
		Session->ForceSummarize(FString());
		Window->Until(TEXT("the other summary"), [this] { return Window->Applied == 1; });
		TestTrue(TEXT("it is still open"), Preview->GetPage()->IsOpen());
		TestFalse(TEXT("it can be left while the text is set aside"), Preview->GetPage()->CanLeave());
		Preview->Choose(TEXT("Restore my text"));
		TestEqual(TEXT("the text"), Text->GetText().ToString(), FString(TEXT("My own words.")));
	});

	It(TEXT("starts from the originals behind earlier summaries, and says what the request is with those"), [this]
	{
		if (!Preview->OpenTalk(900.0f, 760.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->ForceSummarize(FString());
		Window->Until(TEXT("the first summary"), [this] { return Window->Applied == 1; });
		Panel->Talk(5, 90);
		if (!Preview->Open())
		{
			return;
		}
		TestTrue(TEXT("an earlier summary goes"), Window->Sees(TEXT("Earlier summary")));
		TestFalse(TEXT("words in place of the originals"), Window->Sees(TEXT("there is no earlier summary")));
		Preview->Choose(TEXT("Summarize from the originals"));
		if (!Preview->UntilDraft(2))
		{
			return;
		}
		TestTrue(TEXT("they are longer"), Preview->Drafts[1].TokensBefore > Preview->Drafts[1].TokensNow && Window->Sees(TEXT("with the originals restored")));
		TestFalse(TEXT("no earlier summary goes"), Window->Sees(TEXT("Earlier summary")));
		Preview->Choose(TEXT("Apply"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 2; });
		const TArray<FVibeUESummaryRow> Rows = Session->GetSummaries();
		TestEqual(TEXT("no summary is beneath it"), Rows.Last().Depth, 0);
		TestFalse(TEXT("the first is undone"), Rows[0].bInForce);
	});

	It(TEXT("is opened by a command with its choices, also while an answer comes, and applied or left by one"), [this]
	{
		if (!Preview->OpenTalk(900.0f, 760.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Window->Type(TEXT("/preview --target 25 --keep m2 keep the paths"));
		if (!Preview->UntilDraft(1))
		{
			return;
		}
		TestEqual(TEXT("the target"), Preview->Drafts[0].Target, 0.25);
		TestEqual(TEXT("the words"), Preview->Drafts[0].Options.Instructions, FString(TEXT("keep the paths")));
		Window->UntilSeen(TEXT("the instructions have no effect: rules wrote this summary"));
		// Another host of the same session tries something else: that is what can be applied now, and what is shown.
		FVibeUEPreviewOptions Others;
		Others.Strategy = EVibeUEPreviewStrategy::Rules;
		TestTrue(TEXT("tried elsewhere, in a turn"), Session->SubmitUserMessage(TEXT("write 60 words")) && UVibeUEPreviews::TryPreview(Session, Others));
		if (!Preview->UntilDraft(2))
		{
			return;
		}
		TestTrue(TEXT("asked"), UVibeUEPreviews::ApplyPreview(Session, Preview->Drafts[0].Id, FString()));
		Window->Until(TEXT("the refusal"), [this] { return Preview->Errors.Num() == 1; });
		TestTrue(Preview->Errors[0].Message, Preview->Errors[0].Message.EndsWith(TEXT("is no longer the latest preview")));
		Window->Until(TEXT("the end of the turn"), [Session] { return Session->GetState() == EVibeUEChatState::Idle; });
		Preview->Choose(TEXT("Cancel"));
		Window->Settle();
		Window->Type(TEXT("/preview"));
		if (!Preview->UntilDraft(3))
		{
			return;
		}
		TestTrue(TEXT("asked to apply it"), UVibeUEPreviews::ApplyPreview(Session, Preview->Drafts[2].Id, FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1 && !Preview->GetPage()->IsOpen(); });
		Session->Close();
		TestFalse(TEXT("a closed session"), UVibeUEPreviews::TryPreview(Session, Others));
		TestFalse(TEXT("nothing to apply there"), UVibeUEPreviews::ApplyPreview(Session, 1, FString()));
		TestEqual(TEXT("no rows"), UVibeUEPreviews::GetPreviewRows(Session, EVibeUEPreviewPart::Goes, 0, 10).Num(), 0);
	});
}

#endif
