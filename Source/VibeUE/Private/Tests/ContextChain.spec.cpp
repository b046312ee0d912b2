// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecContextPanel.h"
#include "VibeUESummaries.h"
#include "Widgets/ChatMarkdown.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SSummaryPreview.h"
#include "Widgets/SSummarySources.h"
#include "Widgets/Text/SRichTextBlock.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The chain of summaries in the context panel: its levers open the summary's row in the conversation, or a preview, by keyboard only. */
BEGIN_DEFINE_SPEC(FContextChainSpec, "VibeUE.Looks.Chain", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TSharedPtr<FSpecContextPanel> Panel;

/** Opens a conversation with a summary in a window of this size, and the panel. */
bool OpenSummarized(float Width, float Height)
{
	if (!Panel->OpenTalk(Width, Height, 24000))
	{
		return false;
	}
	Window->GetSession()->RenameConversation(TEXT("Round deck 3"));
	Panel->TalkPlainly(10);
	Summarize(1);
	Panel->OpenPanel();
	return Window->Until(TEXT("the summary in the panel"), [this] { return CountCards(TEXT("Sources")) == 1; });
}

/** Summarizes; this many summaries were applied then. */
void Summarize(int32 Count)
{
	TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
	Window->Until(TEXT("the summary"), [this, Count] { return Window->Applied == Count; });
	Window->Settle();
}

/** The levers of the summaries, the newest first. */
TArray<TSharedRef<SWidget>> Cards() const
{
	TArray<TSharedRef<SWidget>> Found;
	for (const TSharedRef<SWrapBox>& Levers : StandIn::FindAll<SWrapBox>(Panel->GetPanel()))
	{
		if (StandIn::FindButton(Levers, TEXT("Undo")).IsValid() || StandIn::FindButton(Levers, TEXT("Redo")).IsValid())
		{
			Found.Add(Levers);
		}
	}
	return Found;
}

/** Returns how many summaries have a lever of this name. */
int32 CountCards(const TCHAR* Lever) const
{
	int32 Count = 0;
	for (const TSharedRef<SWidget>& Levers : Cards())
	{
		Count += StandIn::FindButton(Levers, Lever).IsValid() ? 1 : 0;
	}
	return Count;
}

/** Pulls a lever of a summary, the newest being 0, by the keyboard, wherever it is scrolled to. */
void Pull(const TCHAR* Lever, int32 Card = 0)
{
	const TSharedPtr<SWidget> Button = Cards().IsValidIndex(Card) ? StandIn::FindButton(Cards()[Card], Lever) : nullptr;
	if (TestTrue(FString::Printf(TEXT("there is a lever \"%s\""), Lever), Button.IsValid()))
	{
		StandIn::Find<SScrollBox>(Panel->GetPanel())->ScrollDescendantIntoView(Button, false, EDescendantScrollDestination::Center);
		Window->Until(TEXT("the lever to be in view"), [Button] { return StandIn::IsOnScreen(Button.ToSharedRef()); });
		TestTrue(TEXT("the lever has the keyboard"), StandIn::Focus(Button));
		StandIn::PressKey(EKeys::Enter);
	}
}

/** What hovering over the Undo of a summary says, the newest being 0. */
FString HoverUndo(int32 Card)
{
	const TSharedPtr<SWidget> Button = StandIn::FindButton(Cards()[Card], TEXT("Undo"));
	StandIn::Find<SScrollBox>(Panel->GetPanel())->ScrollDescendantIntoView(Button, false, EDescendantScrollDestination::Center);
	Window->Until(TEXT("the lever to be in view"), [Button] { return StandIn::IsOnScreen(Button.ToSharedRef()); });
	const FString Tip = StandIn::Hover(Button).ToString();
	StandIn::MovePointerAway();
	return Tip;
}

/** The summary's row in the conversation. */
TSharedRef<SChatSummaryRow> Row() const
{
	return StandIn::Find<SChatSummaryRow>(Window->Get()).ToSharedRef();
}

/** The field in which it is corrected. */
TSharedRef<SChatText> Field() const
{
	return StandIn::Find<SChatText>(Row()).ToSharedRef();
}

/** Whether the row shows these words, in view. */
bool Shows(const FString& Words) const
{
	return StandIn::ReadAll(Row()).Contains(Words);
}

/** Returns the words of a line as they are drawn: without the signs of Markdown. */
static FString WordsOf(const FString& Line)
{
	const TArray<FChatBlock> Blocks = FChatMarkdown::Split(Line.TrimStartAndEnd());
	const TSharedRef<SRichTextBlock> Drawn = SNew(SRichTextBlock).Text(FText::FromString(Blocks.Num() == 1 ? Blocks[0].Text : FString()));
	return Drawn->StandInText().ToString();
}

/** Returns the lines of a summary; those that say something, without their marks, are what the panel shows. */
TArray<FString> LinesOf(int64 MessageId) const
{
	TArray<FString> Texts;
	for (const FVibeUESourcedLine& Line : UVibeUESummaries::GetSources(Window->GetSession(), MessageId))
	{
		const FString Words = WordsOf(Line.Text);
		if (Line.Basis != EVibeUELineBasis::Structure && !Words.TrimStartAndEnd().IsEmpty())
		{
			Texts.Add(Words);
		}
	}
	return Texts;
}

/** Waits until the panel has these lines. */
void UntilRead(const TArray<FString>& Lines)
{
	Window->Until(TEXT("the text in the panel"), [this, Lines]
	{
		const TSharedPtr<SSummarySources> Text = StandIn::Find<SSummarySources>(Panel->GetPanel());
		FString Read;
		// Also what is to be scrolled to.
		for (const TSharedRef<SWidget>& Each : Text.IsValid() ? StandIn::Descendants(Text.ToSharedRef()) : TArray<TSharedRef<SWidget>>())
		{
			Read += Each->StandInText().ToString() + TEXT("\n");
		}
		return Text.IsValid() && Lines.FindByPredicate([&Read](const FString& Line) { return !Read.Contains(Line); }) == nullptr;
	});
}

bool HasPanel() const
{
	return StandIn::IsOnScreen(Panel->GetPanel());
}
END_DEFINE_SPEC(FContextChainSpec)

// Long because it lists its cases.
void FContextChainSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Panel = MakeShared<FSpecContextPanel>(*this, Window.ToSharedRef());
	});

	AfterEach([this]
	{
		StandIn::MovePointerAway();
		StandIn::RenderNow();
		Panel.Reset();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("shows the messages behind each line in one step, and the keyboard goes on there"), [this]
	{
		if (!OpenSummarized(900.0f, 1000.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		TestFalse(TEXT("the row is folded"), Row()->IsOpen());
		Pull(TEXT("Sources"));
		Window->Until(TEXT("the lines"), [this] { return Row()->IsOpen() && Shows(TEXT("Show text")); });
		Window->Until(TEXT("a line to have the keyboard"), [this] { return Row()->HasFocusedDescendants(); });
		TestTrue(TEXT("the panel is still beside the conversation"), HasPanel());
		const TArray<FVibeUESourcedLine> Lines = UVibeUESummaries::GetSources(Session, Session->GetSummaryInView().Id);
		const FVibeUESourcedLine* First = Lines.FindByPredicate([](const FVibeUESourcedLine& Line) { return Line.Basis != EVibeUELineBasis::Structure; });
		if (!TestNotNull(TEXT("a line that says something"), First) || !TestTrue(TEXT("it has sources"), First->Sources.Num() > 0))
		{
			return;
		}
		const TCHAR* Speaker = First->Sources[0].Role == EVibeUERole::User ? TEXT("You") : TEXT("Answer");
		const FString Source = FString::Printf(TEXT("%s, m%lld"), Speaker, First->Sources[0].Id);
		TestFalse(TEXT("it is folded"), Shows(Source));
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the message behind the first line"), [this, Source] { return Shows(Source); });
		// A second pull shows what is shown already, and folds nothing.
		Pull(TEXT("Sources"));
		Window->Until(TEXT("the first line to have the keyboard again"), [this] { return Row()->HasFocusedDescendants(); });
		TestTrue(TEXT("still unfolded"), Shows(Source) && Shows(TEXT("Show text")));
		const FText Silent = FContextTexts::WithoutLine(UVibeUESummaries::GetMessagesWithoutLine(Session, Session->GetSummaryInView().Id));
		TestFalse(TEXT("some messages have no line"), Silent.IsEmpty());
		TestTrue(TEXT("its card names them"), StandIn::FindByText(Panel->GetPanel(), Silent.ToString()).IsValid());
		Window->TestNothingIsCutOff();
	});

	It(TEXT("opens the field in one step, also where the panel makes room for it, and never over what is being written"), [this]
	{
		if (!OpenSummarized(420.0f, 900.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		const FString Before = Session->GetSummaryInView().Text;
		Pull(TEXT("Edit"));
		Window->Until(TEXT("the field to have the keyboard"), [this] { return !HasPanel() && Field()->HasKeyboardFocus(); });
		TestEqual(TEXT("what is to be corrected"), Field()->GetText().ToString(), Before);
		StandIn::TypeText(TEXT("All doors are red."));
		const FString Written = Field()->GetText().ToString();
		TestTrue(TEXT("it takes what is typed"), Written.Contains(TEXT("All doors are red.")));
		StandIn::RenderNow();
		for (const TCHAR* Lever : {TEXT("Edit"), TEXT("Sources"), TEXT("Show")})
		{
			Panel->OpenPanel();
			Pull(Lever);
			Window->Until(TEXT("the panel to make room"), [this] { return !HasPanel(); });
			Window->Until(TEXT("the field to be in view"), [this] { return StandIn::IsOnScreen(Field()); });
			TestEqual(TEXT("what is being written"), Field()->GetText().ToString(), Written);
		}
		const TSharedPtr<SWidget> Save = StandIn::FindButton(Row(), TEXT("Save"));
		if (TestTrue(TEXT("there is a button to save it"), Save.IsValid()))
		{
			Window->ScrollTo(Save);
			TestTrue(TEXT("the button has the keyboard"), StandIn::Focus(Save));
			StandIn::PressKey(EKeys::Enter);
			Window->Until(TEXT("the correction"), [Session] { return Session->GetSummaries().Last().bEdited; });
			TestTrue(TEXT("the model reads it"), Session->GetSummaryInView().Text.Contains(TEXT("All doors are red.")));
		}
	});

	It(TEXT("unfolds the row that it leads to, and leads to none that a newer summary has taken up"), [this]
	{
		if (!OpenSummarized(900.0f, 1100.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Pull(TEXT("Show"));
		Window->Until(TEXT("its text"), [this] { return Row()->IsOpen() && Shows(TEXT("Show sources")); });
		Panel->Talk(6, 90);
		Summarize(2);
		Window->Until(TEXT("both in the panel"), [this] { return CountCards(TEXT("Undo")) == 2; });
		const TArray<FVibeUESummaryRow> Both = Session->GetSummaries();
		TestTrue(TEXT("both are in force"), Both.Num() == 2 && Both[0].bInForce && Both[1].bInForce);
		TestEqual(TEXT("what Undo does to the newest"), HoverUndo(0), FString(TEXT("Undo this summary and none before it: the model reads again what it read before.")));
		TestTrue(TEXT("and to one that is in the newest"), HoverUndo(1).Contains(TEXT("summaries that build on this one are undone, too")));
		TestEqual(TEXT("the row of the conversation"), Row()->GetMessageId(), Both[1].MessageId);
		for (const TCHAR* Lever : {TEXT("Show"), TEXT("Sources"), TEXT("Edit"), TEXT("From the originals")})
		{
			TestEqual(Lever, CountCards(Lever), 1);
			TestTrue(TEXT("of the newest"), StandIn::FindButton(Cards()[0], Lever).IsValid());
		}
		StandIn::MovePointerAway();
		StandIn::RenderNow();
		Pull(TEXT("Undo"));
		Window->Until(TEXT("the levers to be those of the first again"), [this]
		{
			return CountCards(TEXT("Redo")) == 1 && CountCards(TEXT("Sources")) == 1 && StandIn::FindButton(Cards().Last(), TEXT("Sources")).IsValid();
		});
		Window->Until(TEXT("its row"), [this, Both] { return Row()->GetMessageId() == Both[0].MessageId; });
	});

	It(TEXT("leads to a preview of a summary from the originals, also while rules write summaries"), [this]
	{
		if (!OpenSummarized(900.0f, 1100.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Panel->Talk(5, 90);
		Pull(TEXT("From the originals"));
		Window->UntilSeen(TEXT("with the originals restored"));
		const TSharedRef<SSummaryPreview> Page = StandIn::Find<SSummaryPreview>(Window->Get()).ToSharedRef();
		const auto Apply = [Page] { return StandIn::FindButton(Page, TEXT("Apply")); };
		Window->Until(TEXT("the draft"), [Apply] { return Apply().IsValid() && StandIn::IsReallyEnabled(Apply().ToSharedRef()); });
		TestEqual(TEXT("summaries before it is applied"), Session->GetSummaries().Num(), 1);
		StandIn::Click(Apply());
		StandIn::MovePointerAway();
		Window->Until(TEXT("the summary"), [this, Page] { return Window->Applied == 2 && !Page->IsOpen(); });
		const TArray<FVibeUESummaryRow> Both = Session->GetSummaries();
		TestTrue(TEXT("rules wrote it"), Both.Last().Strategy == EVibeUESummaryStrategy::Rules);
		TestEqual(TEXT("no summary is beneath it"), Both.Last().Depth, 0);
		TestTrue(TEXT("it is in force, and the first is not"), Both.Last().bInForce && !Both[0].bInForce);
	});

	It(TEXT("shows the text of a summary that a newer one took up, and of one that was undone, with the messages behind it"), [this]
	{
		if (!OpenSummarized(900.0f, 1200.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		const TArray<FString> First = LinesOf(Session->GetSummaries()[0].MessageId);
		TestTrue(TEXT("it says something"), First.Num() > 0);
		TestEqual(TEXT("the one with a row in the conversation is shown there"), CountCards(TEXT("Show text")), 0);
		Panel->Talk(6, 90);
		Summarize(2);
		Window->Until(TEXT("both in the panel"), [this] { return CountCards(TEXT("Undo")) == 2 && CountCards(TEXT("Show text")) == 1; });
		const TArray<FVibeUESummaryRow> Both = Session->GetSummaries();
		const TArray<FString> Second = LinesOf(Both[1].MessageId);
		TestTrue(TEXT("the second says what the first did not"), Second.ContainsByPredicate([&First](const FString& Line) { return !First.Contains(Line); }));
		Pull(TEXT("Show text"), 1);
		UntilRead(First);
		StandIn::RenderNow();
		Pull(TEXT("Hide text"), 1);
		Window->Until(TEXT("the text to go"), [this] { return !StandIn::Find<SSummarySources>(Panel->GetPanel()).IsValid(); });
		Pull(TEXT("Undo"));
		Window->Until(TEXT("it to be undone"), [this] { return CountCards(TEXT("Redo")) == 1 && CountCards(TEXT("Show text")) == 1; });
		TestEqual(TEXT("what it said is kept"), FString::Join(LinesOf(Both[1].MessageId), TEXT("\n")), FString::Join(Second, TEXT("\n")));
		Pull(TEXT("Show text"));
		UntilRead(Second);
		Panel->TestNothingIsCutOff();
	});
}

#endif
