// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SAIChatWindow.h"

#include "Framework/Docking/TabManager.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Docking/SDockTab.h"
#include "Widgets/Input/SMultiLineEditableTextBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SStatusLine.h"
#include "Widgets/SSummaryBadge.h"
#include "Widgets/STokenBar.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FTokenBarSpec, "VibeUE.TokenBar", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
END_DEFINE_SPEC(FTokenBarSpec)

void FTokenBarSpec::Define()
{
	It(TEXT("shows the numbers, and marks an estimate"), [this]
	{
		const TSharedRef<STokenBar> Bar = SNew(STokenBar);
		TestEqual(TEXT("before"), Bar->GetLabel().ToString(), FString(TEXT("Tokens: not counted yet")));
		FVibeUETokenUsage Usage;
		Usage.Used = 12345;
		Usage.Available = 103000;
		Usage.Percent = 11.985;
		Usage.bExact = true;
		Bar->SetUsage(Usage, FVibeUETrigger(), FVibeUECosts());
		TestEqual(TEXT("exact"), Bar->GetLabel().ToString(), FString(TEXT("Tokens: 12,345 / 103,000 (12 %)")));
		Usage.bExact = false;
		Usage.ErrorBound = 0.1;
		Usage.ToolResults = 9000;
		Bar->SetUsage(Usage, FVibeUETrigger(), FVibeUECosts());
		TestEqual(TEXT("estimated"), Bar->GetLabel().ToString(), FString(TEXT("Tokens: ~12,345 / 103,000 (12 %)")));
		TestTrue(TEXT("breakdown"), Bar->GetBreakdown().ToString().Contains(TEXT("Tool results: 9,000")));
		TestFalse(TEXT("what is 0 is left out"), Bar->GetBreakdown().ToString().Contains(TEXT("Images")));
	});

	It(TEXT("is green below 70 %, yellow below 90 %, and red above"), [this]
	{
		const FLinearColor Green = STokenBar::GetColor(0.0);
		const FLinearColor Yellow = STokenBar::GetColor(70.0);
		const FLinearColor Red = STokenBar::GetColor(90.0);
		TestTrue(TEXT("green"), Green.G > Green.R && STokenBar::GetColor(69.9) == Green);
		TestTrue(TEXT("yellow"), Yellow.R > Yellow.B && Yellow.G > Yellow.B && STokenBar::GetColor(89.9) == Yellow);
		TestTrue(TEXT("red"), Red.R > Red.G && STokenBar::GetColor(1000.0) == Red);
	});
}

#if defined(STANDIN)

BEGIN_DEFINE_SPEC(FChatWindowSpec, "VibeUE.Window", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<SAIChatWindow> Window;
TSharedPtr<SDockTab> Tab;
int32 Ends = 0;
int32 Applied = 0;

/** Opens the tab as a person does, and waits until the conversation is open. */
bool OpenTab()
{
	Tab = FGlobalTabmanager::Get()->TryInvokeTab(FName(TEXT("VibeUEChat")));
	if (!TestTrue(TEXT("the tab"), Tab.IsValid()))
	{
		return false;
	}
	Window = StandIn::Find<SAIChatWindow>(Tab.ToSharedRef());
	if (!TestTrue(TEXT("the window"), Window.IsValid()))
	{
		return false;
	}
	UChatSession* Session = Window->GetSession();
	Session->OnTurnEnded().AddWeakLambda(Session, [this](int64, EVibeUETurnEnd) { ++Ends; });
	Session->OnSummarizationComplete().AddWeakLambda(Session, [this](bool bSuccess, const FString&) { Applied += bSuccess ? 1 : 0; });
	return TestTrue(TEXT("open"), StandIn::FramesUntil([this] { return Window->GetSession()->GetState() == EVibeUEChatState::Idle; }, 30.0));
}

void CloseTab()
{
	Window.Reset();
	if (Tab.IsValid())
	{
		Tab->RequestCloseTab();
		Tab.Reset();
	}
	StandIn::Frames(2);
}

/** Types a message and sends it by Enter. */
void Type(const FString& Text)
{
	StandIn::Focus(StandIn::Find<SMultiLineEditableTextBox>(StandIn::Find<SChatInput>(Window.ToSharedRef()).ToSharedRef()));
	StandIn::TypeText(Text);
	StandIn::PressKey(EKeys::Enter);
}

/** Submits a message, and waits for the end of its turn and of everything that follows from it. */
bool Say(const FString& Text)
{
	const int32 Before = Ends;
	return Window->GetSession()->SubmitUserMessage(Text) && StandIn::FramesUntil([this, Before] { return Ends > Before; }, 30.0) && Settle();
}

/** Waits until nothing is under way any more. */
bool Settle()
{
	StandIn::Frames(2);
	return StandIn::FramesUntil([this]
	{
		return Window->GetSession()->GetState() == EVibeUEChatState::Idle && !Window->GetSession()->IsSummarizing();
	}, 30.0);
}

FString ReadWindow()
{
	return StandIn::ReadAll(Window.ToSharedRef());
}
END_DEFINE_SPEC(FChatWindowSpec)

void FChatWindowSpec::Define()
{
	BeforeEach([this]
	{
		Ends = 0;
		Applied = 0;
	});

	AfterEach([this]
	{
		CloseTab();
	});

	It(TEXT("shows what a person types and what the model answers"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab())
		{
			return;
		}
		Type(TEXT("Hello"));
		TestTrue(TEXT("answered"), StandIn::FramesUntil([this] { return ReadWindow().Contains(TEXT("You said: Hello")); }, 30.0));
		TestTrue(TEXT("settled"), Settle());
		const TSharedPtr<SMultiLineEditableTextBox> Box = StandIn::Find<SChatInput>(Window.ToSharedRef())->GetTextBox();
		TestEqual(TEXT("the box is empty again"), Box->GetText().ToString(), FString());
		StandIn::Focus(Box);
		StandIn::TypeText(TEXT("a"));
		StandIn::PressKey(EKeys::Enter, StandIn::Shift());
		StandIn::TypeText(TEXT("b"));
		TestEqual(TEXT("a line break"), Box->GetText().ToString(), FString(TEXT("a\nb")));
		TestEqual(TEXT("nothing was sent"), Window->GetSession()->GetMessageCount(), static_cast<int64>(2));
		TestTrue(TEXT("tokens"), ReadWindow().Contains(TEXT("Tokens:")));
	});

	It(TEXT("hides the tokens when the settings say so"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab())
		{
			return;
		}
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->bShowTokenCount = false;
		Settings->SaveAndNotify();
		StandIn::Frames(2);
		TestFalse(TEXT("tokens"), ReadWindow().Contains(TEXT("Tokens:")));
	});

	It(TEXT("shows an error with what to do, and goes on"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab())
		{
			return;
		}
		Type(TEXT("be unauthorized"));
		TestTrue(TEXT("shown"), StandIn::FramesUntil([this] { return ReadWindow().Contains(TEXT("Error")); }, 30.0));
		const FVibeUEError Error = Window->GetSession()->GetLastError();
		TestTrue(TEXT("what to do"), !Error.Hint.IsEmpty() && ReadWindow().Contains(Error.Hint));
		TestTrue(TEXT("settled"), Settle());
		Type(TEXT("again"));
		TestTrue(TEXT("answered"), StandIn::FramesUntil([this] { return ReadWindow().Contains(TEXT("You said: again")); }, 30.0));
	});

	It(TEXT("asks before a tool runs"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->OnToolCallApproved().AddWeakLambda(Session, [Session](const FString& CallId) { Session->AnswerToolCall(CallId, TEXT("A red door.")); });
		Type(TEXT("use look"));
		TestTrue(TEXT("asked"), StandIn::FramesUntil([this] { return StandIn::FindButton(Window.ToSharedRef(), TEXT("Approve")).IsValid(); }, 30.0));
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Approve")));
		TestTrue(TEXT("answered"), StandIn::FramesUntil([this] { return ReadWindow().Contains(TEXT("The tools said")); }, 30.0));
		TestTrue(TEXT("settled"), Settle());
	});

	It(TEXT("summarizes a long conversation by itself, says so, and takes it back"), [this]
	{
		if (!FTestConversation::UseServer(*this, 4000) || !OpenTab())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		bool bWasYellow = false;
		for (int32 Turn = 0; Turn < 40 && Applied == 0; ++Turn)
		{
			TestTrue(TEXT("said"), Say(FString::Printf(TEXT("write %d words"), 60 + Turn)));
			bWasYellow = bWasYellow || Session->GetTokenUsagePercent() >= 70.0;
		}
		TestTrue(TEXT("the bar was yellow"), bWasYellow);
		TestEqual(TEXT("summarized"), Applied, 1);
		StandIn::Frames(2);
		TestTrue(TEXT("status"), ReadWindow().Contains(TEXT("Summarized:")));
		const TSharedPtr<SSummaryBadge> Badge = StandIn::Find<SSummaryBadge>(Window.ToSharedRef());
		TestTrue(TEXT("badge"), Badge->IsShown() && ReadWindow().Contains(TEXT("Context summarized")));
		TestTrue(TEXT("its details"), Badge->GetDetails().ToString().StartsWith(TEXT("Summarized ")));
		StandIn::Frames(60 * 10);
		TestFalse(TEXT("the badge is gone in time"), Badge->IsShown());
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->bAutoSummarize = false;
		Settings->SaveAndNotify();
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Undo")));
		TestTrue(TEXT("undone"), StandIn::FramesUntil([Session] { return !Session->GetSummaries()[0].bInForce; }, 30.0));
	});

	It(TEXT("follows the newest row only while a person is at the end"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab())
		{
			return;
		}
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			TestTrue(TEXT("said"), Say(TEXT("write 80 words")));
		}
		StandIn::Frames(5);
		const TSharedPtr<SScrollBox> Box = StandIn::Find<SScrollBox>(StandIn::Find<SChatMessageList>(Window.ToSharedRef()).ToSharedRef());
		TestTrue(TEXT("at the end"), Box->GetScrollOffset() > 0.0f && Box->GetScrollOffsetOfEnd() - Box->GetScrollOffset() <= 20.0f);
		StandIn::Wheel(Box, 20.0f);
		StandIn::Frames(30);
		const float Above = Box->GetScrollOffset();
		TestTrue(TEXT("scrolled up"), Box->GetScrollOffsetOfEnd() - Above > 20.0f);
		TestTrue(TEXT("said again"), Say(TEXT("write 80 words")));
		StandIn::Frames(5);
		TestEqual(TEXT("still there"), Box->GetScrollOffset(), Above);
	});

	It(TEXT("shows the same conversation when it is opened again"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab())
		{
			return;
		}
		Type(TEXT("remember me"));
		TestTrue(TEXT("answered"), StandIn::FramesUntil([this] { return ReadWindow().Contains(TEXT("You said: remember me")); }, 30.0));
		TestTrue(TEXT("settled"), Settle());
		const FString Id = Window->GetSession()->GetConversationId();
		CloseTab();
		if (OpenTab())
		{
			StandIn::Frames(2);
			TestEqual(TEXT("id"), Window->GetSession()->GetConversationId(), Id);
			TestTrue(TEXT("text"), ReadWindow().Contains(TEXT("You said: remember me")));
		}
	});

	It(TEXT("lets the editor leave with a request in flight"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab())
		{
			return;
		}
		Type(TEXT("wait for ever"));
		TestTrue(TEXT("under way"), StandIn::FramesUntil([this] { return Window->GetSession()->GetState() == EVibeUEChatState::Streaming; }, 30.0));
		// The tab stays open: the way out is the module's business.
		Window.Reset();
		Tab.Reset();
	});
}

#endif // STANDIN

#endif
