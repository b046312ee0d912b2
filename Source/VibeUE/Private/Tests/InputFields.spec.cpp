// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// Input methods of a real editor cannot be used from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatField.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SChatTextBox.h"
#include "Widgets/SChatTitle.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SConversationRow.h"
#include "Widgets/SFindBar.h"
#include "Widgets/SModelPicker.h"
#include "Widgets/SSummaryPreview.h"
#include "Widgets/SSummaryPreviewRow.h"
#include "Widgets/SToolCallRow.h"

/** Fields, and boxes of several lines, while the system's input method composes in them: an Enter or an Escape of the composition does nothing else. */
BEGIN_DEFINE_SPEC(FInputFieldsSpec, "VibeUE.Keyboard.InputFields", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** The targets of the drafts of a preview. */
TArray<double> Targets;

bool Open(int32 ContextWindow)
{
	return Window->OpenToWrite(ContextWindow, 900.0f, 760.0f);
}

static TSharedRef<SChatText> FieldOf(const TSharedRef<SWidget>& Root)
{
	return StandIn::Find<SChatText>(Root).ToSharedRef();
}

/** Begins a composition in a field that has the keyboard, or is about to get it. */
void Compose(const TSharedRef<SChatText>& Field, const TCHAR* Words)
{
	if (Window->Until(TEXT("the field to have the keyboard"), [Field] { return Field->HasKeyboardFocus(); }))
	{
		StandIn::Compose(Words);
		Window->Until(TEXT("the field to know of the composition"), [Field] { return Field->IsComposing(); });
	}
}

void End(const TSharedRef<SChatText>& Field)
{
	StandIn::EndComposition();
	Window->Until(TEXT("the composition to be over"), [Field] { return !Field->IsComposing(); });
}

/** Presses the keys that an input method may pass on while it composes. */
static void PressEnterAndEscape()
{
	StandIn::PressKey(EKeys::Enter);
	StandIn::PressKey(EKeys::Escape);
}

/** Opens a conversation that can be summarized. */
bool OpenTalk()
{
	if (!Open(24000))
	{
		return false;
	}
	for (int32 Turn = 0; Turn < 6; ++Turn)
	{
		Window->Say(FTestConversation::Ask(Turn, 90));
	}
	return true;
}

/** Composes in a box of several lines, and tests that only an Enter of the user's own breaks a line. */
void TestBreaksNoLine(const TSharedRef<SChatText>& Box)
{
	Compose(Box, TEXT("\u5854"));
	const FString Composed = Box->GetText().ToString();
	PressEnterAndEscape();
	TestEqual(TEXT("while it composes"), Box->GetText().ToString(), Composed);
	TestTrue(TEXT("it has the keyboard"), Box->HasKeyboardFocus());
	End(Box);
	StandIn::PressKey(EKeys::Enter);
	TestEqual(TEXT("afterwards"), Box->GetText().ToString().Len(), Composed.Len() + 1);
}
END_DEFINE_SPEC(FInputFieldsSpec)

// Long because it lists its cases.
void FInputFieldsSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Targets.Empty();
	});

	AfterEach([this]
	{
		StandIn::CloseTestWindows();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("the search in the conversation goes to no other match and stays open, also where the composition has just ended"), [this]
	{
		if (!Open(96000) || !Window->Say(TEXT("\u6f22\u5b57")))
		{
			return;
		}
		StandIn::PressKey(EKeys::F, StandIn::Control());
		const TSharedRef<SFindBar> Bar = Window->Part<SFindBar>();
		const TSharedRef<SChatText> Field = FieldOf(Bar);
		Compose(Field, TEXT("\u6f22\u5b57"));
		Window->UntilSeen(TEXT("2 of 2"));
		PressEnterAndEscape();
		TestTrue(TEXT("while it composes"), Bar->IsOpen() && Window->Sees(TEXT("2 of 2")));
		StandIn::EndComposition();
		// Some input methods pass on the key that ended it.
		PressEnterAndEscape();
		TestTrue(TEXT("at its end"), Bar->IsOpen() && Window->Sees(TEXT("2 of 2")));
		Window->Until(TEXT("the composition to be over"), [Field] { return !Field->IsComposing(); });
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(TEXT("1 of 2"));
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("the search to be closed"), [Bar] { return !Bar->IsOpen(); });
	});

	It(TEXT("the name of the conversation is neither taken nor left"), [this]
	{
		if (!Open(96000) || !Window->Say(TEXT("The red door")))
		{
			return;
		}
		Window->ClickIcon(TEXT("Click to name this conversation."));
		const TSharedRef<SChatText> Field = FieldOf(Window->Part<SChatTitle>());
		Compose(Field, TEXT("\u5854"));
		PressEnterAndEscape();
		TestTrue(TEXT("it is still written in"), Field->HasKeyboardFocus());
		TestEqual(TEXT("the name"), Window->GetSession()->GetTitle(), FString());
		End(Field);
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the name"), [this] { return Window->GetSession()->GetTitle().Equals(TEXT("\u5854")); });
	});

	It(TEXT("the search in the history does not close it, and name and tags of a row are neither saved nor dropped"), [this]
	{
		if (!Open(96000) || !Window->Say(TEXT("The red door")))
		{
			return;
		}
		StandIn::PressKey(EKeys::H, StandIn::Control());
		const TSharedRef<SConversationList> List = Window->Part<SConversationList>();
		const TSharedRef<SChatText> Search = FieldOf(List);
		Compose(Search, TEXT("\u5854"));
		PressEnterAndEscape();
		TestTrue(TEXT("the history is still there"), StandIn::IsOnScreen(List));
		End(Search);
		StandIn::PressKey(EKeys::A, StandIn::Control());
		StandIn::PressKey(EKeys::BackSpace);
		Window->ClickIcon(TEXT("Name and tag this conversation."));
		const auto Fields = [this] { return StandIn::FindAll<SChatText>(Window->Part<SConversationRow>()); };
		if (!Window->Until(TEXT("the fields of the row"), [this, Fields] { return StandIn::Find<SConversationRow>(Window->Get()).IsValid() && Fields().Num() == 2; }))
		{
			return;
		}
		for (const TSharedRef<SChatText>& Field : Fields())
		{
			StandIn::Focus(Field);
			Compose(Field, TEXT("\u5854"));
			PressEnterAndEscape();
			TestTrue(TEXT("the form is still there"), Window->Sees(TEXT("Save")));
			End(Field);
		}
		StandIn::PressKey(EKeys::Enter);
		Window->UntilGone(TEXT("Save"));
		Window->Until(TEXT("the name"), [this] { return Window->GetSession()->GetTitle().Equals(TEXT("\u5854")); });
	});

	It(TEXT("the list of models chooses none and stays open"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		StandIn::PressKey(EKeys::M, StandIn::Control());
		const TSharedRef<SModelPicker> Picker = Window->Part<SModelPicker>();
		Window->UntilSeen(TEXT("tiny-coder"));
		const TSharedRef<SChatText> Field = Picker->GetFilter().ToSharedRef();
		Compose(Field, TEXT("tiny"));
		StandIn::PressKey(EKeys::Down);
		PressEnterAndEscape();
		TestTrue(TEXT("it is still open"), Picker->IsOpen());
		End(Field);
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("it to be closed"), [Picker] { return !Picker->IsOpen(); });
	});

	It(TEXT("a preview tries no share and stays open, with its share and with its instructions"), [this]
	{
		if (!OpenTalk())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->OnSummaryPreview().AddWeakLambda(Session, [this](const FVibeUESummaryPreview& Draft) { Targets.Add(Draft.Target); });
		StandIn::PressKey(EKeys::M, FSpecWindow::ControlAndShift());
		const TSharedRef<SSummaryPreview> Preview = Window->Part<SSummaryPreview>();
		if (!Window->Until(TEXT("the first draft"), [this, Preview] { return Targets.Num() == 1 && StandIn::FindAll<SChatText>(Preview).Num() >= 3; }))
		{
			return;
		}
		// The target comes first, then the threshold, then the instructions.
		const TSharedRef<SChatText> Share = StandIn::FindAll<SChatText>(Preview)[0];
		StandIn::Focus(Share);
		Compose(Share, TEXT("33"));
		PressEnterAndEscape();
		TestTrue(TEXT("the page with a share"), Preview->IsOpen());
		End(Share);
		StandIn::PressKey(EKeys::A, StandIn::Control());
		StandIn::TypeText(TEXT("25"));
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the second draft"), [this] { return Targets.Num() > 1 && Targets.Last() == 0.25; });
		TestEqual(TEXT("drafts"), Targets.Num(), 2);
		const TSharedRef<SChatText> Instructions = StandIn::FindAll<SChatText>(Preview)[2];
		StandIn::Focus(Instructions);
		Compose(Instructions, TEXT("\u5854"));
		PressEnterAndEscape();
		TestTrue(TEXT("the page with instructions"), Preview->IsOpen());
		End(Instructions);
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("the page to be closed"), [Preview] { return !Preview->IsOpen(); });
	});

	It(TEXT("the summary of a preview gets no line break, and the page stays open"), [this]
	{
		if (!OpenTalk())
		{
			return;
		}
		StandIn::PressKey(EKeys::M, FSpecWindow::ControlAndShift());
		const TSharedRef<SSummaryPreview> Preview = Window->Part<SSummaryPreview>();
		const TSharedRef<SChatText> Summary = StandIn::Find<SChatTextBox>(Preview)->GetTextBox().ToSharedRef();
		if (!Window->Until(TEXT("the draft"), [Summary] { return !Summary->GetText().IsEmpty(); }))
		{
			return;
		}
		StandIn::Focus(Summary);
		TestBreaksNoLine(Summary);
		TestTrue(TEXT("the page"), Preview->IsOpen());
	});

	It(TEXT("a summary that is corrected gets no line break, and is still written in"), [this]
	{
		if (!OpenTalk())
		{
			return;
		}
		TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
		const auto HasRow = [this] { return Window->Applied == 1 && StandIn::Find<SChatSummaryRow>(Window->Get()).IsValid(); };
		if (!Window->Until(TEXT("the summary"), HasRow) || !Window->Settle())
		{
			return;
		}
		Window->Part<SChatMessageList>()->EditSummary();
		TestBreaksNoLine(FieldOf(Window->Part<SChatSummaryRow>()));
		TestFalse(TEXT("what is written is kept"), Window->Part<SChatSummaryRow>()->GetCorrection().IsEmpty());
	});

	It(TEXT("a box of several lines breaks none by itself either, also where the composition has just ended"), [this]
	{
		FVibeUESummaryPreview Preview;
		Preview.Summary = TEXT("a");
		const TSharedRef<SSummaryPreviewRow> Row = SNew(SSummaryPreviewRow).Preview(Preview);
		StandIn::ShowInWindow(Row, 480.0f, 480.0f);
		const TSharedRef<SChatText> Box = FieldOf(Row);
		StandIn::Focus(Box);
		StandIn::Compose(TEXT("\u5854"));
		// The text hears of the composition in a frame.
		StandIn::Frames();
		const FString Composed = Box->GetText().ToString();
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("while it composes"), Box->GetText().ToString(), Composed);
		StandIn::EndComposition();
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("at its end"), Box->GetText().ToString(), Composed);
		TestTrue(TEXT("the composition is over"), StandIn::FramesUntil([Box] { return !Box->IsComposing(); }));
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("afterwards"), Box->GetText().ToString().Len(), Composed.Len() + 1);
	});

	It(TEXT("the reason of a denial keeps the keyboard, and is sent as it was composed"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->SubmitUserMessage(TEXT("use look {\"at\": \"the door\"}"));
		Window->UntilSeen(TEXT("Allow once"));
		const TSharedRef<SChatText> Reason = FieldOf(Window->Part<SToolCallRow>());
		StandIn::Focus(Reason);
		Compose(Reason, TEXT("\u5854"));
		PressEnterAndEscape();
		TestTrue(TEXT("it has the keyboard"), Reason->HasKeyboardFocus());
		TestEqual(TEXT("what is written"), Reason->GetText().ToString(), FString(TEXT("\u5854")));
		End(Reason);
		Window->Click(TEXT("Deny"));
		Window->UntilSeen(TEXT("denied"));
		Window->Settle();
	});

	It(TEXT("a field that can be emptied has a button for it while something is written, and keeps the keyboard"), [this]
	{
		const TSharedRef<SChatField> Field = SNew(SChatField).HintText(FText::FromString(TEXT("Words"))).bCanClear(true);
		StandIn::ShowInWindow(Field, 200.0f, 60.0f);
		const TSharedRef<SButton> Clear = StandIn::Find<SButton>(Field).ToSharedRef();
		TestFalse(TEXT("while it is empty"), StandIn::IsOnScreen(Clear));
		StandIn::Focus(Field->GetTextBox());
		StandIn::TypeText(TEXT("doors"));
		TestTrue(TEXT("while something is written"), StandIn::IsOnScreen(Clear));
		StandIn::Click(Clear);
		TestEqual(TEXT("what is written"), Field->GetText().ToString(), FString());
		TestTrue(TEXT("it has the keyboard"), Field->HasKeyboard());
	});
}

#endif
