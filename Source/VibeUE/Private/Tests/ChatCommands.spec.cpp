// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecWindow.h"
#include "Widgets/SChatCompletion.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SConversationList.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** Commands that the user types in the window. */
BEGIN_DEFINE_SPEC(FChatCommandsSpec, "VibeUE.Looks.Commands", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens a window that talks to the server of the specs. */
bool Open(float Width, float Height);

void Write(const FString& Text) { Window->Write(Text); }
FString Written() const { return Window->Written(); }
bool Lists(const TCHAR* Words) const { return Window->Lists(Words); }
END_DEFINE_SPEC(FChatCommandsSpec)

bool FChatCommandsSpec::Open(float Width, float Height)
{
	Sandbox->UseServer();
	return Window->OpenScene(Width, Height);
}

// Long because it lists its cases.
void FChatCommandsSpec::Define()
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

	It(TEXT("shows the commands as soon as a slash is typed, and narrows them with each letter"), [this]
	{
		if (!Open(640.0f, 720.0f))
		{
			return;
		}
		Write(TEXT("/"));
		Window->Until(TEXT("the list"), [this] { return Lists(TEXT("/context [--json|--csv]")) && Lists(TEXT("1 of 28")); });
		TestTrue(TEXT("what the chosen one does"), Lists(TEXT("open the context panel")));
		Write(TEXT("s"));
		Window->Until(TEXT("fewer rows"), [this] { return Lists(TEXT("1 of 4")); });
		TestFalse(TEXT("the others went"), Lists(TEXT("/context [")));
		StandIn::PressKey(EKeys::Down);
		Window->Until(TEXT("the next row"), [this] { return Lists(TEXT("2 of 4")); });
		StandIn::PressKey(EKeys::Up);
		StandIn::PressKey(EKeys::Up);
		Window->Until(TEXT("the last row"), [this] { return Lists(TEXT("4 of 4")); });
	});

	It(TEXT("completes the chosen command by Tab, Enter or a click, and leaves it alone after Escape"), [this]
	{
		if (!Open(640.0f, 720.0f))
		{
			return;
		}
		Write(TEXT("/sum"));
		Window->Until(TEXT("the list"), [this] { return Lists(TEXT("/summary")); });
		StandIn::PressKey(EKeys::Down);
		StandIn::PressKey(EKeys::Tab);
		TestEqual(TEXT("completed by Tab"), Written(), FString(TEXT("/summary ")));
		Window->Until(TEXT("no list behind a name"), [this] { return !Lists(TEXT("/summary")); });
		StandIn::PressKey(EKeys::A, StandIn::Control());
		Write(TEXT("/hist"));
		Window->Until(TEXT("the list again"), [this] { return Lists(TEXT("/history")); });
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("completed by Enter, not sent"), Written(), FString(TEXT("/history ")));
		StandIn::PressKey(EKeys::A, StandIn::Control());
		Write(TEXT("/un"));
		Window->Until(TEXT("three rows"), [this] { return Lists(TEXT("1 of 3")); });
		StandIn::Click(StandIn::FindButton(Window->Get(), TEXT("/unpin m17")));
		TestEqual(TEXT("completed by a click"), Written(), FString(TEXT("/unpin ")));
		Write(TEXT("m1"));
		TestEqual(TEXT("and the keyboard stayed"), Written(), FString(TEXT("/unpin m1")));
		StandIn::PressKey(EKeys::A, StandIn::Control());
		Write(TEXT("/un"));
		Window->Until(TEXT("three rows again"), [this] { return Lists(TEXT("1 of 3")); });
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("no list"), [this] { return !Lists(TEXT("1 of 3")); });
		TestEqual(TEXT("the text stays"), Written(), FString(TEXT("/un")));
	});

	It(TEXT("says what is wrong with a command, keeps the text, and sends what begins with two slashes"), [this]
	{
		if (!Open(640.0f, 720.0f))
		{
			return;
		}
		Window->Type(TEXT("/sumarize now"));
		Window->UntilSeen(TEXT("there is no command /sumarize; did you mean /summarize?"));
		TestEqual(TEXT("kept"), Written(), FString(TEXT("/sumarize now")));
		TestEqual(TEXT("nothing was sent"), Window->GetSession()->GetLastRequest(), static_cast<int64>(0));
		Write(TEXT("!"));
		Window->UntilGone(TEXT("there is no command"));
		StandIn::PressKey(EKeys::A, StandIn::Control());
		Window->Type(TEXT("/quit"));
		Window->UntilSeen(TEXT("/quit works only in the terminal"));
		StandIn::PressKey(EKeys::A, StandIn::Control());
		Window->Type(TEXT("//hello"));
		Window->Until(TEXT("the turn"), [this] { return Window->Ends == 1; });
		TestEqual(TEXT("one slash less"), Window->GetSession()->GetMessages(1, 1)[0].Text, FString(TEXT("/hello")));
	});

	It(TEXT("opens the panel of the context, the list of conversations and a new conversation"), [this]
	{
		if (!Open(1000.0f, 800.0f) || !Window->Say(TEXT("hello")))
		{
			return;
		}
		const FString First = Window->GetSession()->GetConversationId();
		Window->Type(TEXT("/context"));
		Window->Until(TEXT("the panel"), [this] { return StandIn::IsOnScreen(StandIn::Find<SContextPanel>(Window->Get()).ToSharedRef()); });
		Window->Type(TEXT("/context"));
		TestTrue(TEXT("asked again it stays"), StandIn::IsOnScreen(StandIn::Find<SContextPanel>(Window->Get()).ToSharedRef()));
		Window->Type(TEXT("/conversations"));
		Window->Until(TEXT("the list"), [this] { return StandIn::IsOnScreen(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef()); });
		Window->ClickIcon(TEXT("Show this project's conversations"));
		// Its tip would come up over the window.
		StandIn::MovePointerAway();
		Window->Type(TEXT("/new"));
		Window->Until(TEXT("another conversation"), [this, First] { return Window->GetSession()->GetConversationId() != First; });
	});

	It(TEXT("puts what a command gives into the conversation as a row, which is not a message"), [this]
	{
		if (!Open(640.0f, 720.0f) || !Window->Say(TEXT("hello")))
		{
			return;
		}
		const int64 Messages = Window->GetSession()->GetMessageCount();
		Window->Type(TEXT("/history"));
		Window->UntilSeen(TEXT("You said: hello"));
		Window->UntilSeen(TEXT("m1 "));
		Window->Type(TEXT("/pin m1"));
		Window->UntilSeen(TEXT("Message m1 is pinned: it is never condensed."));
		Window->Type(TEXT("/rename The red door"));
		Window->UntilSeen(TEXT("The red door"));
		Window->Type(TEXT("/help"));
		Window->UntilSeen(TEXT("Tab completes a command"));
		TestEqual(TEXT("no message came of it"), Window->GetSession()->GetMessageCount(), Messages);
	});

	It(TEXT("does not say that a message is pinned or released which is not there"), [this]
	{
		if (!Open(640.0f, 720.0f) || !Window->Say(TEXT("hello")))
		{
			return;
		}
		for (const TCHAR* const Command : {TEXT("/pin m999"), TEXT("/unpin m999")})
		{
			Window->Type(Command);
			Window->UntilSeen(TEXT("There is no message m999 in view: /history lists the last messages. Condensed messages cannot be pinned or unpinned."));
			TestEqual(TEXT("the command is kept"), Written(), FString(Command));
			TestFalse(TEXT("it is said to be done"), Window->Sees(TEXT("Message m999 is")));
			StandIn::PressKey(EKeys::A, StandIn::Control());
		}
	});
}

#endif
