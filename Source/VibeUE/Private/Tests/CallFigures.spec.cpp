// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/CallFigures.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SToolCallRow.h"

namespace CallFiguresSpecPrivate
{
static FVibeUEToolResult MakeResult(int64 Milliseconds, int64 Tokens, bool bExact = true, bool bShortened = false)
{
	FVibeUEToolResult Result;
	Result.CallId = TEXT("call_1");
	Result.Text = TEXT("A red door.");
	Result.Milliseconds = Milliseconds;
	Result.Tokens = Tokens;
	Result.bTokensExact = bExact;
	Result.bShortened = bShortened;
	return Result;
}

static FVibeUEToolCall MakeCall()
{
	FVibeUEToolCall Call;
	Call.CallId = TEXT("call_1");
	Call.Name = TEXT("look");
	Call.Arguments = TEXT("{}");
	return Call;
}
} // namespace CallFiguresSpecPrivate

BEGIN_DEFINE_SPEC(FCallFiguresSpec, "VibeUE.CallFigures", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;

	/** Opens the tab with a tool that the case answers itself. */
	bool Open(float Width);

	/** Returns what the core says of the time of each call, and whether its result was shortened, a line each. */
	FString DescribeResults() const;

	/** Tests that the rows of calls say what the core says of them; there must be this many. */
	void TestRows(int32 Count);
END_DEFINE_SPEC(FCallFiguresSpec)

bool FCallFiguresSpec::Open(float Width)
{
	if (!FTestConversation::UseServer(*this, 12000) || !Window->OpenScene(Width, 620.0f) || !Window->Settle())
	{
		return false;
	}
	Window->GetSession()->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}}]"));
	return true;
}

FString FCallFiguresSpec::DescribeResults() const
{
	FString All;
	for (const FVibeUEMessage& Message : Window->GetSession()->GetMessages(0, 100, EVibeUEHistory::Transcript, true))
	{
		for (const FVibeUEToolResult& Result : Message.ToolResults)
		{
			All += FString::Printf(TEXT("%lld ms%s\n"), Result.Milliseconds, Result.bShortened ? TEXT(", shortened") : TEXT(""));
		}
	}
	return All;
}

void FCallFiguresSpec::TestRows(int32 Count)
{
	TArray<FString> Wanted;
	for (const FVibeUEMessage& Message : Window->GetSession()->GetMessages(0, 100, EVibeUEHistory::Transcript, true))
	{
		for (const FVibeUEToolResult& Result : Message.ToolResults)
		{
			TestTrue(TEXT("time and tokens are known"), Result.Milliseconds >= 0 && Result.Tokens > 0);
			// How many tokens an estimate gives is learned from turn to turn.
			Wanted.Add(FCallFigures::Duration(Result.Milliseconds).ToString() + TEXT(", ~"));
		}
	}
	const TArray<TSharedRef<SToolCallRow>> Rows = StandIn::FindAll<SToolCallRow>(Window->Get());
	if (TestEqual(TEXT("calls"), Rows.Num(), Count) && TestEqual(TEXT("results"), Wanted.Num(), Count))
	{
		for (int32 Index = 0; Index < Count; ++Index)
		{
			Window->ScrollTo(Rows[Index]);
			const FString Shown = StandIn::ReadAll(Rows[Index]);
			TestTrue(FString::Printf(TEXT("%s; it reads %s"), *Wanted[Index], *Shown), Shown.Contains(Wanted[Index]) && Shown.Contains(TEXT(" tokens")));
			TestEqual(TEXT("it says that it was shortened"), Shown.Contains(TEXT("after shortening")), Index == Count - 1);
		}
	}
}

// Long because it lists its cases.
void FCallFiguresSpec::Define()
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

	It(TEXT("say times as people do, and tokens with what is estimated or shortened"), [this]
	{
		using namespace CallFiguresSpecPrivate;
		const auto TestDuration = [this](int64 Milliseconds, const TCHAR* Words)
		{
			TestEqual(FString::Printf(TEXT("%lld ms"), Milliseconds), FCallFigures::Duration(Milliseconds).ToString(), FString(Words));
		};
		TestDuration(0, TEXT("0.1 s"));
		TestDuration(412, TEXT("0.4 s"));
		TestDuration(9949, TEXT("9.9 s"));
		TestDuration(9950, TEXT("10 s"));
		TestDuration(59499, TEXT("59 s"));
		TestDuration(59500, TEXT("1 min 0 s"));
		TestDuration(185000, TEXT("3 min 5 s"));
		TestDuration(3599500, TEXT("1 h 0 min"));
		TestDuration(7384000, TEXT("2 h 3 min"));
		TestEqual(TEXT("a time that goes on, at first"), FCallFigures::Elapsed(999).ToString(), FString());
		TestEqual(TEXT("a time that goes on"), FCallFigures::Elapsed(12999).ToString(), FString(TEXT("12 s")));
		const auto TestFigures = [this](const FVibeUEToolResult& Result, const TCHAR* Words)
		{
			TestEqual(Words, FCallFigures::Of(Result).ToString(), FString(Words));
		};
		TestFigures(MakeResult(-1, -1), TEXT(""));
		TestFigures(MakeResult(412, -1), TEXT("0.4 s"));
		TestFigures(MakeResult(-1, 2143), TEXT("2,143 tokens"));
		TestFigures(MakeResult(412, 2143), TEXT("0.4 s, 2,143 tokens"));
		TestFigures(MakeResult(412, 2143, false), TEXT("0.4 s, ~2,143 tokens"));
		TestFigures(MakeResult(412, 2143, true, true), TEXT("0.4 s, 2,143 tokens after shortening"));
	});

	It(TEXT("are in the folded row, beside the state or below the name where it is narrow"), [this]
	{
		using namespace CallFiguresSpecPrivate;
		for (const float Width : {700.0f, 360.0f})
		{
			const TSharedRef<SToolCallRow> Row = SNew(SToolCallRow).Call(MakeCall());
			StandIn::ShowInWindow(Row, Width, 300.0f);
			Row->SetEnd(EVibeUEToolEnd::Done);
			Row->SetResult(MakeResult(412, 2143));
			StandIn::Frames(3);
			const FString Shown = StandIn::ReadAll(Row);
			TestTrue(FString::Printf(TEXT("at %.0f it reads %s"), Width, *Shown), Shown.Contains(TEXT("0.4 s, 2,143 tokens")) && Shown.Contains(TEXT("done")));
			TestFalse(TEXT("the arguments"), Shown.Contains(TEXT("Arguments")));
			TestEqual(TEXT("one line has both"), Shown.Contains(TEXT("done \u00b7 0.4 s, 2,143 tokens")), Width < 400.0f);
			if (Width > 400.0f)
			{
				const FString Tip = StandIn::Hover(StandIn::FindByText(Row, TEXT("0.4 s, 2,143 tokens"))).ToString();
				TestTrue(FString::Printf(TEXT("hovering says what they are; it says %s"), *Tip), Tip.StartsWith(TEXT("How long the call has run")));
				StandIn::MovePointerAway();
				StandIn::Click(StandIn::FindByText(Row, TEXT("0.4 s, 2,143 tokens")));
				TestTrue(TEXT("a click on them opens the row as one beside them does"), StandIn::FramesUntil([Row] { return StandIn::ReadAll(Row).Contains(TEXT("Arguments")); }));
			}
			StandIn::CloseTestWindows();
		}
	});

	It(TEXT("count the seconds of a call by the core's clock, from when it began until it ended"), [this]
	{
		using namespace CallFiguresSpecPrivate;
		const TSharedRef<int64> Clock = MakeShared<int64>(-1);
		const TSharedRef<int32> Looks = MakeShared<int32>(0);
		const TSharedRef<SToolCallRow> Row = SNew(SToolCallRow).Call(MakeCall()).OnTimed(FOnVibeUEToolCallTimed::CreateLambda([Clock, Looks](const FString& CallId)
		{
			++*Looks;
			return CallId.Equals(TEXT("call_1")) ? *Clock : 777000;
		}));
		// Another call, which runs on, shows that time goes by.
		const TSharedRef<int32> OtherLooks = MakeShared<int32>(0);
		const TSharedRef<SToolCallRow> Other = SNew(SToolCallRow).Call(MakeCall()).OnTimed(FOnVibeUEToolCallTimed::CreateLambda([OtherLooks](const FString&)
		{
			++*OtherLooks;
			return 5000;
		}));
		StandIn::ShowInWindow(SNew(SVerticalBox) + SVerticalBox::Slot().AutoHeight()[Row] + SVerticalBox::Slot().AutoHeight()[Other], 700.0f, 600.0f);
		const auto TestShows = [this, Row, Looks](const TCHAR* What, const TCHAR* Words)
		{
			const int32 Before = *Looks;
			StandIn::FramesUntil([Looks, Before] { return *Looks >= Before + 2; });
			StandIn::Frames(2);
			const FString Shown = StandIn::ReadAll(Row);
			TestTrue(FString::Printf(TEXT("%s; it reads %s"), What, *Shown), Shown.Contains(TEXT("running")) && Shown.Contains(Words));
		};
		StandIn::FramesUntil([Looks] { return *Looks > 0; });
		TestFalse(TEXT("a time before it began"), StandIn::ReadAll(Row).Contains(TEXT(" s")));
		*Clock = 1200;
		TestShows(TEXT("after a second"), TEXT("1 s"));
		*Clock = 83000;
		TestShows(TEXT("after a minute"), TEXT("1 min 23 s"));
		Row->SetEnd(EVibeUEToolEnd::Done);
		Row->SetResult(MakeResult(83412, -1));
		StandIn::Frames(2);
		TestTrue(TEXT("what was measured"), StandIn::ReadAll(Row).Contains(TEXT("1 min 23 s")));
		// One look may be in progress; after it nothing asks any more.
		const auto GoesOn = [OtherLooks]
		{
			const int32 Before = *OtherLooks;
			StandIn::FramesUntil([OtherLooks, Before] { return *OtherLooks >= Before + 2; });
		};
		GoesOn();
		const int32 After = *Looks;
		GoesOn();
		TestEqual(TEXT("looks at the clock after its end"), *Looks, After);
	});

	It(TEXT("are those of the core, also when the conversation is opened again"), [this]
	{
		if (!Open(620.0f))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->OnToolCallRequested().AddWeakLambda(Session, [Session](const FVibeUEToolCall& Call)
		{
			const bool bIsLong = Call.Arguments.Contains(TEXT("log"));
			FString Log;
			for (int32 Line = 0; bIsLong && Line < 3000; ++Line)
			{
				Log += FString::Printf(TEXT("LogDoors: door %d of deck %d is %s\n"), Line, Line % 7, Line % 3 == 0 ? TEXT("open") : TEXT("shut"));
			}
			Session->AnswerToolCall(Call.CallId, bIsLong ? Log : FString(TEXT("A red door.")));
		});
		Window->Say(TEXT("use look {\"at\": \"the door\"}"));
		Window->Say(TEXT("use look {\"at\": \"the log\"}"));
		TestRows(2);
		TestEqual(TEXT("nothing runs"), Session->GetToolCallTime(TEXT("call_0")), static_cast<int64>(-1));
		const FString Before = DescribeResults();
		TestTrue(TEXT("the second was shortened"), Before.Contains(TEXT(", shortened")));
		// The same conversation in a window of its own: only the journal is left to tell.
		Window->Close();
		Window = MakeShared<FSpecWindow>(*this);
		if (Window->Open(620.0f, 620.0f) && Window->Settle())
		{
			Window->Until(TEXT("the rows"), [this] { return StandIn::FindAll<SToolCallRow>(Window->Get()).Num() == 2; });
			TestRows(2);
			TestEqual(TEXT("what the core says"), DescribeResults(), Before);
		}
	});
}

BEGIN_DEFINE_SPEC(FCallFiguresLooksSpec, "VibeUE.Looks.calls", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	void Show(float Width);
END_DEFINE_SPEC(FCallFiguresLooksSpec)

void FCallFiguresLooksSpec::Show(float Width)
{
	if (!FTestConversation::UseServer(*this, 12000) || !Window->OpenScene(Width, 620.0f) || !Window->Settle())
	{
		return;
	}
	UChatSession* Session = Window->GetSession();
	Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}}]"));
	Session->OnToolCallRequested().AddWeakLambda(Session, [Session](const FVibeUEToolCall& Call)
	{
		// The last one continues.
		if (!Call.Arguments.Contains(TEXT("generator")))
		{
			Session->AnswerToolCall(Call.CallId, TEXT("A red door, with a lever beside it."));
		}
	});
	Window->Say(TEXT("use look {\"at\": \"the door\"}"));
	Session->SubmitUserMessage(TEXT("use look {\"at\": \"the generator\"}"));
	Window->UntilSeen(TEXT("running"));
	Window->Until(TEXT("a second of the call that runs"), [this]
	{
		const TArray<TSharedRef<SToolCallRow>> Calls = StandIn::FindAll<SToolCallRow>(Window->Get());
		return Calls.Num() == 2 && StandIn::ReadAll(Calls[1]).Contains(TEXT(" s"));
	});
	TestTrue(TEXT("the other's figures"), Window->Sees(TEXT(" s, ")) && Window->Sees(TEXT("tokens")));
	Window->TestNothingIsCutOff();
}

void FCallFiguresLooksSpec::Define()
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

	It(TEXT("say how long they ran or have been running, and what their results take"), [this] { Show(620.0f); });

	It(TEXT("say the same in a narrow dock"), [this] { Show(360.0f); });
}

#endif
