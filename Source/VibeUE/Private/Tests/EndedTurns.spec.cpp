// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ChatWriting.h"
#include "Misc/AutomationTest.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecTool.h"
#include "VibeUETurn.h"

#if WITH_DEV_AUTOMATION_TESTS

// The end of a turn is reported even if it only waited, and a stop may come while there is no turn.
BEGIN_DEFINE_SPEC(FEndedTurnsSpec, "VibeUE.Tools.a turn", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecTool> Tool;

	/** Steps that send a message after the current turn, take it out of the queue, and wait until that was reported. */
	void WithdrawOne();

	/** Returns the ids of the calls that wait for an answer. */
	TArray<FString> Asked() const;
END_DEFINE_SPEC(FEndedTurnsSpec)

void FEndedTurnsSpec::WithdrawOne()
{
	Chat->Do([this]() { TestTrue(TEXT("another message is taken"), (*Chat)->SubmitUserMessage(TEXT("Not this one."))); });
	Chat->Wait(TEXT("it to wait"), [this]() { return FChatWriting::GetWaiting(*Chat->Get()).Num() == 1; });
	Chat->Do([this]()
	{
		TestTrue(TEXT("it is withdrawn"), FChatWriting::Withdraw(*Chat->Get(), FChatWriting::GetWaiting(*Chat->Get())[0].Submit));
	});
	Chat->Wait(TEXT("the end of its turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
	Chat->Do([this]() { TestTrue(TEXT("the other turn is under way"), FChatWriting::HasTurn(*Chat->Get())); });
}

TArray<FString> FEndedTurnsSpec::Asked() const
{
	TArray<FString> Ids;
	for (const FVibeUEToolCall& Call : UVibeUETurn::GetAskedCalls(Chat->Get()))
	{
		Ids.Add(Call.CallId);
	}
	return Ids;
}

// Long because it lists its cases.
void FEndedTurnsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
		FSpecSandbox::OfferEditorTools();
	});
	AfterEach([this]()
	{
		Chat.Reset();
		Tool.Reset();
	});

	LatentIt(TEXT("goes on with its running tool when a message behind it is withdrawn"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("wait_for"), EVibeUEToolAccess::Read);
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use wait_for {}")); });
		Chat->Wait(TEXT("the call"), [this]() { return Tool->GetRuns().Num() == 1; });
		WithdrawOne();
		Chat->Do([this]()
		{
			TestTrue(TEXT("it is waited for"), Tool->GetRuns()[0]->IsOpen());
			Tool->GetRuns()[0]->Done(TEXT("here it is"));
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 2; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("how they ended"), Chat->TurnEnds == TArray<EVibeUETurnEnd>({EVibeUETurnEnd::Cancelled, EVibeUETurnEnd::Completed}));
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			TestTrue(TEXT("the model reads it"), Chat->Streamed.Contains(TEXT("here it is")));
			TestFalse(TEXT("a turn is under way"), FChatWriting::HasTurn(*Chat->Get()));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("still asks for what it asked when a message behind it is withdrawn"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use paint {}")); });
		Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
		WithdrawOne();
		Chat->Do([this]()
		{
			TestTrue(TEXT("what is asked"), Asked() == TArray<FString>({Chat->ToolCalls[0].CallId}));
			(*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Allow, FString());
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 2; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("how they ended"), Chat->TurnEnds == TArray<EVibeUETurnEnd>({EVibeUETurnEnd::Cancelled, EVibeUETurnEnd::Completed}));
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1);
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			TestTrue(TEXT("what is asked afterwards"), Asked().IsEmpty());
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("keeps the words that have come when a message behind it is withdrawn"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("say the first half")); });
		Chat->Wait(TEXT("the first half"), [this]() { return Chat->Streamed.Contains(TEXT("The first half.")); });
		WithdrawOne();
		Chat->Do([this]()
		{
			TestEqual(TEXT("what has come"), UVibeUETurn::GetAnswer(Chat->Get()), Chat->Streamed);
			(*Chat)->CancelTurn();
		});
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 2; });
		Chat->Run(Done);
	});

	LatentIt(TEXT("that begins right behind a stop of nothing runs its tools"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("seen")); });
		const auto StopAndSay = [this](const TCHAR* Text)
		{
			TestTrue(TEXT("a stop without a turn is taken"), (*Chat)->CancelTurn());
			TestTrue(TEXT("so is the message"), (*Chat)->SubmitUserMessage(Text));
		};
		Chat->Open();
		// First while it is being opened, then in one frame with nothing in progress.
		Chat->Do([StopAndSay]() { StopAndSay(TEXT("use look_at {}")); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Wait(TEXT("nothing to be under way"), [this]() { return (*Chat)->GetState() == EVibeUEChatState::Idle; });
		Chat->Do([StopAndSay]() { StopAndSay(TEXT("use look_at {\"what\": \"b\"}")); });
		Chat->Wait(TEXT("the end of the next turn"), [this]() { return Chat->TurnEnds.Num() == 2; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("how they ended"), Chat->TurnEnds == TArray<EVibeUETurnEnd>({EVibeUETurnEnd::Completed, EVibeUETurnEnd::Completed}));
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 2);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("that waited behind a stopped one runs its tools"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("look_at"), EVibeUEToolAccess::Read, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("seen")); });
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("say the first half")); });
		Chat->Wait(TEXT("the first half"), [this]() { return Chat->Streamed.Contains(TEXT("The first half.")); });
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use look_at {}")); });
		Chat->Wait(TEXT("it to wait"), [this]() { return FChatWriting::GetWaiting(*Chat->Get()).Num() == 1; });
		Chat->Do([this]() { TestTrue(TEXT("the stop is taken"), (*Chat)->CancelTurn()); });
		Chat->Wait(TEXT("the end of both"), [this]() { return Chat->TurnEnds.Num() == 2; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("how they ended"), Chat->TurnEnds == TArray<EVibeUETurnEnd>({EVibeUETurnEnd::Cancelled, EVibeUETurnEnd::Completed}));
			TestEqual(TEXT("runs"), Tool->GetRuns().Num(), 1);
		});
		Chat->Run(Done);
	});
}

#endif
