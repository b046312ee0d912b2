// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and typed into from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Framework/Docking/TabManager.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SChatTextBox.h"
#include "Widgets/SChatTitle.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SFindBar.h"
#include "Widgets/SModelPicker.h"
#include "Widgets/SSummaryPreview.h"
#include "Widgets/SToolCallRow.h"

/** The window without a mouse: each part is reached by a chord and left by Escape, and the keyboard is always somewhere in the window. */
BEGIN_DEFINE_SPEC(FKeyboardSpec, "VibeUE.Keyboard", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

bool Open(int32 ContextWindow)
{
	return Window->OpenToWrite(ContextWindow, 900.0f, 640.0f);
}

/** Waits until a part of the window has the keyboard. */
void UntilHas(const TSharedRef<SWidget>& Widget, const TCHAR* What)
{
	Window->Until(What, [Widget] { return Widget->HasKeyboardFocus() || Widget->HasFocusedDescendants(); });
}

/** Waits until the user can continue writing. */
void UntilWriting(const TCHAR* When)
{
	UntilHas(StandIn::Find<SChatInput>(Window->Get())->GetTextBox().ToSharedRef(), *(FString(TEXT("the message box to have the keyboard after ")) + When));
}

/** Returns the texts of the rows that are marked. */
FString Marked() const
{
	FString Texts;
	for (const TSharedRef<SChatMessageRow>& Row : StandIn::FindAll<SChatMessageRow>(Window->Get()))
	{
		Texts += Row->IsMarked() ? Row->GetFullText() : FString();
	}
	return Texts;
}

/** Goes to another question, and waits until it is marked and seen. */
void GoTo(const FKey& Key, const TCHAR* Question)
{
	StandIn::PressKey(Key, StandIn::Alt());
	Window->Until(Question, [this, Question] { return Marked() == Question && StandIn::Find<SChatMessageList>(Window->Get())->IsAtRest(); });
}
END_DEFINE_SPEC(FKeyboardSpec)

// Long because it lists its cases.
void FKeyboardSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::CloseTestWindows();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("opens the chat from elsewhere, or goes to it, and the message box has the keyboard"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000))
		{
			return;
		}
		const TSharedRef<SButton> Elsewhere = SNew(SButton);
		StandIn::ShowInWindow(Elsewhere);
		StandIn::Focus(Elsewhere);
		StandIn::PressKey(EKeys::J, FSpecWindow::ControlAndShift());
		if (!TestTrue(TEXT("the tab is open"), FGlobalTabmanager::Get()->FindExistingLiveTab(FName(TEXT("VibeUEChat"))).IsValid()) || !Window->Open())
		{
			return;
		}
		UntilWriting(TEXT("the chat was opened"));
		StandIn::Focus(Elsewhere);
		StandIn::PressKey(EKeys::J, FSpecWindow::ControlAndShift());
		UntilWriting(TEXT("it was gone to"));
	});

	It(TEXT("summarizes now"), [this]
	{
		if (!Open(24000))
		{
			return;
		}
		for (int32 Turn = 0; Turn < 6; ++Turn)
		{
			Window->Say(FTestConversation::Ask(Turn, 90));
		}
		TestEqual(TEXT("summaries before"), Window->Applied, 0);
		StandIn::PressKey(EKeys::G, FSpecWindow::ControlAndShift());
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Window->UntilSeen(TEXT("Earlier messages summarized"));
	});

	It(TEXT("selects messages by the space bar, with Shift also those between"), [this]
	{
		if (!Open(24000))
		{
			return;
		}
		Window->Say(TEXT("The red door"));
		Window->Say(TEXT("The blue door"));
		StandIn::PressKey(EKeys::A, FSpecWindow::ControlAndShift());
		Window->UntilSeen(TEXT("Messages selected: 0"));
		const auto Press = [this](int32 Row, const FModifierKeysState& Modifiers)
		{
			StandIn::Focus(StandIn::Find<SCheckBox>(StandIn::FindAll<SChatMessageRow>(Window->Get())[Row]));
			StandIn::PressKey(EKeys::SpaceBar, Modifiers);
		};
		Press(0, FModifierKeysState());
		Window->UntilSeen(TEXT("Messages selected: 1"));
		Press(2, StandIn::Shift());
		Window->UntilSeen(TEXT("Messages selected: 3"));
		Press(0, FModifierKeysState());
		Window->UntilSeen(TEXT("Messages selected: 2"));
	});

	It(TEXT("opens each part by a chord, closes it by Escape, and gives the keyboard back to the message box"), [this]
	{
		if (!Open(24000))
		{
			return;
		}
		for (int32 Turn = 0; Turn < 6; ++Turn)
		{
			Window->Say(FTestConversation::Ask(Turn, 90));
		}
		StandIn::PressKey(EKeys::F, StandIn::Control());
		UntilHas(Window->Part<SFindBar>(), TEXT("the search to have the keyboard"));
		StandIn::PressKey(EKeys::Escape);
		UntilWriting(TEXT("the search"));
		StandIn::PressKey(EKeys::M, StandIn::Control());
		UntilHas(Window->Part<SModelPicker>(), TEXT("the models to have the keyboard"));
		StandIn::PressKey(EKeys::Escape);
		UntilWriting(TEXT("the models"));
		StandIn::PressKey(EKeys::H, StandIn::Control());
		UntilHas(Window->Part<SConversationList>(), TEXT("the history to have the keyboard"));
		StandIn::PressKey(EKeys::Escape);
		UntilWriting(TEXT("the history"));
		StandIn::PressKey(EKeys::K, FSpecWindow::ControlAndShift());
		UntilHas(Window->Part<SContextPanel>(), TEXT("the context to have the keyboard"));
		// From there, too, the window's chords are heard.
		StandIn::PressKey(EKeys::F, StandIn::Control());
		UntilHas(Window->Part<SFindBar>(), TEXT("the search to have the keyboard beside the context"));
		StandIn::PressKey(EKeys::Escape);
		UntilWriting(TEXT("the search beside the context"));
		StandIn::Focus(Window->Part<SContextPanel>());
		StandIn::PressKey(EKeys::Escape);
		UntilWriting(TEXT("the context"));
		TestFalse(TEXT("the context is closed"), StandIn::IsOnScreen(Window->Part<SContextPanel>()));
		StandIn::PressKey(EKeys::M, FSpecWindow::ControlAndShift());
		UntilHas(Window->Part<SSummaryPreview>(), TEXT("the preview to have the keyboard"));
		StandIn::PressKey(EKeys::Escape);
		UntilWriting(TEXT("the preview"));
		TestFalse(TEXT("the preview is closed"), Window->Part<SSummaryPreview>()->IsOpen());
		StandIn::Click(StandIn::FindButton(Window->Part<SChatTitle>(), StandIn::ReadAll(Window->Part<SChatTitle>()).TrimStartAndEnd()));
		UntilHas(Window->Part<SChatTitle>(), TEXT("the name to have the keyboard"));
		StandIn::PressKey(EKeys::Escape);
		UntilWriting(TEXT("the name"));
		StandIn::PressKey(EKeys::N, FSpecWindow::ControlAndShift());
		Window->Until(TEXT("a new conversation"), [this] { return Window->GetSession()->GetMessageCount() == 0; });
		UntilWriting(TEXT("a new conversation"));
	});

	It(TEXT("says why Escape does not close a preview whose summary was edited"), [this]
	{
		if (!Open(24000))
		{
			return;
		}
		for (int32 Turn = 0; Turn < 6; ++Turn)
		{
			Window->Say(FTestConversation::Ask(Turn, 90));
		}
		StandIn::PressKey(EKeys::M, FSpecWindow::ControlAndShift());
		const TSharedRef<SSummaryPreview> Preview = Window->Part<SSummaryPreview>();
		Window->UntilSeen(TEXT("NEW SUMMARY"));
		const TSharedRef<SChatText> Box = StandIn::Find<SChatTextBox>(Preview)->GetTextBox().ToSharedRef();
		Window->Until(TEXT("the draft"), [Box] { return !Box->GetText().IsEmpty(); });
		StandIn::Focus(Box);
		StandIn::TypeText(TEXT("x"));
		StandIn::PressKey(EKeys::Escape);
		Window->UntilSeen(TEXT("You changed the summary."));
		TestTrue(TEXT("it is still open"), Preview->IsOpen());
	});

	It(TEXT("goes from question to question, and to the end behind the last one"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		for (const TCHAR* Question : {TEXT("The red door"), TEXT("The green door"), TEXT("The blue door")})
		{
			Window->Say(Question);
			Window->Say(TEXT("write 900 words"));
		}
		GoTo(EKeys::Up, TEXT("write 900 words"));
		GoTo(EKeys::Up, TEXT("The blue door"));
		GoTo(EKeys::Up, TEXT("write 900 words"));
		GoTo(EKeys::Up, TEXT("The green door"));
		GoTo(EKeys::Down, TEXT("write 900 words"));
		GoTo(EKeys::Down, TEXT("The blue door"));
		GoTo(EKeys::Down, TEXT("write 900 words"));
		GoTo(EKeys::Down, TEXT(""));
		Window->ClickIcon(TEXT("Your question before"));
		Window->Until(TEXT("the last question"), [this] { return Marked() == TEXT("write 900 words"); });
	});

	It(TEXT("scrolls the conversation by most of a view"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		Window->Say(TEXT("write 900 words"));
		const TSharedRef<SScrollBox> Box = StandIn::Find<SScrollBox>(Window->Part<SChatMessageList>()).ToSharedRef();
		Window->Until(TEXT("the end"), [this, Box] { return Window->Part<SChatMessageList>()->IsAtRest() && Box->GetScrollOffset() > 100.0f; });
		const float End = Box->GetScrollOffset();
		const float View = static_cast<float>(Box->StandInGeometry().GetLocalSize().Y);
		StandIn::PressKey(EKeys::PageUp, StandIn::Alt());
		Window->Until(TEXT("most of a view to be scrolled up"), [Box, End, View] { return FMath::IsNearlyEqual(Box->GetScrollOffset(), FMath::Max(End - 0.85f * View, 0.0f), 1.0f); });
		StandIn::PressKey(EKeys::PageDown, StandIn::Alt());
		Window->Until(TEXT("the end again"), [Box, End] { return FMath::IsNearlyEqual(Box->GetScrollOffset(), End, 1.0f); });
	});

	It(TEXT("finds the call that waits behind the history, and keeps an edited preview before it"), [this]
	{
		if (!Open(24000))
		{
			return;
		}
		for (int32 Turn = 0; Turn < 6; ++Turn)
		{
			Window->Say(FTestConversation::Ask(Turn, 90));
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		StandIn::PressKey(EKeys::H, StandIn::Control());
		UntilHas(Window->Part<SConversationList>(), TEXT("the history"));
		Session->SubmitUserMessage(TEXT("use look {\"at\": \"the door\"}"));
		Window->UntilSeen(TEXT("A tool call needs your answer."));
		StandIn::PressKey(EKeys::J, StandIn::Control());
		Window->UntilSeen(TEXT("Allow once"));
		UntilHas(Window->Part<SToolCallRow>(), TEXT("the question"));
		TestFalse(TEXT("the bar, where the call is seen"), Window->Sees(TEXT("A tool call needs your answer.")));
		StandIn::PressKey(EKeys::D, FSpecWindow::ControlAndShift());
		Window->UntilSeen(TEXT("denied"));
		Window->Settle();
		StandIn::PressKey(EKeys::M, FSpecWindow::ControlAndShift());
		UntilHas(Window->Part<SSummaryPreview>(), TEXT("the preview"));
		const TSharedPtr<SChatText> Text = StandIn::Find<SChatTextBox>(Window->Part<SSummaryPreview>())->GetTextBox();
		Window->Until(TEXT("the draft"), [Text] { return !Text->GetText().IsEmpty(); });
		Window->ScrollTo(Text);
		StandIn::Focus(Text);
		StandIn::TypeText(TEXT("Mine. "));
		StandIn::PressKey(EKeys::K, FSpecWindow::ControlAndShift());
		Window->UntilSeen(TEXT("You changed the summary."));
		StandIn::PressKey(EKeys::N, FSpecWindow::ControlAndShift());
		TestTrue(TEXT("what was written"), Text->GetText().ToString().Contains(TEXT("Mine. ")) && Window->Part<SSummaryPreview>()->IsOpen());
		// The history is before it, and gives the keyboard back to it.
		StandIn::PressKey(EKeys::H, StandIn::Control());
		UntilHas(Window->Part<SConversationList>(), TEXT("the history again"));
		StandIn::PressKey(EKeys::Escape);
		UntilHas(Window->Part<SSummaryPreview>(), TEXT("the preview again"));
	});

	It(TEXT("shows the call that waits, and allows or denies it, but none that is out of view"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		TArray<FString> Approved;
		Session->OnToolCallApproved().AddWeakLambda(Session, [Session, &Approved](const FString& CallId)
		{
			Approved.Add(CallId);
			Session->AnswerToolCall(CallId, TEXT("A red door."));
		});
		Window->Say(TEXT("write 900 words"));
		Session->SubmitUserMessage(TEXT("use look {\"at\": \"the door\"}"));
		Window->UntilSeen(TEXT("Allow once"));
		Window->Until(TEXT("the rows to come to rest"), [this] { return Window->Part<SChatMessageList>()->IsAtRest(); });
		GoTo(EKeys::Up, TEXT("write 900 words"));
		const TSharedRef<SToolCallRow> Row = Window->Part<SToolCallRow>();
		TestFalse(TEXT("the question is out of view"), StandIn::IsOnScreen(Row));
		StandIn::PressKey(EKeys::Y, FSpecWindow::ControlAndShift());
		Window->Until(TEXT("the question to be shown"), [Row] { return StandIn::IsOnScreen(Row); });
		TestEqual(TEXT("allowed unseen"), Approved.Num(), 0);
		StandIn::PressKey(EKeys::J, StandIn::Control());
		UntilHas(Row, TEXT("the question to have the keyboard"));
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("allowed by Enter"), Approved.Num(), 0);
		StandIn::PressKey(EKeys::Y, FSpecWindow::ControlAndShift());
		Window->Until(TEXT("it to be allowed"), [&Approved] { return Approved.Num() == 1; });
		Window->Settle();
		StandIn::PressKey(EKeys::L, StandIn::Control());
		UntilWriting(TEXT("Ctrl+L"));
		Session->SubmitUserMessage(TEXT("use look {\"at\": \"the hatch\"}"));
		const auto Last = [this] { return StandIn::FindAll<SToolCallRow>(Window->Get()).Last(); };
		Window->Until(TEXT("the second question"), [Last, Row] { return Last() != Row && Last()->GetState() == EToolCallState::Asking; });
		StandIn::PressKey(EKeys::J, StandIn::Control());
		UntilHas(Last(), TEXT("the second question to have the keyboard"));
		Window->Until(TEXT("it to be seen"), [this, Last] { return StandIn::IsOnScreen(Last()) && Window->Part<SChatMessageList>()->IsAtRest(); });
		StandIn::PressKey(EKeys::D, FSpecWindow::ControlAndShift());
		Window->UntilSeen(TEXT("denied"));
		Window->Settle();
		TestEqual(TEXT("allowed"), Approved.Num(), 1);
		Session->SubmitUserMessage(TEXT("wait for ever"));
		Window->Until(TEXT("the answer to be under way"), [Session] { return Session->GetState() != EVibeUEChatState::Idle; });
		StandIn::PressKey(EKeys::X, FSpecWindow::ControlAndShift());
		Window->Settle();
	});

	It(TEXT("folds what a model thought into a line that opens, and stays open"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Window->Say(TEXT("think\nAnd now?"));
		Window->UntilSeen(TEXT("Thought for"));
		TestFalse(TEXT("the thought is folded"), Window->Sees(TEXT("First one thing, then the other.")));
		StandIn::Click(StandIn::FindByText(Window->Get(), TEXT("Thought for"), true));
		Window->UntilSeen(TEXT("First one thing, then the other."));
		TestTrue(TEXT("pins"), Session->PinMessage(Session->GetMessages(0, 1)[0].Id, true));
		Window->UntilSeen(TEXT("pinned"));
		TestTrue(TEXT("it is open when the rows are made again"), Window->Sees(TEXT("First one thing, then the other.")));
		const FString All = Window->Read();
		TestTrue(TEXT("it is between question and answer"), All.Find(TEXT("And now?")) < All.Find(TEXT("Thought for")) && All.Find(TEXT("Thought for")) < All.Find(TEXT("You said:")));
	});

	It(TEXT("reads the settings' files again when they may have changed"), [this]
	{
		const FString File = Sandbox->GetFolder() / TEXT("settings.toml");
		const auto Write = [this, &File](const TCHAR* Provider)
		{
			const FString Text = FString::Printf(TEXT("provider = \"%s\"\nmodel = \"some-model\"\n"), Provider);
			TestTrue(TEXT("the settings file is written"), FFileHelper::SaveStringToFile(Text, *File, FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM));
		};
		for (const TCHAR* const Name : {TEXT("OPENAI_API_KEY"), TEXT("ANTHROPIC_API_KEY"), TEXT("ANTHROPIC_AUTH_TOKEN"), TEXT("OPENROUTER_API_KEY")})
		{
			Sandbox->SetEnvironment(Name, FString());
		}
		Write(TEXT("anthropic"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_CONFIG"), File);
		if (!Window->Open(480.0f, 640.0f) || !Window->UntilSeen(TEXT("Anthropic needs a key")))
		{
			return;
		}
		Write(TEXT("openrouter"));
		StandIn::SetApplicationActive(false);
		StandIn::SetApplicationActive(true);
		Window->UntilSeen(TEXT("OpenRouter needs a key"));
		Write(TEXT("anthropic"));
		FSpecSandbox::Notify();
		Window->UntilSeen(TEXT("Anthropic needs a key"));
	});
}

#endif
