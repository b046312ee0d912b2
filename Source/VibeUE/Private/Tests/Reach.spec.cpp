// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and typed into from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Tests/SpecContextPanel.h"
#include "Tests/SpecReach.h"
#include "Tests/SpecWindow.h"
#include "VibeUESettings.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SConversationList.h"
#include "Widgets/SFindBar.h"
#include "Widgets/SModelPicker.h"
#include "Widgets/SSummaryPreview.h"

/** Each control in each of the window's states can have the keyboard, and has a name. */
BEGIN_DEFINE_SPEC(FReachSpec, "VibeUE.Reach", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens a conversation in a window that is high enough for most of it. */
bool Open(int32 ContextWindow)
{
	return Window->OpenToWrite(ContextWindow, 980.0f, 1400.0f);
}

/** Presses a chord of the window, wherever the keyboard is. */
void Press(const FKey& Key, const FModifierKeysState& Modifiers)
{
	StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
	StandIn::PressKey(Key, Modifiers);
}

/** Waits until a part of the window is seen. */
template <typename T>
TSharedRef<T> UntilShown(const TCHAR* What)
{
	Window->Until(What, [this] { return StandIn::Find<T>(Window->Get()).IsValid() && StandIn::IsOnScreen(StandIn::Find<T>(Window->Get()).ToSharedRef()); });
	return StandIn::Find<T>(Window->Get()).ToSharedRef();
}

/** Tests all controls of a part, which has at least that many. */
void TestPart(const TSharedRef<SWidget>& Part, const TCHAR* State, int32 Least)
{
	const int32 Count = FSpecReach(*this).TestAll(Part, State);
	TestTrue(FString::Printf(TEXT("%s: %d controls, and not %d or more"), State, Count, Least), Count >= Least);
}
END_DEFINE_SPEC(FReachSpec)

// Long because it lists its cases.
void FReachSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("all of the first run"), [this]
	{
		for (const TCHAR* const Name : {TEXT("OPENAI_API_KEY"), TEXT("ANTHROPIC_API_KEY"), TEXT("ANTHROPIC_AUTH_TOKEN"), TEXT("GOOGLE_API_KEY"), TEXT("OPENROUTER_API_KEY"), TEXT("PATH")})
		{
			Sandbox->SetEnvironment(Name, FString());
		}
		Sandbox->SetEnvironment(TEXT("GEMINI_API_KEY"), TEXT("AIza-of-nobody"));
		if (!Window->Open(560.0f, 900.0f) || !Window->UntilSeen(TEXT("Paste a key")))
		{
			return;
		}
		Window->Click(TEXT("Paste a key\u2026"));
		Window->UntilSeen(TEXT("Use key"));
		TestPart(Window->Get(), TEXT("the first run"), 10);
	});

	It(TEXT("all of a conversation with a call that waits, and with the bars of searching, selecting and changing"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Window->Say(TEXT("think\nAnd now?"));
		Window->Say(TEXT("Show me everything that you can write."));
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->SubmitUserMessage(TEXT("use look {\"at\": \"the door\"}"));
		Window->UntilSeen(TEXT("Allow once"));
		TestPart(Window->Get(), TEXT("a call that waits"), 20);
		Window->Type(TEXT("And then the hatch"));
		Window->UntilSeen(TEXT("Sent after this answer: 1"));
		Press(EKeys::F, StandIn::Control());
		UntilShown<SFindBar>(TEXT("the search"));
		Press(EKeys::A, FSpecWindow::ControlAndShift());
		Window->UntilSeen(TEXT("Messages selected: 0"));
		TestPart(Window->Get(), TEXT("the bars"), 30);
	});

	It(TEXT("all of a request that is changed, and of the list of commands"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		Window->Say(TEXT("The red door"));
		Window->ClickIcon(TEXT("Edit and send again"));
		Window->Until(TEXT("the words in the field"), [this] { return Window->Written() == TEXT("The red door"); });
		TestPart(Window->Get(), TEXT("a request that is changed"), 15);
		StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
		StandIn::PressKey(EKeys::A, StandIn::Control());
		StandIn::TypeText(TEXT("/sum"));
		Window->Until(TEXT("the list of commands"), [this] { return Window->Lists(TEXT("/summary")); });
		TestPart(Window->Get(), TEXT("the list of commands"), 15);
	});

	It(TEXT("all of the list of models"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		Press(EKeys::M, StandIn::Control());
		const TSharedRef<SModelPicker> Picker = UntilShown<SModelPicker>(TEXT("the list of models"));
		Window->UntilSeen(TEXT("tiny-coder"));
		Window->Until(TEXT("its field to have the keyboard"), [Picker] { return Picker->GetFilter()->HasKeyboardFocus(); });
		StandIn::TypeText(TEXT("some other"));
		Window->UntilSeen(TEXT("Use some other as typed"));
		TestPart(Picker, TEXT("the list of models"), 3);
	});

	It(TEXT("all of the history, with the forms of its rows and what can be taken back"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		for (const TCHAR* const Words : {TEXT("The red door"), TEXT("The blue door"), TEXT("The green door")})
		{
			Window->Say(Words);
			Window->ClickIcon(TEXT("Start a new conversation"));
			Window->Settle();
			Window->Follow();
		}
		Press(EKeys::H, StandIn::Control());
		const TSharedRef<SConversationList> List = UntilShown<SConversationList>(TEXT("the history"));
		Window->UntilSeen(TEXT("The red door"));
		TestPart(List, TEXT("the history"), 15);
		Window->ClickIcon(TEXT("Delete this conversation"));
		Window->UntilSeen(TEXT("is in the trash"));
		Window->ClickIcon(TEXT("Name and tag this conversation."));
		Window->UntilSeen(TEXT("Save"));
		Window->ClickIcon(TEXT("Export this conversation to a file."));
		Window->UntilSeen(TEXT("Whole journal"));
		TestPart(List, TEXT("the forms of the history"), 10);
	});

	It(TEXT("what is scrolled out of view, which comes into view with the keyboard"), [this]
	{
		FSpecContextPanel Panel(*this, Window.ToSharedRef());
		if (!Panel.OpenTalk(980.0f, 420.0f, 96000))
		{
			return;
		}
		for (int32 Number = 0; Number < 12; ++Number)
		{
			Window->Say(FString::Printf(TEXT("The door of room %d"), Number));
		}
		FSpecReach Reach(*this);
		const int32 InMessages = Reach.TestScrolls(Window->Get(), TEXT("the conversation"));
		TestTrue(FString::Printf(TEXT("%d controls of messages were out of view"), InMessages), InMessages >= 20);
		Panel.OpenPanel();
		Panel.TestShowsReport(TEXT("the panel"));
		const int32 InPanel = Reach.TestScrolls(Panel.GetPanel(), TEXT("the panel"));
		TestTrue(FString::Printf(TEXT("%d controls of the panel were out of view"), InPanel), InPanel >= 5);
	});

	It(TEXT("all of the context panel with the summary that it lists, and of that summary in the conversation"), [this]
	{
		FSpecContextPanel Panel(*this, Window.ToSharedRef());
		if (!Panel.OpenTalk(980.0f, 1400.0f, 24000))
		{
			return;
		}
		Panel.AskAboutTheDoor(30);
		Panel.Talk(6, 90);
		TestTrue(TEXT("asked for a summary"), Window->GetSession()->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Window->Settle();
		Panel.OpenPanel();
		Panel.TestShowsReport(TEXT("the panel to show the summary"));
		TestPart(Window->Get(), TEXT("the context panel"), 30);
		const TSharedRef<SChatSummaryRow> Row = StandIn::Find<SChatSummaryRow>(Window->Get()).ToSharedRef();
		Window->ScrollTo(StandIn::FindByText(Row, TEXT("Earlier messages summarized"), true));
		StandIn::Focus(Row);
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(TEXT("Show sources"));
		StandIn::Click(StandIn::FindButton(Row, TEXT("Show sources")));
		Window->UntilSeen(TEXT("Show text"));
		TestPart(Row, TEXT("the sources of a summary"), 4);
		Window->ScrollTo(StandIn::FindButton(Row, TEXT("Edit summary")));
		Window->Click(TEXT("Edit summary"));
		Window->UntilSeen(TEXT("Discard"));
		TestPart(Row, TEXT("a summary that is corrected"), 3);
	});

	It(TEXT("all of the preview of a summary"), [this]
	{
		FSpecContextPanel Panel(*this, Window.ToSharedRef());
		if (!Panel.OpenTalk(980.0f, 1400.0f, 24000))
		{
			return;
		}
		Panel.Talk(6, 90);
		Press(EKeys::M, FSpecWindow::ControlAndShift());
		const TSharedRef<SSummaryPreview> Preview = UntilShown<SSummaryPreview>(TEXT("the preview"));
		Window->UntilSeen(TEXT("NEW SUMMARY"));
		Window->Until(TEXT("the draft"), [Preview] { return StandIn::FindButton(Preview, TEXT("Apply")).IsValid() && StandIn::IsReallyEnabled(StandIn::FindButton(Preview, TEXT("Apply")).ToSharedRef()); });
		TestPart(Preview, TEXT("the preview"), 15);
	});

	It(TEXT("all of an error with what helps"), [this]
	{
		if (!Open(96000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->BaseUrl = TEXT("http://127.0.0.1:9/v1");
		FSpecSandbox::Notify();
		TestTrue(TEXT("said"), Window->GetSession()->SubmitUserMessage(TEXT("Is anybody there?")));
		Window->UntilSeen(TEXT("Try again"));
		TestPart(Window->Get(), TEXT("an error"), 18);
	});
}

#endif
