// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecContextPanel.h"
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
TArray<FVibeUESummaryPreview> Drafts;
TArray<FVibeUEError> Errors;
/** Opens an empty conversation, and listens to it. */
bool OpenEmpty(float Width, float Height);
bool OpenTalk(float Width, float Height);
bool OpenPreview();
bool UntilDraft(int32 Count);
TSharedRef<SSummaryPreview> GetPage() const;
void Choose(const TCHAR* Label);
int32 CountPinned() const;
END_DEFINE_SPEC(FSummaryPreviewSpec)

bool FSummaryPreviewSpec::OpenEmpty(float Width, float Height)
{
	if (!Panel->OpenTalk(Width, Height, 24000))
	{
		return false;
	}
	Drafts.Empty();
	Errors.Empty();
	UChatSession* Session = Window->GetSession();
	Session->OnSummaryPreview().AddWeakLambda(Session, [this](const FVibeUESummaryPreview& Shown) { Drafts.Add(Shown); });
	Session->OnSessionError().AddWeakLambda(Session, [this](const FVibeUEError& Error) { Errors.Add(Error); });
	return true;
}

bool FSummaryPreviewSpec::OpenTalk(float Width, float Height)
{
	if (!OpenEmpty(Width, Height))
	{
		return false;
	}
	Panel->Talk(2, 90);
	Panel->AskAboutTheDoor(30);
	Panel->Talk(5, 90);
	return true;
}

TSharedRef<SSummaryPreview> FSummaryPreviewSpec::GetPage() const
{
	return StandIn::Find<SSummaryPreview>(Window->Get()).ToSharedRef();
}

bool FSummaryPreviewSpec::UntilDraft(int32 Count)
{
	return Window->Until(TEXT("the draft"), [this, Count]
	{
		return Drafts.Num() >= Count && StandIn::FindByText(GetPage(), FPreviewTexts::Numbers(Drafts.Last()).ToString()).IsValid();
	});
}

bool FSummaryPreviewSpec::OpenPreview()
{
	Window->ClickIcon(TEXT("Preview what summarizing"));
	// The button's tip would cover what is tested.
	StandIn::MovePointerAway();
	return UntilDraft(1);
}

void FSummaryPreviewSpec::Choose(const TCHAR* Label)
{
	const auto Find = [this, Label] { return StandIn::FindButton(GetPage(), Label); };
	if (Window->Until(Label, [Find] { return Find().IsValid() && StandIn::IsOnScreen(Find().ToSharedRef()) && StandIn::IsReallyEnabled(Find().ToSharedRef()); }))
	{
		StandIn::Click(Find());
		StandIn::MovePointerAway();
	}
}

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
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Panel.Reset();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("shows what goes, what stays and the new summary beside each other, with numbers that add up"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->InputPrice = 2.5;
		Settings->OutputPrice = 10.0;
		if (!OpenEmpty(900.0f, 760.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->RenameConversation(TEXT("The airlock door"));
		Panel->TalkPlainly(2);
		Panel->AskAboutTheDoor(30);
		Panel->TalkPlainly(5);
		if (!OpenPreview())
		{
			return;
		}
		const FVibeUESummaryPreview& Draft = Drafts.Last();
		for (const FText& Text : {FPreviewTexts::Sums(Draft), FPreviewTexts::Origin(Draft), FPreviewTexts::Goes(Draft), FPreviewTexts::Stays(Draft), FPreviewTexts::Summary(Draft)})
		{
			TestTrue(Text.ToString(), StandIn::FindByText(GetPage(), Text.ToString()).IsValid());
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
			TestTrue(TEXT("the price beside each writer: ") + Price, !Price.IsEmpty() && StandIn::FindByText(GetPage(), Price).IsValid());
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
		TestTrue(TEXT("the summary can be read"), StandIn::Find<SChatTextBox>(GetPage())->GetText().ToString().Equals(Draft.Summary));
		TestTrue(TEXT("why there are no originals to choose"), Window->Sees(TEXT("the messages: there is no earlier summary")));
		TestFalse(TEXT("they can be chosen"), StandIn::FindButton(GetPage(), TEXT("Summarize from the originals")).IsValid());
		TestFalse(TEXT("the conversation is covered"), StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()));
		TestEqual(TEXT("nothing was done"), Session->GetSummaries().Num(), 0);
		StandIn::RenderNow();
		Choose(TEXT("Cancel"));
		Window->Until(TEXT("the conversation"), [this] { return StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()); });
		TestFalse(TEXT("no row is left of it"), Window->Sees(TEXT("Messages condensed: ")));
		TestTrue(TEXT("asked"), UVibeUEPreviews::ApplyPreview(Session, Draft.Id, FString()));
		Window->Until(TEXT("the refusal"), [this] { return Errors.Num() == 1; });
		TestEqual(TEXT("what was cancelled cannot be applied"), Errors[0].Message, FString(TEXT("there is no preview to accept")));
	});

	It(TEXT("says what to set where a writer's price is unknown, when the pointer is over it, and when it is chosen by the keyboard"), [this]
	{
		if (!OpenTalk(900.0f, 760.0f) || !OpenPreview())
		{
			return;
		}
		const FVibeUEPreviewOffer Offer = Drafts[0].Offers[2];
		TestEqual(TEXT("the price"), FPreviewTexts::Price(Offer).ToString(), FString(TEXT("price unknown")));
		const FString Tip = StandIn::Hover(StandIn::FindButton(GetPage(), TEXT("Rules and model"))).ToString();
		StandIn::MovePointerAway();
		TestEqual(TEXT("the tip"), Tip, FPreviewTexts::TipOfOffer(Offer).ToString());
		const TCHAR* const ToSet =
			TEXT("The price of gpt-4o is not known: if it is the conversation's own model, set Input Price and Output Price in the settings, under Your Connection.");
		TestTrue(Tip, Tip.EndsWith(ToSet));
		TestFalse(TEXT("the page says so while rules write"), Window->Sees(ToSet));
		TestTrue(TEXT("the writer has the keyboard"), StandIn::Focus(StandIn::FindButton(GetPage(), TEXT("Rules and model"))));
		StandIn::PressKey(EKeys::SpaceBar);
		Window->UntilSeen(ToSet);
		Window->TestNothingIsCutOff();
		Choose(TEXT("Rules"));
		Window->UntilGone(ToSet);
	});

	It(TEXT("has a tab for each part in a narrow dock"), [this]
	{
		if (!OpenTalk(360.0f, 760.0f) || !OpenPreview())
		{
			return;
		}
		const auto Sees = [this](const FText& Text)
		{
			const TSharedPtr<SWidget> Found = StandIn::FindByText(GetPage(), Text.ToString());
			return Found.IsValid() && StandIn::IsOnScreen(Found.ToSharedRef());
		};
		const FVibeUESummaryPreview Draft = Drafts.Last();
		TestTrue(TEXT("what goes"), Sees(FPreviewTexts::Goes(Draft)) && !Sees(FPreviewTexts::Stays(Draft)) && !Sees(FPreviewTexts::Summary(Draft)));
		Choose(TEXT("What stays"));
		Window->Until(TEXT("what stays"), [&] { return Sees(FPreviewTexts::Stays(Draft)) && !Sees(FPreviewTexts::Goes(Draft)); });
		Choose(TEXT("Summary"));
		Window->Until(TEXT("the summary"), [&] { return Sees(FPreviewTexts::Summary(Draft)) && !Sees(FPreviewTexts::Stays(Draft)); });
		Panel->TestNothingIsCutOff();
	});

	It(TEXT("keeps a message and tries another target, and changes nothing until it is applied as it is written"), [this]
	{
		if (!OpenTalk(900.0f, 760.0f) || !OpenPreview())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		const double Before = GetDefault<UVibeUESettings>()->SummarizationTargetRatio;
		Choose(TEXT("Keep"));
		if (!UntilDraft(2) || !TestEqual(TEXT("kept"), Drafts.Last().Options.Keep.Num(), 1))
		{
			return;
		}
		const int64 Kept = Drafts.Last().Options.Keep[0];
		TestTrue(TEXT("it says so"), Window->Sees(TEXT("Stays: kept by you; applying pins it")));
		TestEqual(TEXT("fewer go"), Drafts.Last().Goes, Drafts[0].Goes - 1);
		Choose(TEXT("10 %"));
		if (!UntilDraft(3))
		{
			return;
		}
		TestEqual(TEXT("the target"), Drafts.Last().Target, 0.1);
		TestEqual(TEXT("no summary yet"), Session->GetSummaries().Num(), 0);
		TestEqual(TEXT("nothing is pinned yet"), CountPinned(), 0);
		StandIn::Focus(StandIn::Find<SChatTextBox>(GetPage())->GetTextBox());
		StandIn::PressKey(EKeys::A, StandIn::Control());
		StandIn::TypeText(TEXT("The door was read."));
		const FVibeUESummaryPreview Edited = UVibeUEPreviews::WithText(Session, Drafts.Last(), TEXT("The door was read."));
		TestTrue(TEXT("the text is shorter"), Edited.Sums.Summary < Drafts.Last().Sums.Summary);
		TestEqual(TEXT("and the request by as much"), Drafts.Last().TokensAfter - Edited.TokensAfter, Drafts.Last().Sums.Summary - Edited.Sums.Summary);
		TestTrue(TEXT("its size is shown"), Window->Sees(*FString::Printf(TEXT("NEW SUMMARY (tokens: %lld)"), static_cast<long long>(Edited.Sums.Summary))));
		Choose(TEXT("Apply"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1 && !GetPage()->IsOpen(); });
		// The text is counted by itself: at its edges a token may be another one than in the message.
		TestTrue(TEXT("the request is as large as was shown"), FMath::Abs(Session->GetTokenBreakdown().Used - Edited.TokensAfter) <= 2);
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
		if (!OpenTalk(900.0f, 760.0f) || !OpenPreview())
		{
			return;
		}
		const double Before = GetDefault<UVibeUESettings>()->SummarizationTargetRatio;
		const auto Type = [this](const TCHAR* Share)
		{
			// The first field of the page; the instructions come below it.
			const TSharedPtr<SChatText> Box = StandIn::Find<SChatText>(GetPage());
			TestTrue(TEXT("the field is empty"), Box->GetText().IsEmpty());
			TestTrue(TEXT("has the keyboard"), StandIn::Focus(Box));
			StandIn::TypeText(Share);
			StandIn::PressKey(EKeys::Enter);
		};
		Type(TEXT("33 %"));
		if (!UntilDraft(2) || !TestTrue(TEXT("the target"), FMath::Abs(Drafts.Last().Target - 0.33) < 1e-9))
		{
			return;
		}
		// A radio button is tried by the keyboard as well, and clears the field.
		const TSharedPtr<SWidget> Radio = StandIn::FindButton(GetPage(), TEXT("25 %"));
		TestTrue(TEXT("the radio button has the keyboard"), StandIn::Focus(Radio));
		StandIn::PressKey(EKeys::SpaceBar);
		if (!UntilDraft(3) || !TestEqual(TEXT("the target"), Drafts.Last().Target, 0.25))
		{
			return;
		}
		Type(TEXT("half"));
		Window->UntilSeen(TEXT("A share of the budget is a number in percent"));
		TestEqual(TEXT("nothing was tried"), Drafts.Num(), 3);
		TestEqual(TEXT("the setting"), static_cast<double>(GetDefault<UVibeUESettings>()->SummarizationTargetRatio), Before);
		TestEqual(TEXT("no summary yet"), Window->GetSession()->GetSummaries().Num(), 0);
	});

	It(TEXT("tries another threshold, which says when the next summary comes, takes the target with it, and changes no setting"), [this]
	{
		if (!OpenTalk(900.0f, 760.0f) || !OpenPreview())
		{
			return;
		}
		const double Before = GetDefault<UVibeUESettings>()->SummarizationThreshold;
		TestEqual(TEXT("as set"), Drafts[0].Threshold, Before);
		TestTrue(TEXT("the next one"), Drafts[0].NextIn > 0 && Window->Sees(*FPreviewTexts::Next(Drafts[0], Window->GetSession()->GetTokenBreakdown().Available).ToString()));
		Choose(TEXT("50 %"));
		if (!UntilDraft(2))
		{
			return;
		}
		TestEqual(TEXT("the threshold"), Drafts[1].Threshold, 0.5);
		TestTrue(TEXT("it comes sooner"), Drafts[1].NextAt < Drafts[0].NextAt && Drafts[1].NextIn < Drafts[0].NextIn);
		TestTrue(TEXT("it aims lower"), Drafts[1].Target < Drafts[0].Target);
		Window->UntilSeen(*FPreviewTexts::Next(Drafts[1], Window->GetSession()->GetTokenBreakdown().Available).ToString());
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();
		Choose(TEXT("25 %"));
		if (!UntilDraft(3))
		{
			return;
		}
		TestTrue(TEXT("both"), Drafts[2].Threshold == 0.5 && Drafts[2].Target == 0.25);
		TestEqual(TEXT("the setting"), static_cast<double>(GetDefault<UVibeUESettings>()->SummarizationThreshold), Before);
		TestEqual(TEXT("no summary yet"), Window->GetSession()->GetSummaries().Num(), 0);
	});

	It(TEXT("says why a share above the threshold cannot be tried"), [this]
	{
		if (!OpenTalk(900.0f, 760.0f) || !OpenPreview())
		{
			return;
		}
		const TSharedPtr<SChatText> Box = StandIn::Find<SChatText>(GetPage());
		TestTrue(TEXT("has the keyboard"), StandIn::Focus(Box));
		StandIn::TypeText(TEXT("99"));
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("why not"), [this] { return Errors.Num() == 1 && Window->Sees(*Errors[0].Message); });
		TestEqual(TEXT("the draft stays"), Drafts.Num(), 1);
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("the page to close"), [this] { return !GetPage()->IsOpen(); });
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
		Session->OnSummaryPreview().AddWeakLambda(Session, [this](const FVibeUESummaryPreview& Shown) { Drafts.Add(Shown); });
		Window->Say(TEXT("A STORY IN CHAPTERS"));
		Panel->Talk(8, 90);
		Drafts.Empty();
		const double Spent = Session->GetCosts().SummaryDollars;
		if (!OpenPreview())
		{
			return;
		}
		TestTrue(TEXT("the first draft is by rules"), Drafts[0].Strategy == EVibeUEPreviewStrategy::Rules);
		TestTrue(TEXT("the price of a request"), Drafts[0].bHasRequestDollars && Window->Sees(TEXT("each request about $")));
		// The first boxes are for another target and another threshold.
		StandIn::FindAll<SChatText>(GetPage())[2]->SetText(FText::FromString(TEXT("keep the asset paths")));
		Choose(TEXT("Rules and model"));
		const FString Ask = FPreviewTexts::Ask(Drafts[0].Offers[2]).ToString();
		TestTrue(Ask, Ask.StartsWith(TEXT("Ask scripted, about $")));
		for (const FVibeUEPreviewOffer& Offer : Drafts[0].Offers)
		{
			const FString Price = FPreviewTexts::Price(Offer).ToString();
			TestTrue(TEXT("the price beside each writer: ") + Price, !Price.IsEmpty() && StandIn::FindByText(GetPage(), Price).IsValid());
		}
		Window->UntilSeen(*Ask);
		TestFalse(TEXT("what is not shown cannot be applied"), StandIn::IsReallyEnabled(StandIn::FindButton(GetPage(), TEXT("Apply")).ToSharedRef()));
		TestEqual(TEXT("nobody was asked"), Session->GetCosts().SummaryDollars, Spent);
		StandIn::RenderNow();
		StandIn::Find<SChatTextBox>(GetPage())->SetText(FText::FromString(TEXT("My own words.")));
		Choose(*Ask);
		if (!UntilDraft(2))
		{
			return;
		}
		TestTrue(TEXT("by a model"), Drafts[1].Strategy == EVibeUEPreviewStrategy::Hybrid && Drafts[1].Summary.Contains(TEXT("KEPT-BY-THE-FIRST-NOTES")));
		TestEqual(TEXT("the instructions"), Drafts[1].Options.Instructions, FString(TEXT("keep the asset paths")));
		TestTrue(TEXT("it was asked"), Session->GetCosts().SummaryDollars > Spent);
		TestEqual(TEXT("nothing was done"), Session->GetSummaries().Num(), 0);
		Choose(TEXT("Restore my text"));
		TestEqual(TEXT("the text"), StandIn::Find<SChatTextBox>(GetPage())->GetText().ToString(), FString(TEXT("My own words.")));
		Choose(TEXT("Apply"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		TestTrue(TEXT("the model reads it"), Session->GetSummaryInView().Text.Contains(TEXT("My own words.")));
	});

	It(TEXT("loses nothing that was written, by a key, a second click, another page or another summary"), [this]
	{
		if (!OpenTalk(900.0f, 760.0f) || !OpenPreview())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		const TSharedPtr<SChatText> Text = StandIn::Find<SChatTextBox>(GetPage())->GetTextBox();
		Text->SetText(FText::GetEmpty());
		Choose(TEXT("Apply"));
		Window->UntilSeen(TEXT("The summary is empty: write one, or cancel."));
		Text->SetText(FText::FromString(TEXT("My own words.")));
		StandIn::Click(Text);
		StandIn::PressKey(EKeys::Escape);
		Window->ClickIcon(TEXT("Preview what summarizing"));
		TestTrue(TEXT("it is open"), GetPage()->IsOpen() && Text->GetText().ToString().Equals(TEXT("My own words.")));
		TestEqual(TEXT("nothing else was tried"), Drafts.Num(), 1);
		Window->ClickIcon(TEXT("Show this project's conversations"));
		Window->Until(TEXT("the list of conversations"), [this] { return !StandIn::IsOnScreen(GetPage()); });
		Window->ClickIcon(TEXT("Preview what summarizing"));
		Window->Until(TEXT("the preview"), [this] { return StandIn::IsOnScreen(GetPage()); });
		StandIn::MovePointerAway();
		Session->ForceSummarize(FString());
		Window->Until(TEXT("the other summary"), [this] { return Window->Applied == 1; });
		TestTrue(TEXT("it is still open"), GetPage()->IsOpen());
		Choose(TEXT("Restore my text"));
		TestEqual(TEXT("the text"), Text->GetText().ToString(), FString(TEXT("My own words.")));
	});

	It(TEXT("starts from the originals behind earlier summaries, and says what the request is with those"), [this]
	{
		if (!OpenTalk(900.0f, 760.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->ForceSummarize(FString());
		Window->Until(TEXT("the first summary"), [this] { return Window->Applied == 1; });
		Panel->Talk(5, 90);
		if (!OpenPreview())
		{
			return;
		}
		TestTrue(TEXT("an earlier summary goes"), Window->Sees(TEXT("Earlier summary")));
		TestFalse(TEXT("words in place of the originals"), Window->Sees(TEXT("there is no earlier summary")));
		Choose(TEXT("Summarize from the originals"));
		if (!UntilDraft(2))
		{
			return;
		}
		TestTrue(TEXT("they are longer"), Drafts[1].TokensBefore > Drafts[1].TokensNow && Window->Sees(TEXT("with the originals restored")));
		TestFalse(TEXT("no earlier summary goes"), Window->Sees(TEXT("Earlier summary")));
		Choose(TEXT("Apply"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 2; });
		const TArray<FVibeUESummaryRow> Rows = Session->GetSummaries();
		TestEqual(TEXT("no summary is beneath it"), Rows.Last().Depth, 0);
		TestFalse(TEXT("the first is undone"), Rows[0].bInForce);
	});

	It(TEXT("is opened by a command with its choices, also while an answer comes, and applied or left by one"), [this]
	{
		if (!OpenTalk(900.0f, 760.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Window->Type(TEXT("/preview --target 25 --keep m2 keep the paths"));
		if (!UntilDraft(1))
		{
			return;
		}
		TestEqual(TEXT("the target"), Drafts[0].Target, 0.25);
		TestEqual(TEXT("the words"), Drafts[0].Options.Instructions, FString(TEXT("keep the paths")));
		Window->UntilSeen(TEXT("the instructions have no effect: rules wrote this summary"));
		// Another host of the same session tries something else: that is what can be applied now, and what is shown.
		FVibeUEPreviewOptions Others;
		Others.Strategy = EVibeUEPreviewStrategy::Rules;
		TestTrue(TEXT("tried elsewhere, in a turn"), Session->SubmitUserMessage(TEXT("write 60 words")) && UVibeUEPreviews::TryPreview(Session, Others));
		if (!UntilDraft(2))
		{
			return;
		}
		TestTrue(TEXT("asked"), UVibeUEPreviews::ApplyPreview(Session, Drafts[0].Id, FString()));
		Window->Until(TEXT("the refusal"), [this] { return Errors.Num() == 1; });
		TestTrue(Errors[0].Message, Errors[0].Message.EndsWith(TEXT("is no longer the latest preview")));
		Window->Until(TEXT("the end of the turn"), [Session] { return Session->GetState() == EVibeUEChatState::Idle; });
		Choose(TEXT("Cancel"));
		Window->Settle();
		Window->Type(TEXT("/preview"));
		if (!UntilDraft(3))
		{
			return;
		}
		TestTrue(TEXT("asked to apply it"), UVibeUEPreviews::ApplyPreview(Session, Drafts[2].Id, FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1 && !GetPage()->IsOpen(); });
		Session->Close();
		TestFalse(TEXT("a closed session"), UVibeUEPreviews::TryPreview(Session, Others));
		TestFalse(TEXT("nothing to apply there"), UVibeUEPreviews::ApplyPreview(Session, 1, FString()));
		TestEqual(TEXT("no rows"), UVibeUEPreviews::GetPreviewRows(Session, EVibeUEPreviewPart::Goes, 0, 10).Num(), 0);
	});
}

#endif
