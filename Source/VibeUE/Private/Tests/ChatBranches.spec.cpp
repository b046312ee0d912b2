// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecWindow.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatText.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** Earlier messages that the user sends again in other words. */
BEGIN_DEFINE_SPEC(FChatBranchesSpec, "VibeUE.Looks.Branches", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens a window in which two questions were answered. */
bool OpenTalk(float Width = 640.0f, float Height = 720.0f);

/** Puts other words into the field and sends them. */
void Rewrite(const FString& Text);

FString Written() const;

/** Returns what was said, in one line. */
FString Said() const;
END_DEFINE_SPEC(FChatBranchesSpec)

bool FChatBranchesSpec::OpenTalk(float Width, float Height)
{
	Sandbox->UseServer();
	return Window->OpenScene(Width, Height) && Window->Say(TEXT("Paint the door")) && Window->Say(TEXT("Glaze the window"));
}

void FChatBranchesSpec::Rewrite(const FString& Text)
{
	const int32 Before = Window->Ends;
	StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
	StandIn::PressKey(EKeys::A, StandIn::Control());
	StandIn::TypeText(Text);
	StandIn::PressKey(EKeys::Enter);
	Window->Until(TEXT("the end of the turn"), [this, Before] { return Window->Ends > Before; });
	Window->Settle();
}

FString FChatBranchesSpec::Written() const
{
	return StandIn::Find<SChatInput>(Window->Get())->GetTextBox()->GetText().ToString();
}

FString FChatBranchesSpec::Said() const
{
	FString Said;
	for (const FVibeUEMessage& Message : Window->GetSession()->GetMessages(0, 100))
	{
		if (Message.Role == EVibeUERole::User)
		{
			Said += (Said.IsEmpty() ? TEXT("") : TEXT(" | ")) + Message.Text;
		}
	}
	return Said;
}

// Long because it lists its cases.
void FChatBranchesSpec::Define()
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

	It(TEXT("sends an earlier message again in other words, and goes back to the old ones by an arrow"), [this]
	{
		if (!OpenTalk())
		{
			return;
		}
		Window->ClickIcon(TEXT("Edit and send again"));
		Window->UntilSeen(TEXT("You are changing an earlier message."));
		TestEqual(TEXT("what it says is in the field"), Written(), FString(TEXT("Paint the door")));
		Rewrite(TEXT("Paint the door red"));
		Window->UntilGone(TEXT("You are changing an earlier message."));
		TestEqual(TEXT("it goes on from there"), Said(), FString(TEXT("Paint the door red")));
		Window->UntilSeen(TEXT("2 of 2"));
		TestFalse(TEXT("what was said since is not in view"), Window->Sees(TEXT("Glaze the window")));
		Window->ClickIcon(TEXT("Show the previous version"));
		Window->UntilSeen(TEXT("1 of 2"));
		TestEqual(TEXT("the old branch is as it was"), Said(), FString(TEXT("Paint the door | Glaze the window")));
		Window->ClickIcon(TEXT("Show the next version"));
		Window->UntilSeen(TEXT("2 of 2"));
		TestEqual(TEXT("and there again"), Said(), FString(TEXT("Paint the door red")));
	});

	It(TEXT("keeps what was being written while a message is changed, and leaves the message as it was by Escape"), [this]
	{
		if (!OpenTalk())
		{
			return;
		}
		StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
		StandIn::TypeText(TEXT("And then"));
		Window->ClickIcon(TEXT("Edit and send again"));
		Window->UntilSeen(TEXT("You are changing an earlier message."));
		StandIn::PressKey(EKeys::Escape);
		Window->UntilGone(TEXT("You are changing an earlier message."));
		TestEqual(TEXT("back"), Written(), FString(TEXT("And then")));
		TestEqual(TEXT("nothing changed"), Said(), FString(TEXT("Paint the door | Glaze the window")));
		Window->ClickIcon(TEXT("Edit and send again"));
		Window->UntilSeen(TEXT("You are changing an earlier message."));
		Rewrite(TEXT("Paint the gate"));
		TestEqual(TEXT("back when it is sent"), Written(), FString(TEXT("And then")));
		TestEqual(TEXT("changed"), Said(), FString(TEXT("Paint the gate")));
	});

	It(TEXT("changes a message by a command, with its new words or in the field"), [this]
	{
		if (!OpenTalk())
		{
			return;
		}
		Rewrite(TEXT("/edit Glaze the roof"));
		TestEqual(TEXT("the last one"), Said(), FString(TEXT("Paint the door | Glaze the roof")));
		Window->Type(TEXT("/edit"));
		Window->UntilSeen(TEXT("You are changing an earlier message."));
		TestEqual(TEXT("to be written"), Written(), FString(TEXT("Glaze the roof")));
		StandIn::PressKey(EKeys::Escape);
		Window->UntilGone(TEXT("You are changing an earlier message."));
		TestEqual(TEXT("the command is gone"), Written(), FString());
	});

	It(TEXT("lists the branches and shows one by commands"), [this]
	{
		if (!OpenTalk())
		{
			return;
		}
		Rewrite(TEXT("/edit Glaze the roof"));
		Window->Type(TEXT("/branches"));
		Window->UntilSeen(TEXT("Glaze the roof (messages: 4, in view)"));
		Window->UntilSeen(TEXT("Glaze the window (messages: 4)"));
		Window->Type(TEXT("/branches 1"));
		Window->Until(TEXT("the first branch"), [this] { return Said().EndsWith(TEXT("Glaze the window")); });
	});

	It(TEXT("says by what command a message or a branch is found that is not there"), [this]
	{
		if (!OpenTalk())
		{
			return;
		}
		Window->Type(TEXT("/edit m999 nothing"));
		Window->UntilSeen(TEXT("This branch has no message of yours with this id"));
		TestEqual(TEXT("kept"), Written(), FString(TEXT("/edit m999 nothing")));
	});

	It(TEXT("does not change a message while an answer is coming, and keeps what was written"), [this]
	{
		if (!OpenTalk())
		{
			return;
		}
		Window->Type(TEXT("begin and take your time"));
		Window->UntilSeen(TEXT("The beginning."));
		Window->ClickIcon(TEXT("Edit and send again"));
		Window->UntilSeen(TEXT("You are changing an earlier message."));
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(TEXT("An answer is arriving: stop it first"));
		TestEqual(TEXT("kept"), Written(), FString(TEXT("Paint the door")));
		const int32 Before = Window->Ends;
		Window->ClickIcon(TEXT("Stop the answer"));
		Window->Until(TEXT("the end of the turn"), [this, Before] { return Window->Ends > Before; });
		Window->Settle();
		Rewrite(TEXT("Paint the wall"));
		TestEqual(TEXT("changed then"), Said(), FString(TEXT("Paint the wall")));
	});

	It(TEXT("opens the branch again that was in view when the conversation was closed, and the others from there"), [this]
	{
		if (!OpenTalk())
		{
			return;
		}
		Rewrite(TEXT("/edit Glaze the roof"));
		Window->Close();
		if (!Window->OpenScene(640.0f, 720.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("2 of 2"));
		TestEqual(TEXT("as it was left"), Said(), FString(TEXT("Paint the door | Glaze the roof")));
		Window->ClickIcon(TEXT("Show the previous version"));
		Window->Until(TEXT("the first branch"), [this] { return Said().EndsWith(TEXT("Glaze the window")); });
	});
}

#endif
