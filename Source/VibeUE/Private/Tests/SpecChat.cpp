// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/SpecChat.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "HAL/PlatformTime.h"

namespace SpecChatPrivate
{
static const TCHAR* const Vocabulary[] = {TEXT("wall"), TEXT("lamp"), TEXT("stair"), TEXT("roof"), TEXT("window"), TEXT("floor"),
	TEXT("garden"), TEXT("tower"), TEXT("bridge"), TEXT("river"), TEXT("stone"), TEXT("gate"), TEXT("court"), TEXT("path"), TEXT("light"),
	TEXT("shadow")};
} // namespace SpecChatPrivate

FSpecChat::FSpecChat(FAutomationTestBase& InTest)
	: Test(InTest)
	, Sandbox(FSpecSandbox::Enter())
{
	Sandbox->UseServer();
	if (FSpecSandbox::GetServer().IsEmpty())
	{
		Test.AddError(TEXT("VIBEUE_TEST_SERVER is not set: start `cargo run -p vibeue-scripted-server -- --script "
						   "tests/scripts/plugin-specs.json` and set the variable to the address that it prints."));
	}
}

FSpecChat::~FSpecChat()
{
	FTSTicker::RemoveTicker(TickHandle);
	Close();
}

void FSpecChat::Open(const FString& ConversationId)
{
	UChatSession* Opened = NewObject<UChatSession>();
	Follow(Opened);
	Opened->Open(ConversationId);
}

void FSpecChat::Follow(UChatSession* InSession)
{
	Session.Reset(InSession);
	InSession->OnOpened().AddSP(this, &FSpecChat::HandleOpened);
	InSession->OnStateChanged().AddSP(this, &FSpecChat::HandleState);
	InSession->OnTextDelta().AddSP(this, &FSpecChat::HandleText);
	InSession->OnMessageAdded().AddSP(this, &FSpecChat::HandleMessage);
	InSession->OnToolCallRequested().AddSP(this, &FSpecChat::HandleToolCall);
	InSession->OnToolCallEnded().AddSP(this, &FSpecChat::HandleToolEnded);
	InSession->OnTokenUsageChanged().AddSP(this, &FSpecChat::HandleUsage);
	InSession->OnSummarizationStarted().AddSP(this, &FSpecChat::HandleStarted);
	InSession->OnSummarizationEnded().AddSP(this, &FSpecChat::HandleEnded);
	InSession->OnSummaryPreview().AddSP(this, &FSpecChat::HandlePreview);
	InSession->OnHistoryChanged().AddSP(this, &FSpecChat::HandleHistory);
	InSession->OnWarning().AddSP(this, &FSpecChat::HandleWarning);
	InSession->OnSessionError().AddSP(this, &FSpecChat::HandleError);
	InSession->OnTurnEnded().AddSP(this, &FSpecChat::HandleTurnEnded);
}

void FSpecChat::Close()
{
	if (Session.IsValid())
	{
		Session->Close(5.0);
		Session.Reset();
	}
}

void FSpecChat::LetGo()
{
	Session.Reset();
}

void FSpecChat::Forget()
{
	Openings.Empty();
	Messages.Empty();
	ToolCalls.Empty();
	ToolEnds.Empty();
	Reasons.Empty();
	Summarizations.Empty();
	TurnEnds.Empty();
	Errors.Empty();
	Warnings.Empty();
	Streamed.Empty();
	StateChanges = 0;
	UsageChanges = 0;
	HistoryChanges = 0;
	Previews = 0;
}

void FSpecChat::Do(TFunction<void()> Action)
{
	Steps.Add(FStep{FString(), [Action]()
		{
			Action();
			return true;
		}});
}

void FSpecChat::Wait(const FString& What, TFunction<bool()> Condition)
{
	Steps.Add(FStep{What, MoveTemp(Condition)});
}

void FSpecChat::Say(const FString& Text, EVibeUETurnEnd End)
{
	const TSharedRef<int32> Before = MakeShared<int32>(0);
	Do([this, Text, Before]()
	{
		*Before = TurnEnds.Num();
		Test.TestTrue(TEXT("the message is taken"), Session->SubmitUserMessage(Text));
	});
	Wait(FString::Printf(TEXT("the end of the turn \"%s\""), *Text.Left(40)), [this, Before]() { return TurnEnds.Num() > *Before; });
	Do([this, End]() { Test.TestEqual(TEXT("how the turn ended"), TurnEnds.Last(), End); });
}

void FSpecChat::Talk(int32 Turns, int32 WordCount)
{
	for (int32 Turn = 0; Turn < Turns; ++Turn)
	{
		++Talked;
		Say(FString::Printf(TEXT("Note %d: %s"), Talked, *Words(WordCount, Talked)));
	}
}

void FSpecChat::Reopen()
{
	Do([this]()
	{
		const FString Id = Session->GetConversationId();
		Close();
		Forget();
		Open(Id);
	});
	WaitUntilOpened();
}

void FSpecChat::WaitUntilOpened()
{
	Wait(TEXT("the conversation to be open"), [this]() { return Openings.Num() > 0; });
}

void FSpecChat::WaitUntilSummarized(int32 Count)
{
	Wait(TEXT("the end of the summarization"), [this, Count]() { return Summarizations.Num() >= Count; });
}

void FSpecChat::Run(const FDoneDelegate& InDone)
{
	Done = InDone;
	NextStep = 0;
	Deadline = FPlatformTime::Seconds() + FSpecSandbox::Patience;
	TickHandle = FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateSP(this, &FSpecChat::Tick), 0.0f);
}

bool FSpecChat::Tick(float)
{
	// Once something failed, what comes after it would only be waited for.
	if (NextStep >= Steps.Num() || Test.HasAnyErrors())
	{
		Done.ExecuteIfBound();
		return false;
	}
	const FStep Step = Steps[NextStep];
	if (Step.Take())
	{
		++NextStep;
		Deadline = FPlatformTime::Seconds() + FSpecSandbox::Patience;
	}
	else if (FPlatformTime::Seconds() > Deadline)
	{
		const int32 State = Session.IsValid() ? static_cast<int32>(Session->GetState()) : -1;
		Test.AddError(FString::Printf(TEXT("Waited too long for %s. State %d, %d turns ended, last error \"%s\", last warning \"%s\"."), *Step.What,
			State, TurnEnds.Num(), Errors.IsEmpty() ? TEXT("") : *Errors.Last().Message, Warnings.IsEmpty() ? TEXT("") : *Warnings.Last()));
	}
	return true;
}

FString FSpecChat::Describe(EVibeUEHistory History) const
{
	FString Text;
	for (const FVibeUEMessage& Message : Session->GetMessages(0, MAX_int32, History))
	{
		Text += FString::Printf(TEXT("%lld %d%s%s: %s\n"), Message.Id, static_cast<int32>(Message.Role), Message.bPinned ? TEXT(" pinned") : TEXT(""),
			Message.bIsSummary ? TEXT(" summary") : TEXT(""), *Message.Text);
		for (const FVibeUEToolCall& Call : Message.ToolCalls)
		{
			Text += FString::Printf(TEXT("  call %s %s %s\n"), *Call.CallId, *Call.Name, *Call.Arguments);
		}
		for (const FVibeUEToolResult& ToolResult : Message.ToolResults)
		{
			Text += FString::Printf(TEXT("  result %s %s\n"), *ToolResult.CallId, *ToolResult.Text);
		}
	}
	return Text;
}

FString FSpecChat::TextOf(EVibeUEHistory History) const
{
	FString Text;
	for (const FVibeUEMessage& Message : Session->GetMessages(0, MAX_int32, History))
	{
		Text += Message.Text + TEXT("\n");
	}
	return Text;
}

void FSpecChat::TestPairs(const TCHAR* What, EVibeUEHistory History)
{
	TArray<FString> Waiting;
	for (const FVibeUEMessage& Message : Session->GetMessages(0, MAX_int32, History))
	{
		for (const FVibeUEToolResult& ToolResult : Message.ToolResults)
		{
			Test.TestEqual(FString::Printf(TEXT("%s: calls that result %s answers"), What, *ToolResult.CallId), Waiting.Remove(ToolResult.CallId), 1);
		}
		if (Message.ToolResults.IsEmpty())
		{
			Test.TestTrue(FString::Printf(TEXT("%s: no call is open before message %lld"), What, Message.Id), Waiting.IsEmpty());
		}
		for (const FVibeUEToolCall& Call : Message.ToolCalls)
		{
			Waiting.Add(Call.CallId);
		}
	}
	Test.TestTrue(FString::Printf(TEXT("%s: no call is left open"), What), Waiting.IsEmpty());
}

void FSpecChat::TestOneError(const TCHAR* What, EVibeUEFailure Kind, const TCHAR* Words)
{
	if (!Test.TestEqual(FString::Printf(TEXT("%s: how often it failed"), What), Errors.Num(), 1))
	{
		return;
	}
	Test.TestEqual(FString::Printf(TEXT("%s: kind of \"%s\""), What, *Errors[0].Message), Errors[0].Kind, Kind);
	Test.TestTrue(
		FString::Printf(TEXT("%s: \"%s\" or \"%s\" names \"%s\""), What, *Errors[0].Message, *Errors[0].Hint, Words),
		Errors[0].Message.Contains(Words) || Errors[0].Hint.Contains(Words));
	Test.TestFalse(FString::Printf(TEXT("%s: \"%s\" comes without advice"), What, *Errors[0].Message), Errors[0].Hint.IsEmpty());
}

FString FSpecChat::Words(int32 Count, int32 Seed)
{
	FString Text;
	uint32 State = static_cast<uint32>(Seed) * 2654435761u + 12345u;
	for (int32 Index = 0; Index < Count; ++Index)
	{
		State = State * 1664525u + 1013904223u;
		Text += SpecChatPrivate::Vocabulary[(State >> 24) % UE_ARRAY_COUNT(SpecChatPrivate::Vocabulary)];
		Text += Index % 12 == 11 ? TEXT(".\n") : TEXT(" ");
	}
	return Text;
}

void FSpecChat::HandleOpened(bool bSuccess)
{
	Openings.Add(bSuccess);
}

void FSpecChat::HandleState(EVibeUEChatState)
{
	++StateChanges;
}

void FSpecChat::HandleText(const FString& Text)
{
	Streamed += Text;
}

void FSpecChat::HandleMessage(const FVibeUEMessage& Message)
{
	Messages.Add(Message);
}

void FSpecChat::HandleToolCall(const FVibeUEToolCall& Call)
{
	ToolCalls.Add(Call);
}

void FSpecChat::HandleToolEnded(const FString&, EVibeUEToolEnd End)
{
	ToolEnds.Add(End);
}

void FSpecChat::HandleUsage(const FVibeUETokenUsage&)
{
	++UsageChanges;
}

void FSpecChat::HandleStarted(const FString& Reason)
{
	Reasons.Add(Reason);
}

void FSpecChat::HandleEnded(const FVibeUESummarization& Summarization)
{
	Summarizations.Add(Summarization);
}

void FSpecChat::HandlePreview(const FVibeUESummaryPreview&)
{
	++Previews;
}

void FSpecChat::HandleHistory()
{
	++HistoryChanges;
}

void FSpecChat::HandleWarning(const FString& Text)
{
	Warnings.Add(Text);
}

void FSpecChat::HandleError(const FVibeUEError& Error)
{
	Errors.Add(Error);
}

void FSpecChat::HandleTurnEnded(int64, EVibeUETurnEnd End)
{
	TurnEnds.Add(End);
}

void FSpecChat::SayWithTool(const FString& Text, TFunction<void()> Meanwhile, const FString& Result)
{
	const TSharedRef<int32> CallsBefore = MakeShared<int32>(0);
	const TSharedRef<int32> EndsBefore = MakeShared<int32>(0);
	Do([this, Text, CallsBefore, EndsBefore]()
	{
		*CallsBefore = ToolCalls.Num();
		*EndsBefore = TurnEnds.Num();
		Test.TestTrue(TEXT("the message is taken"), Session->SubmitUserMessage(Text));
	});
	Wait(TEXT("a call of the tool"), [this, CallsBefore]() { return ToolCalls.Num() > *CallsBefore; });
	Do(MoveTemp(Meanwhile));
	Do([this, Result]() { Test.TestTrue(TEXT("the answer is taken"), Session->AnswerToolCall(ToolCalls.Last().CallId, Result)); });
	Wait(TEXT("the end of the turn with tools"), [this, EndsBefore]() { return TurnEnds.Num() > *EndsBefore; });
	Do([this]() { Test.TestEqual(TEXT("how the turn with tools ended"), TurnEnds.Last(), EVibeUETurnEnd::Completed); });
}

void FSpecChat::TestRefusedOpening(
	const FDoneDelegate& InDone, EVibeUEFailure Kind, const FString& Words, TFunction<void()> Spoil, TFunction<void()> Repair)
{
	Do([this, Spoil]()
	{
		Spoil();
		Open();
	});
	WaitUntilOpened();
	Do([this, Kind, Words, Repair]()
	{
		Test.TestFalse(TEXT("it was opened"), Openings[0]);
		Test.TestEqual(TEXT("state"), Session->GetState(), EVibeUEChatState::Failed);
		TestOneError(TEXT("opening"), Kind, *Words);
		Test.TestFalse(TEXT("a message is taken meanwhile"), Session->SubmitUserMessage(TEXT("Hello?")));
		Forget();
		Repair();
		FSpecSandbox::Notify();
	});
	WaitUntilOpened();
	Do([this]() { Test.TestTrue(TEXT("it was opened once the cause was gone"), Openings[0]); });
	Say(TEXT("Hello."));
	Run(InDone);
}

#endif
