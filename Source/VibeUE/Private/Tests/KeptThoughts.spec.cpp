// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/SThoughtRow.h"

/** What a model thought, after its conversation was closed. */
BEGIN_DEFINE_SPEC(FKeptThoughtsSpec, "VibeUE.KeptThoughts", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Returns what the lines read that hold what was thought, a line each. */
FString ReadThoughts() const
{
	FString All;
	for (const TSharedRef<SThoughtRow>& Row : StandIn::FindAll<SThoughtRow>(Window->Get()))
	{
		All += StandIn::ReadAll(Row) + TEXT("\n");
	}
	return All;
}

/** Returns what the core has of them, a line for each message. */
FString DescribeMessages() const
{
	FString All;
	for (const FVibeUEMessage& Message : Window->GetSession()->GetMessages(0, 100, EVibeUEHistory::Transcript, true))
	{
		All += FString::Printf(TEXT("%lld: %s, %lld ms\n"), Message.Id, *Message.Reasoning, Message.ReasoningMilliseconds);
	}
	return All;
}
END_DEFINE_SPEC(FKeptThoughtsSpec)

// Long because it lists its cases.
void FKeptThoughtsSpec::Define()
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

	It(TEXT("is a folded line before its answer when the conversation is opened again, and opens"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->Open(900.0f, 640.0f) || !Window->Settle())
		{
			return;
		}
		Window->Say(TEXT("think\nAnd now?"));
		Window->Say(TEXT("And the hatch?"));
		const FString Thoughts = ReadThoughts();
		const FString Messages = DescribeMessages();
		TestTrue(TEXT("one line says how long it thought"), Thoughts.Contains(TEXT("Thought for")) && StandIn::FindAll<SThoughtRow>(Window->Get()).Num() == 1);
		TestTrue(TEXT("the core has it"), Messages.Contains(TEXT("First one thing, then the other.")));
		// The same conversation in a window of its own: only the journal is left to tell.
		Window->Close();
		Window = MakeShared<FSpecWindow>(*this);
		if (!Window->Open(900.0f, 640.0f) || !Window->Settle() || !Window->UntilSeen(TEXT("You said: And the hatch?")))
		{
			return;
		}
		TestEqual(TEXT("the line"), ReadThoughts(), Thoughts);
		TestEqual(TEXT("what the core has"), DescribeMessages(), Messages);
		TestFalse(TEXT("the thought is open"), Window->Sees(TEXT("First one thing, then the other.")));
		const FString All = Window->Read();
		TestTrue(TEXT("it is between question and answer"), All.Find(TEXT("And now?")) < All.Find(TEXT("Thought for")) && All.Find(TEXT("Thought for")) < All.Find(TEXT("You said:")));
		StandIn::Click(StandIn::FindByText(Window->Get(), TEXT("Thought for"), true));
		Window->UntilSeen(TEXT("First one thing, then the other."));
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("pins"), Session->PinMessage(Session->GetMessages(0, 1)[0].Id, true));
		Window->UntilSeen(TEXT("pinned"));
		TestTrue(TEXT("it is open when the rows are made again"), Window->Sees(TEXT("First one thing, then the other.")));
		TestEqual(TEXT("lines"), StandIn::FindAll<SThoughtRow>(Window->Get()).Num(), 1);
	});

	It(TEXT("stays open if the user opened it as it came and the history was read again before the answer was reported"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->Open(900.0f, 640.0f) || !Window->Settle())
		{
			return;
		}
		Window->Say(TEXT("think\nAnd now?"));
		UChatSession* Session = Window->GetSession();
		const TArray<FVibeUEMessage> Messages = Session->GetMessages(0, 100, EVibeUEHistory::Transcript, true);
		const FVibeUEMessage* Answer = Messages.FindByPredicate([](const FVibeUEMessage& Message) { return !Message.Reasoning.IsEmpty(); });
		if (!TestNotNull(TEXT("the answer with its thought"), Answer) || !TestEqual(TEXT("lines at first"), StandIn::FindAll<SThoughtRow>(Window->Get()).Num(), 1))
		{
			return;
		}
		TestFalse(TEXT("the answer's line is open"), StandIn::FindAll<SThoughtRow>(Window->Get())[0]->IsOpen());
		// The thought comes where the answer has its row already, as when the history was read in between.
		Session->OnReasoningDelta().Broadcast(Answer->Reasoning);
		Window->Until(TEXT("its line"), [this] { return StandIn::FindAll<SThoughtRow>(Window->Get()).Num() == 2; });
		Window->Settle();
		StandIn::Click(StandIn::FindByText(StandIn::FindAll<SThoughtRow>(Window->Get()).Last(), TEXT("Thinking"), true));
		Window->UntilSeen(TEXT("First one thing, then the other."));
		Session->OnMessageAdded().Broadcast(*Answer);
		Window->Until(TEXT("the line that came to be gone"), [this] { return StandIn::FindAll<SThoughtRow>(Window->Get()).Num() == 1; });
		TestTrue(TEXT("the answer's line is open then"), StandIn::FindAll<SThoughtRow>(Window->Get())[0]->IsOpen());
		Window->UntilSeen(TEXT("First one thing, then the other."));
	});
}

#endif
