// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecTool.h"
#include "Tests/SpecWindow.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatQueue.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** What the user sends while an answer is coming. */
BEGIN_DEFINE_SPEC(FChatQueueSpec, "VibeUE.Looks.Queue", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** What is answered by a beginning, behind which the server says nothing more. */
static const TCHAR* GetQuestion() { return TEXT("Explain how the hatch works"); }
static const TCHAR* GetBeginning() { return TEXT("The hatch waits until the pressure is the same on both sides."); }

/** Opens a window in which an answer has begun and does not end, and sends these after it. */
bool Open(const TArray<FString>& Messages);

/** Returns what the queue says. */
FString Queue() const;

/** Returns what can be read among the messages. */
FString ReadRows() const { return StandIn::ReadAll(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()); }

/** Returns what the user said, in order. */
FString Said() const;
END_DEFINE_SPEC(FChatQueueSpec)

bool FChatQueueSpec::Open(const TArray<FString>& Messages)
{
	Sandbox->UseServer();
	if (!Window->OpenScene(560.0f, 720.0f))
	{
		return false;
	}
	Window->Type(GetQuestion());
	bool bIsOpen = Window->UntilSeen(GetBeginning());
	for (const FString& Message : Messages)
	{
		Window->Type(Message);
		const FString Words = Message.Replace(TEXT("//"), TEXT("/"));
		bIsOpen = bIsOpen && Window->Until(TEXT("the message to wait"), [this, Words] { return Queue().Contains(Words); });
	}
	return bIsOpen;
}

FString FChatQueueSpec::Queue() const
{
	const TSharedPtr<SChatQueue> Shown = StandIn::Find<SChatQueue>(Window->Get());
	return Shown.IsValid() ? StandIn::ReadAll(Shown.ToSharedRef()) : FString();
}

FString FChatQueueSpec::Said() const
{
	TArray<FString> Words;
	const UChatSession* Session = Window->GetSession();
	for (const FVibeUEMessage& Message : Session->GetMessages(0, 100))
	{
		if (Message.Role == EVibeUERole::User)
		{
			Words.Add(Message.Text);
		}
	}
	return FString::Join(Words, TEXT(" | "));
}

// Long because it lists its cases.
void FChatQueueSpec::Define()
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

	It(TEXT("shows what waits behind an answer, moves it, takes it out and sends it now"), [this]
	{
		if (!Open({TEXT("Move the hatch up by 20 units"), TEXT("Compile BP_Hatch"), TEXT("Save the level")}))
		{
			return;
		}
		TestTrue(TEXT("how many"), Queue().Contains(TEXT("Sent after this answer: 3")));
		StandIn::RenderNow();
		Window->ClickIcon(TEXT("Send it before the one above."));
		Window->Until(TEXT("the second to be the first"), [this] { return Queue().Contains(TEXT("1. Compile BP_Hatch")); });
		Window->ClickIcon(TEXT("Remove it without sending it."));
		Window->Until(TEXT("it to be gone"), [this] { return !Queue().Contains(TEXT("Compile BP_Hatch")) && Queue().Contains(TEXT("2. Save the level")); });
		Window->ClickIcon(TEXT("Stop the answer and send this now"));
		Window->Until(TEXT("all to be answered"), [this] { return Window->Ends >= 3 && Window->GetSession()->GetState() == EVibeUEChatState::Idle; });
		TestEqual(TEXT("what was said"), Said(), FString(GetQuestion()) + TEXT(" | Move the hatch up by 20 units | Save the level"));
		Window->Until(TEXT("nothing to wait"), [this] { return Queue().IsEmpty(); });
		TestTrue(TEXT("what was written stays"), Window->Sees(GetBeginning()));
	});

	It(TEXT("keeps the answer that is coming when a message behind it is removed"), [this]
	{
		if (!Open({TEXT("Paint the door")}))
		{
			return;
		}
		const FString Before = ReadRows();
		Window->ClickIcon(TEXT("Remove it without sending it."));
		Window->Until(TEXT("the end of its turn"), [this] { return Window->Ends == 1 && Queue().IsEmpty(); });
		TestEqual(TEXT("the words on the screen"), ReadRows(), Before);
		TestTrue(TEXT("they are the answer's"), Before.Contains(GetBeginning()));
	});

	It(TEXT("still asks for a call when a message behind it is put back into the field"), [this]
	{
		Sandbox->UseServer();
		FSpecSandbox::OfferEditorTools();
		const FSpecTool Tool(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
		if (!Window->OpenScene(560.0f, 720.0f))
		{
			return;
		}
		Window->Type(TEXT("use paint {}"));
		Window->UntilSeen(TEXT("Allow once"));
		Window->Type(TEXT("Oil the hinges"));
		Window->Until(TEXT("the message to wait"), [this] { return Queue().Contains(TEXT("Oil the hinges")); });
		Window->ClickIcon(TEXT("Put it back into the input box"));
		Window->Until(TEXT("the end of its turn"), [this] { return Window->Ends == 1 && Queue().IsEmpty(); });
		Window->Click(TEXT("Allow once"));
		Window->Until(TEXT("the end of the turn that asked"), [this] { return Window->Ends == 2; });
		TestEqual(TEXT("runs"), Tool.GetRuns().Num(), 1);
		TestEqual(TEXT("the field"), Window->Written(), FString(TEXT("Oil the hinges")));
		TestEqual(TEXT("what was said"), Said(), FString(TEXT("use paint {}")));
	});

	It(TEXT("puts a message that waits back into the field, before what is being written there"), [this]
	{
		if (!Open({TEXT("//etc is wrong"), TEXT("Oil the hinges")}))
		{
			return;
		}
		Window->Write(TEXT("meanwhile"));
		Window->ClickIcon(TEXT("Put it back into the input box"));
		TestEqual(TEXT("the field"), Window->Written(), FString(TEXT("//etc is wrong\n\nmeanwhile")));
		Window->Until(TEXT("it waits no more"), [this] { return !Queue().Contains(TEXT("etc")) && Queue().Contains(TEXT("1. Oil the hinges")); });
	});

	It(TEXT("holds what waits when the answer is stopped, and sends it when it is asked to"), [this]
	{
		if (!Open({TEXT("Paint the door"), TEXT("Oil the hinges")}))
		{
			return;
		}
		Window->ClickIcon(TEXT("Stop the answer; "));
		Window->Until(TEXT("it to be held"), [this] { return Queue().Contains(TEXT("Not sent yet: 2.")); });
		TestEqual(TEXT("nothing is sent by itself"), Said(), FString(GetQuestion()));
		StandIn::RenderNow();
		Window->Type(TEXT("/queue drop 3"));
		Window->UntilSeen(TEXT("There is no message 3 in the queue: /queue lists what waits."));
		Window->Until(TEXT("the button"), [this] { return Queue().Contains(TEXT("Send")); });
		const int32 Ends = Window->Ends;
		Window->Click(TEXT("Send"));
		Window->Until(TEXT("the answer"), [this, Ends] { return Window->Ends > Ends && Window->GetSession()->GetState() == EVibeUEChatState::Idle; });
		TestEqual(TEXT("both are said"), Said(), FString(GetQuestion()) + TEXT(" | Paint the door | Oil the hinges"));
	});

	It(TEXT("shows what waited when the window was closed, after it is opened again"), [this]
	{
		if (!Open({TEXT("Paint the door"), TEXT("Oil the hinges")}))
		{
			return;
		}
		Window->Close();
		TestTrue(TEXT("the window comes back"), Window->Open());
		Window->Until(TEXT("what was not sent"), [this] { return Queue().Contains(TEXT("1. Paint the door")) && Queue().Contains(TEXT("2. Oil the hinges")); });
		Window->Type(TEXT("/queue drop 1"));
		Window->Until(TEXT("one less"), [this] { return Queue().Contains(TEXT("1. Oil the hinges")) && Queue().Contains(TEXT("Not sent yet: 1.")); });
		Window->Type(TEXT("/queue"));
		Window->UntilSeen(TEXT("1. Oil the hinges"));
		TestEqual(TEXT("nothing was sent"), Said(), FString(GetQuestion()));
	});
}

#endif
