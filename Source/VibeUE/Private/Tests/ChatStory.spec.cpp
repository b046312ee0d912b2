// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this one is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "VibeUEChatSession.h"
#include "ConversationFiles.h"
#include "Framework/Docking/TabManager.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/CoreDelegates.h"
#include "Misc/FileHelper.h"
#include "SAIChatWindow.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/DrawnBar.h"
#include "Tests/SpecSandbox.h"
#include "ToolMenus.h"
#include "UObject/UObjectGlobals.h"
#include "Widgets/Docking/SDockTab.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatText.h"
#include "Widgets/SSummaryBadge.h"
#include "Widgets/STokenBar.h"
#include "Widgets/SToolCallRow.h"

namespace ChatStoryPrivate
{
static const FName TabName(TEXT("VibeUEChat"));

/** More than any window holds. */
static constexpr int32 ResultCharacters = 4 * 1024 * 1024;
} // namespace ChatStoryPrivate

BEGIN_DEFINE_SPEC(FChatStorySpec, "VibeUE.Story", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	/** What was reported about the tokens between the beginning and the end of a turn. */
	struct FTurnUsage
	{
		int64 Turn = 0;
		TArray<FVibeUETokenUsage> Told;
		EVibeUETurnEnd End = EVibeUETurnEnd::Failed;
		bool bEnded = false;
	};

	TSharedPtr<FSpecSandbox> Sandbox;
	TWeakPtr<SAIChatWindow> Window;
	TArray<FTurnUsage> Turns;
	TArray<FVibeUESummarization> Summarizations;
	TArray<FVibeUEError> Errors;
	TArray<FString> Warnings;
	FString ToolResult;
	FDelegateHandle ToolHost;

	TSharedRef<SAIChatWindow> GetWindow() const
	{
		return Window.Pin().ToSharedRef();
	}

	UChatSession* GetSession() const
	{
		return GetWindow()->GetSession();
	}

	bool Until(const TCHAR* What, TFunction<bool()> Condition);
	void DeclareTool(UChatSession* Session);
	void Listen();
	bool OpenTab();
	void CloseTab();
	void Type(const FString& Text);
	bool Say(const FString& Text);
	bool Settle();
	bool ClickButton(const TCHAR* Label);
	FString Read() const;
	TArray<FString> ReadHistory() const;
	void TestJournal(const FString& Id, const FString& Holds);
	void LogUsage();
	void TellHugeResult();
	void TellSummarization();
	void TellUndoAndThreshold();
END_DEFINE_SPEC(FChatStorySpec)

bool FChatStorySpec::Until(const TCHAR* What, TFunction<bool()> Condition)
{
	const bool bCame = StandIn::FramesUntil(Condition, FSpecSandbox::FramePatience);
	if (!bCame)
	{
		AddError(FString::Printf(TEXT("Waited in vain for %s. The window shows:\n%s"), What, Window.IsValid() ? *Read() : TEXT("nothing")));
	}
	return bCame;
}

void FChatStorySpec::DeclareTool(UChatSession* Session)
{
	// As any plugin with tools does it: declared for each session, run once the user has allowed it.
	Session->SetTools(TEXT("[{\"name\": \"read_log\", \"description\": \"Reads the build log.\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
	Session->OnToolCallApproved().AddWeakLambda(Session, [this, Session](const FString& CallId) { Session->AnswerToolCall(CallId, ToolResult); });
}

void FChatStorySpec::Listen()
{
	UChatSession* Session = GetSession();
	Session->OnTurnStarted().AddWeakLambda(Session, [this](int64 Turn)
	{
		FTurnUsage& Added = Turns.AddDefaulted_GetRef();
		Added.Turn = Turn;
	});
	Session->OnTokenUsageChanged().AddWeakLambda(Session, [this](const FVibeUETokenUsage& Usage)
	{
		// Only the newest count is reported: for a quick turn it is the one after its end.
		if (Turns.Num() > 0)
		{
			Turns.Last().Told.Add(Usage);
		}
	});
	Session->OnTurnEnded().AddWeakLambda(Session, [this](int64 Turn, EVibeUETurnEnd End)
	{
		if (Turns.Num() > 0 && Turns.Last().Turn == Turn)
		{
			Turns.Last().bEnded = true;
			Turns.Last().End = End;
		}
	});
	Session->OnSummarizationEnded().AddWeakLambda(Session, [this](const FVibeUESummarization& Summarization) { Summarizations.Add(Summarization); });
	Session->OnSessionError().AddWeakLambda(Session, [this](const FVibeUEError& Error) { Errors.Add(Error); });
	Session->OnWarning().AddWeakLambda(Session, [this](const FString& Warning) { Warnings.Add(Warning); });
}

bool FChatStorySpec::OpenTab()
{
	// By the menu, as the user does.
	TestTrue(TEXT("the menu's entry"), UToolMenus::Get()->StandInChoose(FName(TEXT("LevelEditor.MainMenu.Tools")), FName(TEXT("OpenVibeUEChat"))));
	const TSharedPtr<SDockTab> Tab = FGlobalTabmanager::Get()->FindExistingLiveTab(ChatStoryPrivate::TabName);
	if (!TestTrue(TEXT("the tab"), Tab.IsValid()))
	{
		return false;
	}
	Window = StandIn::Find<SAIChatWindow>(Tab.ToSharedRef());
	if (!TestTrue(TEXT("the window in it"), Window.IsValid()))
	{
		return false;
	}
	Listen();
	return Until(TEXT("the conversation to be open"), [this] { return GetSession()->GetState() == EVibeUEChatState::Idle; });
}

void FChatStorySpec::CloseTab()
{
	if (const TSharedPtr<SDockTab> Tab = FGlobalTabmanager::Get()->FindExistingLiveTab(ChatStoryPrivate::TabName))
	{
		Tab->RequestCloseTab();
	}
	TestTrue(TEXT("the window goes with its tab"), StandIn::FramesUntil([this] { return !Window.IsValid(); }, FSpecSandbox::FramePatience));
}

void FChatStorySpec::Type(const FString& Text)
{
	const TSharedPtr<SChatText> Box = StandIn::Find<SChatInput>(GetWindow())->GetTextBox();
	TestTrue(TEXT("the box takes the focus"), StandIn::Focus(Box));
	TArray<FString> Lines;
	Text.ParseIntoArrayLines(Lines);
	for (int32 Index = 0; Index < Lines.Num(); ++Index)
	{
		if (Index > 0)
		{
			StandIn::PressKey(EKeys::Enter, StandIn::Shift());
		}
		StandIn::TypeText(Lines[Index]);
	}
	TestEqual(TEXT("what the box shows"), Box->GetText().ToString(), Text);
	StandIn::PressKey(EKeys::Enter);
	TestEqual(TEXT("what the box shows after Enter"), Box->GetText().ToString(), FString());
}

bool FChatStorySpec::Say(const FString& Text)
{
	const int32 Before = Turns.Num();
	Type(Text);
	return Until(*FString::Printf(TEXT("the end of the turn \"%s\""), *Text), [this, Before] { return Turns.Num() > Before && Turns.Last().bEnded; }) && Settle();
}

bool FChatStorySpec::Settle()
{
	const bool bSettled =
		Until(TEXT("nothing under way"), [this] { return GetSession()->GetState() == EVibeUEChatState::Idle && !GetSession()->IsSummarizing(); });
	// The session answers at once; what it tells comes to the window with the next frames.
	return bSettled && Until(TEXT("the bar to show the count"), [this] { return FMath::IsNearlyEqual(FDrawnBar::Read().Percent, FMath::Min(GetSession()->GetTokenUsagePercent(), 100.0), 0.1); });
}

bool FChatStorySpec::ClickButton(const TCHAR* Label)
{
	const TSharedPtr<SWidget> Button = StandIn::FindButton(GetWindow(), Label);
	if (TestTrue(FString::Printf(TEXT("a button \"%s\" that can be clicked"), Label), Button.IsValid() && StandIn::IsReallyEnabled(Button.ToSharedRef())))
	{
		StandIn::Click(Button);
		return true;
	}
	return false;
}

FString FChatStorySpec::Read() const
{
	return StandIn::ReadAll(GetWindow());
}

TArray<FString> FChatStorySpec::ReadHistory() const
{
	TArray<FString> Lines;
	for (const FVibeUEMessage& Message : GetSession()->GetMessages(0, MAX_int32))
	{
		FString Line = FString::Printf(TEXT("%lld %d %s"), Message.Id, static_cast<int32>(Message.Role), *Message.Text);
		for (const FVibeUEToolCall& Call : Message.ToolCalls)
		{
			Line += TEXT(" call ") + Call.CallId + TEXT(" ") + Call.Name + TEXT(" ") + Call.Arguments;
		}
		for (const FVibeUEToolResult& Result : Message.ToolResults)
		{
			Line += TEXT(" result ") + Result.CallId + TEXT(" ") + Result.Text;
		}
		Lines.Add(Line);
	}
	return Lines;
}

void FChatStorySpec::TestJournal(const FString& Id, const FString& Holds)
{
	FString Text;
	TestTrue(TEXT("the journal can be read"), FFileHelper::LoadFileToString(Text, *FConversationFiles::GetPath(Id)));
	TestTrue(TEXT("its last line is whole"), Text.EndsWith(TEXT("}\n")));
	TestTrue(TEXT("the whole result is beside it"), FSpecSandbox::ReadKeptResult(Id) == ToolResult);
	TestTrue(FString::Printf(TEXT("it holds \"%s\""), *Holds), Text.Contains(*Holds, ESearchCase::CaseSensitive));
	TArray<FString> Lines;
	Text.ParseIntoArrayLines(Lines);
	for (int32 Index = 0; Index < Lines.Num(); ++Index)
	{
		if (!Lines[Index].StartsWith(TEXT("{")) || !Lines[Index].EndsWith(TEXT("}")))
		{
			AddError(FString::Printf(TEXT("line %d of the journal is torn: %s"), Index + 1, *Lines[Index].Left(80)));
		}
	}
}

void FChatStorySpec::LogUsage()
{
	for (const FTurnUsage& Turn : Turns)
	{
		TestTrue(FString::Printf(TEXT("turn %lld tells its tokens"), Turn.Turn), !Turn.bEnded || Turn.Told.Num() > 0);
		FString Line = FString::Printf(TEXT("turn %lld:"), Turn.Turn);
		for (const FVibeUETokenUsage& Usage : Turn.Told)
		{
			Line += FString::Printf(TEXT(" %lld/%lld"), Usage.Used, Usage.Available);
			const int64 Sum = Usage.System + Usage.Tools + Usage.Summary + Usage.User + Usage.Assistant + Usage.ToolCalls + Usage.ToolResults + Usage.Images +
				Usage.Overhead;
			TestEqual(FString::Printf(TEXT("turn %lld: the parts add up"), Turn.Turn), Usage.Used, Sum);
		}
		AddInfo(Line);
	}
}

void FChatStorySpec::TellHugeResult()
{
	// Through the round of tools that the user allowed.
	Type(TEXT("use read_log {\"lines\": \"all\"}"));
	if (!Until(TEXT("the question"), [this] { return StandIn::FindButton(GetWindow(), TEXT("Allow once")).IsValid(); }) || !ClickButton(TEXT("Allow once")) ||
		!Until(TEXT("the answer to the result"), [this] { return Read().Contains(TEXT("The tools said")); }) || !Settle())
	{
		return;
	}
	TestTrue(TEXT("the call has a row"), StandIn::Find<SToolCallRow>(GetWindow()).IsValid());
	int32 Parts = 0;
	for (const FVibeUEMessage& Message : GetSession()->GetMessages(0, MAX_int32))
	{
		for (const FVibeUEToolResult& Result : Message.ToolResults)
		{
			Parts += Result.Text.Contains(FString::Printf(TEXT("\n[All %d bytes of it are kept in "), ToolResult.Len())) ? 1 : 0;
		}
	}
	TestEqual(TEXT("the message says that all of it is kept"), Parts, 1);
	TestTrue(TEXT("the result is kept whole"), FSpecSandbox::ReadKeptResult(GetSession()->GetConversationId()) == ToolResult);
	TestTrue(TEXT("the next request fits"), GetSession()->EstimateConversationTokens() <= GetSession()->GetTokenBudget());
	TestTrue(TEXT("tokens of results"), GetSession()->GetTokenBreakdown().ToolResults > 0);
}

void FChatStorySpec::TellSummarization()
{
	// On and on, until the bar is yellow, and until it is too much.
	const int32 Before = Summarizations.Num();
	TArray<FString> Colors;
	bool bSawStatus = false;
	bool bSawCancel = false;
	for (int32 Turn = 0; Turn < 60 && Summarizations.Num() == Before && !HasAnyErrors(); ++Turn)
	{
		Colors.AddUnique(FDrawnBar::Read().Color);
		const int32 TurnsBefore = Turns.Num();
		Type(FString::Printf(TEXT("SUMMARIES TAKE A WHILE\nwrite %d words"), 300 + Turn));
		Until(TEXT("the end of the turn"), [this, TurnsBefore, &bSawStatus, &bSawCancel]
		{
			if (Read().Contains(TEXT("Summarizing conversation history\u2026")))
			{
				bSawStatus = true;
				bSawCancel = bSawCancel || StandIn::FindButton(GetWindow(), TEXT("Cancel")).IsValid();
			}
			return Turns.Num() > TurnsBefore && Turns.Last().bEnded && GetSession()->GetState() == EVibeUEChatState::Idle && !GetSession()->IsSummarizing();
		});
		Settle();
	}
	TestEqual(TEXT("the bar's colours on the way"), FString::Join(Colors, TEXT(", ")), FString(TEXT("green, yellow")));
	TestTrue(TEXT("the status was there while it ran"), bSawStatus);
	TestTrue(TEXT("it could be cancelled"), bSawCancel);
	if (!TestEqual(TEXT("summarizations by themselves"), Summarizations.Num(), Before + 1))
	{
		return;
	}
	const FVibeUESummarization Done = Summarizations.Last();
	TestEqual(TEXT("how it ended"), Done.End, EVibeUESummaryEnd::Applied);
	TestTrue(TEXT("messages were summarized"), Done.MessagesSummarized > 0 && Done.MessagesSummarized < Done.MessagesTotal);
	TestTrue(TEXT("it was worth it"), Done.TokensAfter < Done.TokensBefore);
	const FString Text = Read();
	TestTrue(FString::Printf(TEXT("the window tells %lld and %lld tokens: %s"), Done.TokensBefore, Done.TokensAfter, *Text.Right(600)),
		Text.Contains(FText::AsNumber(Done.TokensBefore).ToString() + TEXT(" \u2192 ") + FText::AsNumber(Done.TokensAfter).ToString()));
	const TSharedPtr<SSummaryBadge> Badge = StandIn::Find<SSummaryBadge>(GetWindow());
	TestTrue(TEXT("the badge is shown"), StandIn::IsOnScreen(Badge.ToSharedRef()) && Text.Contains(TEXT("Context summarized")));
	const FString Details = StandIn::Hover(StandIn::FindByText(Badge.ToSharedRef(), TEXT("Context summarized"))).ToString();
	const FString Wanted = FString::Printf(TEXT("Summarized %lld of %lld messages ("), Done.MessagesSummarized, Done.MessagesTotal);
	TestTrue(FString::Printf(TEXT("\"%s\" begins with \"%s\""), *Details, *Wanted), Details.StartsWith(Wanted));
	StandIn::MovePointerAway();
	const FDrawnBar Bar = FDrawnBar::Read();
	TestEqual(TEXT("the bar is green again"), Bar.Color, FString(TEXT("green")));
	StandIn::AdvanceClock(600.0);
	Until(TEXT("the badge to go"), [Badge] { return !StandIn::IsOnScreen(Badge.ToSharedRef()); });

	Say(TEXT("Go on, please."));
	TestTrue(TEXT("the answer"), Read().Contains(TEXT("You said: Go on, please.")));
}

void FChatStorySpec::TellUndoAndThreshold()
{
	const double PercentBefore = FDrawnBar::Read().Percent;
	const int64 InForce = GetSession()->GetSummaries().Last().Compaction;
	const auto IsInForce = [this, InForce]
	{
		for (const FVibeUESummaryRow& Row : GetSession()->GetSummaries())
		{
			if (Row.Compaction == InForce)
			{
				return Row.bInForce;
			}
		}
		return false;
	};
	TestTrue(TEXT("the summary is in force"), IsInForce());
	ClickButton(TEXT("Undo"));
	Until(TEXT("the undo"), [IsInForce] { return !IsInForce(); });
	Until(TEXT("the bar to be fuller again"), [PercentBefore] { return FDrawnBar::Read().Percent > PercentBefore + 5.0; });

	// In the settings' panel, one after the other, so that none contradicts another.
	const int64 Threshold = GetSession()->GetTrigger().ThresholdTokens;
	UVibeUESettings* Panel = GetMutableDefault<UVibeUESettings>();
	const TPair<const TCHAR*, const TCHAR*> Edits[] = {{TEXT("SummaryShare"), TEXT("0.2")}, {TEXT("LedgerShare"), TEXT("0.05")},
		{TEXT("SummarizationTargetRatio"), TEXT("0.35")}, {TEXT("SummarizationResetRatio"), TEXT("0.45")}, {TEXT("SummarizationThreshold"), TEXT("0.55")}};
	for (const TPair<const TCHAR*, const TCHAR*>& Edit : Edits)
	{
		TestTrue(Edit.Key, StandIn::EditProperty(Panel, Edit.Key, Edit.Value));
	}
	Until(TEXT("the new threshold"), [this, Threshold] { return GetSession()->GetTrigger().ThresholdTokens < Threshold; });
	const int64 Moved = GetSession()->GetTrigger().ThresholdTokens;
	TestNearlyEqual(TEXT("the share of the budget"), static_cast<double>(Moved) / static_cast<double>(GetSession()->GetTokenBudget()), 0.55, 0.001);
	Until(*FString::Printf(TEXT("the bar's tool tip to name the next trigger, %lld"), Moved), [this, Moved]
	{
		const FString Tip = StandIn::Hover(StandIn::FindByText(StandIn::Find<STokenBar>(GetWindow()).ToSharedRef(), TEXT("Tokens:"), true)).ToString();
		return Tip.Contains(FText::AsNumber(Moved).ToString());
	});
	StandIn::MovePointerAway();

	// What was not yet too much for the old threshold is for the new one.
	const int32 Before = Summarizations.Num();
	Say(TEXT("Is it too much now?"));
	Until(TEXT("a summarization at the new threshold"), [this, Before] { return Summarizations.Num() > Before; });
	Settle();
	TestEqual(TEXT("how it ended"), Summarizations.Last().End, EVibeUESummaryEnd::Applied);
	TestTrue(TEXT("it is below the new threshold"), GetSession()->EstimateConversationTokens() < Moved);
}

// Long because it lists its cases.
void FChatStorySpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Sandbox->UseServer();
		UVibeUESettings* Values = GetMutableDefault<UVibeUESettings>();
		Values->ContextWindow = 24000;
		Values->SummarizationMode = EVibeUESummarizationMode::Llm;
		Values->RecentMessagesToKeep = 4;
		// Long enough for a machine on which each frame takes long.
		Values->NoticeSeconds = 600.0;
		// A log as builds write it, larger than any window.
		ToolResult.Empty();
		ToolResult.Reserve(ChatStoryPrivate::ResultCharacters + 200);
		for (int32 Line = 0; ToolResult.Len() < ChatStoryPrivate::ResultCharacters; ++Line)
		{
			ToolResult += FString::Printf(TEXT("[%d/99999] Compile [x64] Module.Level%d.cpp: warning C4996: 'Old%d': deprecated\n"), Line, Line % 977, Line % 89);
		}
		ToolHost = UChatSession::OnSessionCreated().AddWeakLambda(Values, [this](UChatSession* Session) { DeclareTool(Session); });
	});

	AfterEach([this]
	{
		UChatSession::OnSessionCreated().Remove(ToolHost);
		Sandbox.Reset();
	});

	It(TEXT("goes from the first word over a full window to the editor's exit, and on when the tab is opened again"), [this]
	{
		const int32 ObjectsBefore = StandIn::LiveObjectCount();
		const int32 TickersBefore = StandIn::TickerCount();
		const int32 ThreadsBefore = StandIn::OtherThreads().Num();
		const int32 ListenersBefore = GetMutableDefault<UVibeUESettings>()->OnSettingChanged().StandInBindingCount();

		// The first question, and the answer as it is written.
		if (!OpenTab())
		{
			return;
		}
		const FString Id = GetSession()->GetConversationId();
		TestEqual(TEXT("the bar of a new conversation"), FDrawnBar::Read().Color, FString(TEXT("green")));
		Type(TEXT("say the first half"));
		Until(TEXT("the first words, long before the last ones"), [this] { return Read().Contains(TEXT("The first half.")); });
		TestFalse(TEXT("the last words are there with the first ones"), Read().Contains(TEXT("The second half.")));
		GetSession()->CancelTurn();
		Until(TEXT("the end of the turn"), [this] { return Turns.Num() == 1 && Turns.Last().bEnded; });
		Settle();
		Type(TEXT("count slowly"));
		Until(TEXT("the whole answer"), [this] { return Read().Contains(TEXT("one two three four five six seven eight")); });
		Settle();

		TellHugeResult();
		TellSummarization();
		TellUndoAndThreshold();
		if (HasAnyErrors())
		{
			return;
		}
		TestEqual(TEXT("what failed on the way"), Errors.Num(), 0);

		// The editor ends in the middle of an answer.
		Type(TEXT("begin and take your time"));
		Until(TEXT("the beginning of the answer"), [this] { return Read().Contains(TEXT("The beginning.")); });
		const TArray<FString> Before = ReadHistory();
		const TArray<FVibeUESummaryRow> SummariesBefore = GetSession()->GetSummaries();
		LogUsage();
		FCoreDelegates::OnEnginePreExit.Broadcast();
		TestTrue(TEXT("the window holds no session any more"), GetSession() == nullptr);
		Until(TEXT("the end of all threads"), [ThreadsBefore] { return StandIn::OtherThreads().Num() <= ThreadsBefore; });
		TestJournal(Id, TEXT("The beginning."));
		CloseTab();
		CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
		TestEqual(TEXT("objects that are left"), StandIn::LiveObjectCount() - ObjectsBefore, 0);
		TestEqual(TEXT("tickers that are left"), StandIn::TickerCount() - TickersBefore, 0);
		TestEqual(TEXT("listeners to the settings that are left"),
			GetMutableDefault<UVibeUESettings>()->OnSettingChanged().StandInBindingCount() - ListenersBefore, 0);

		// The same history, and what had arrived of the last answer.
		Warnings.Empty();
		if (!OpenTab())
		{
			return;
		}
		TestEqual(TEXT("the conversation"), GetSession()->GetConversationId(), Id);
		const TArray<FString> After = ReadHistory();
		TestEqual(TEXT("messages"), After.Num(), Before.Num() + 1);
		for (int32 Index = 0; Index < FMath::Min(Before.Num(), After.Num()); ++Index)
		{
			TestTrue(FString::Printf(TEXT("message %d is as it was: %s"), Index + 1, *Before[Index].Left(80)), After[Index] == Before[Index]);
		}
		TestTrue(TEXT("the last one is what had come"), After.Last().Contains(TEXT("The beginning.")) && !After.Last().Contains(TEXT("The end.")));
		const TArray<FVibeUESummaryRow> SummariesAfter = GetSession()->GetSummaries();
		TestEqual(TEXT("summaries"), SummariesAfter.Num(), SummariesBefore.Num());
		for (int32 Index = 0; Index < FMath::Min(SummariesBefore.Num(), SummariesAfter.Num()); ++Index)
		{
			TestEqual(TEXT("in force"), SummariesAfter[Index].bInForce, SummariesBefore[Index].bInForce);
		}
		Until(TEXT("the window to show its end"), [this] { return Read().Contains(TEXT("The beginning.")); });
		TestEqual(TEXT("warnings"), FString::Join(Warnings, TEXT("; ")), FString());
		Say(TEXT("and on"));
		TestTrue(TEXT("the answer"), Read().Contains(TEXT("You said: and on")));

		// The host leaves for good with this one in flight, and looks for what is left.
		Type(TEXT("wait for ever"));
		Until(TEXT("the request to be under way"), [this] { return GetSession()->GetState() == EVibeUEChatState::Streaming; });
		if (StandIn::LeavesAfterThisCase())
		{
			Sandbox->LeaveOpen();
		}
	});
}

#endif
