// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SAIChatWindow.h"

#include "Framework/Docking/TabManager.h"
#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Docking/SDockTab.h"
#include "Widgets/SChatMessageList.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/**
 * The window in each of its states: what must be seen, and that nothing is cut off. The same scenes are what
 * `cargo run -p vibeue-plugin-tests --example picture` makes pictures of; VIBEUE_LOOKS_SIZE is the window's size then.
 */
BEGIN_DEFINE_SPEC(FChatWindowLooksSpec, "VibeUE.Looks", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<SAIChatWindow> Window;
TSharedPtr<SDockTab> Tab;
int32 Ends = 0;

/** Opens the tab in a window of this size, unless a picture of another size is asked for. */
bool OpenTab(float Width, float Height)
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
	FString AskedWidth;
	FString AskedHeight;
	if (FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_LOOKS_SIZE")).Split(TEXT("x"), &AskedWidth, &AskedHeight))
	{
		Width = FCString::Atof(*AskedWidth);
		Height = FCString::Atof(*AskedHeight);
	}
	StandIn::ResizeWindow(StandIn::Windows()[0], Width, Height);
	UChatSession* Session = Window->GetSession();
	if (Session != nullptr)
	{
		Session->OnTurnEnded().AddWeakLambda(Session, [this](int64, EVibeUETurnEnd) { ++Ends; });
	}
	StandIn::Frames(5);
	return true;
}

bool WaitUntilIdle()
{
	return TestTrue(TEXT("idle"), StandIn::FramesUntil([this]
	{
		return Window->GetSession()->GetState() == EVibeUEChatState::Idle && !Window->GetSession()->IsSummarizing();
	}, 30.0));
}

bool Say(const FString& Text)
{
	const int32 Before = Ends;
	return TestTrue(TEXT("said"), Window->GetSession()->SubmitUserMessage(Text)) &&
		TestTrue(TEXT("answered"), StandIn::FramesUntil([this, Before] { return Ends > Before; }, 30.0)) && WaitUntilIdle();
}

bool Sees(const TCHAR* Words)
{
	return StandIn::ReadAll(Window.ToSharedRef()).Contains(Words);
}

/** Lets tools answer by themselves. */
void AnswerTools(const FString& Result)
{
	UChatSession* Session = Window->GetSession();
	Session->SetTools(TEXT("[{\"name\": \"read_blueprint\", \"parameters\": {\"type\": \"object\"}}, {\"name\": \"compile_blueprint\", \"parameters\": "
						   "{\"type\": \"object\"}}]"));
	Session->OnToolCallRequested().AddWeakLambda(Session, [Session, Result](const FVibeUEToolCall& Call)
	{
		Session->AnswerToolCall(Call.CallId, Call.Name == TEXT("read_blueprint") ? Result : FString(TEXT("BP_AirlockDoor compiled: 0 errors, 0 warnings")));
	});
}

/** A Blueprint as a tool prints it, of so many tokens. */
FString MakeBlueprint(int64 Tokens)
{
	FString Text = TEXT("Blueprint /Game/Doors/BP_AirlockDoor, parent Actor\n");
	for (int32 Node = 0; Node < 2000; Node += 10)
	{
		for (int32 Line = Node; Line < Node + 10; ++Line)
		{
			Text += FString::Printf(TEXT("  Node K2Node_CallFunction_%d: Target=Generator, Function=GetPower, Pins=[exec, then, ReturnValue]\n"), Line);
		}
		if (Window->GetSession()->EstimateTokenCount(Text) >= Tokens)
		{
			break;
		}
	}
	return Text;
}

/** Tests that everything that can be seen lies within the window from left to right. */
void TestNothingIsCutOff()
{
	StandIn::Layout();
	const FVector2f Size = Window->GetCachedGeometry().GetLocalSize();
	const FVector2f Corner = Window->GetCachedGeometry().GetAbsolutePosition();
	for (const TSharedRef<SWidget>& Widget : StandIn::Descendants(Window.ToSharedRef()))
	{
		if (StandIn::IsOnScreen(Widget))
		{
			const FVector2f At = Widget->GetCachedGeometry().GetAbsolutePosition();
			const FVector2f Own = Widget->GetCachedGeometry().GetLocalSize();
			const bool bInside = At.X >= Corner.X - 0.5f && At.X + Own.X <= Corner.X + Size.X + 0.5f;
			TestTrue(FString::Printf(TEXT("%s (%s) lies within the window"), *FString(Widget->StandInTypeName()), *Widget->StandInText().ToString()), bInside);
		}
	}
}
END_DEFINE_SPEC(FChatWindowLooksSpec)

void FChatWindowLooksSpec::Define()
{
	BeforeEach([this]
	{
		Ends = 0;
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Window.Reset();
		if (Tab.IsValid())
		{
			Tab->RequestCloseTab();
			Tab.Reset();
		}
		StandIn::Frames(2);
	});

	It(TEXT("a talk about a door: question, tool, code, summary, and an answer that is coming"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000))
		{
			return;
		}
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->Model = TEXT("gpt-4o");
		Settings->NoticeSeconds = 600.0;
		Settings->SaveAndNotify();
		if (!OpenTab(760.0f, 980.0f) || !WaitUntilIdle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->RenameConversation(TEXT("The airlock door"));
		for (int32 Turn = 0; Turn < 12; ++Turn)
		{
			Say(FString::Printf(TEXT("write %d words"), 300 + Turn));
		}
		TestTrue(TEXT("asked for a summary"), Session->ForceSummarize(FString()));
		StandIn::Frames(5);
		WaitUntilIdle();
		const FVibeUETokenUsage Usage = Session->GetTokenBreakdown();
		AnswerTools(MakeBlueprint(static_cast<int64>(0.745 * static_cast<double>(Usage.Available)) - Usage.Used - 620));
		Say(TEXT("Why does the airlock door stay shut? Please never touch BP_Legacy."));
		TestTrue(TEXT("said"), Session->SubmitUserMessage(TEXT("Please do, and compile it.")));
		TestTrue(TEXT("an answer is coming"), StandIn::FramesUntil([this] { return Sees(TEXT("check the hatch")); }, 30.0));
		StandIn::Frames(5);
		const double Percent = Session->GetTokenUsagePercent();
		TestTrue(FString::Printf(TEXT("%.1f %% is yellow"), Percent), Percent >= 70.0 && Percent < 90.0);
		TestTrue(TEXT("the summary is told"), Sees(TEXT("Context summarized")));
		TestTrue(TEXT("the tool is shown"), Sees(TEXT("compile_blueprint")));
		TestNothingIsCutOff();
	});
}

#endif
