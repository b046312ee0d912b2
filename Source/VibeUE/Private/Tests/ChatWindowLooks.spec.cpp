// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SAIChatWindow.h"

#include "Framework/Docking/TabManager.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "HAL/PlatformProcess.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Docking/SDockTab.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SMultiLineEditableTextBox.h"
#include "Widgets/Layout/SScrollBox.h"
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
	FollowTurns();
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

/** Counts the turns of the conversation that is shown now. */
void FollowTurns()
{
	UChatSession* Session = Window->GetSession();
	Session->OnTurnEnded().AddWeakLambda(Session, [this](int64, EVibeUETurnEnd) { ++Ends; });
}

/** Clicks the first button whose tooltip begins so. */
void ClickIcon(const TCHAR* ToolTip)
{
	const TSharedPtr<SWidget> Holder = StandIn::FindWhere(Window.ToSharedRef(), [ToolTip](const SWidget& Widget)
	{
		return Widget.StandInToolTipText().ToString().StartsWith(ToolTip) && StandIn::IsOnScreen(const_cast<SWidget&>(Widget).AsShared());
	});
	if (TestTrue(FString::Printf(TEXT("a button that says \"%s\""), ToolTip), Holder.IsValid()))
	{
		StandIn::Click(StandIn::Find<SButton>(Holder.ToSharedRef()));
	}
}

bool Sees(const TCHAR* Words)
{
	return StandIn::ReadAll(Window.ToSharedRef()).Contains(Words);
}

/** Returns how often words can be seen. */
int32 Count(const TCHAR* Words)
{
	TArray<FString> Parts;
	return StandIn::ReadAll(Window.ToSharedRef()).ParseIntoArray(Parts, Words, false) - 1;
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
		if (!FTestConversation::UseServer(*this, 12000))
		{
			return;
		}
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->Model = TEXT("gpt-4o");
		Settings->RecentMessagesToKeep = 2;
		Settings->NoticeSeconds = 600.0;
		Settings->SaveAndNotify();
		if (!OpenTab(760.0f, 1080.0f) || !WaitUntilIdle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->RenameConversation(TEXT("The airlock door"));
		for (int32 Turn = 0; Turn < 10; ++Turn)
		{
			Say(FString::Printf(TEXT("write %d words"), 120 + Turn));
		}
		Say(TEXT("Where is the generator?"));
		TestTrue(TEXT("asked for a summary"), Session->ForceSummarize(FString()));
		TestTrue(TEXT("summarized"), StandIn::FramesUntil([this] { return Sees(TEXT("Context summarized")); }, 30.0));
		WaitUntilIdle();
		const FVibeUETokenUsage Usage = Session->GetTokenBreakdown();
		const int64 Missing = static_cast<int64>(0.745 * static_cast<double>(Usage.Available)) - Usage.Used - 800;
		AnswerTools(MakeBlueprint(FMath::Min<int64>(Missing / 3, 2500)));
		Say(TEXT("Why does the airlock door stay shut? Please never touch BP_Legacy."));
		TestTrue(TEXT("said"), Session->SubmitUserMessage(TEXT("Please do, and compile it.")));
		TestTrue(TEXT("an answer is coming"), StandIn::FramesUntil([this] { return Sees(TEXT("check the hatch")); }, 30.0));
		StandIn::Frames(5);
		TestEqual(TEXT("each answer is there once"), Count(TEXT("I'll read the Blueprints first.")), 1);
		const double Percent = Session->GetTokenUsagePercent();
		TestTrue(FString::Printf(TEXT("%.1f %% is yellow"), Percent), Percent >= 70.0 && Percent < 90.0);
		TestTrue(TEXT("the summary is told"), Sees(TEXT("Context summarized")) && Sees(TEXT("earlier messages are summarized")));
		TestTrue(TEXT("the tools are shown"), Sees(TEXT("read_blueprint")) && Sees(TEXT("compile_blueprint")));
		TestNothingIsCutOff();
	});

	It(TEXT("the first time: nothing is set yet, and the window says what to do"), [this]
	{
		if (!OpenTab(480.0f, 640.0f))
		{
			return;
		}
		StandIn::FramesUntil([this] { return Window->GetSession()->GetState() != EVibeUEChatState::Opening; }, 30.0);
		StandIn::Frames(5);
		TestTrue(TEXT("what is missing"), Sees(TEXT("Choose who answers")) && Sees(TEXT("Ollama")));
		TestFalse(TEXT("no error beside it"), Sees(TEXT("Error")));
		StandIn::RenderNow();
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Open settings")));
		TestEqual(TEXT("the settings are shown"), StandIn::ShownSettingsPages().Num(), 1);
		TestNothingIsCutOff();
	});

	It(TEXT("a provider without its key is named, with the variable that holds it"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->Provider = TEXT("anthropic");
		Settings->Model = TEXT("claude-sonnet-4-5");
		Settings->SaveAndNotify();
		if (FPlatformMisc::GetEnvironmentVariable(TEXT("ANTHROPIC_API_KEY")).IsEmpty() && OpenTab(480.0f, 640.0f))
		{
			StandIn::Frames(10);
			TestTrue(TEXT("what is missing"), Sees(TEXT("needs a key")) && Sees(TEXT("ANTHROPIC_API_KEY")));
		}
	});

	It(TEXT("an empty conversation that is ready says how to begin"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab(480.0f, 640.0f) || !WaitUntilIdle())
		{
			return;
		}
		StandIn::Frames(5);
		TestTrue(TEXT("welcome"), Sees(TEXT("What are you working on?")));
		TestFalse(TEXT("nothing to set"), StandIn::FindButton(Window.ToSharedRef(), TEXT("Open settings")).IsValid());
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Test connection")));
		TestTrue(TEXT("tested"), StandIn::FramesUntil([this] { return Sees(TEXT("The connection works.")); }, 30.0));
		TestNothingIsCutOff();
		Say(TEXT("Hello"));
		TestFalse(TEXT("the welcome is gone"), Sees(TEXT("What are you working on?")));
	});

	It(TEXT("an error says what to do, tests the connection, and asks again"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab(560.0f, 640.0f) || !WaitUntilIdle())
		{
			return;
		}
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		const FString Right = Settings->BaseUrl;
		Settings->BaseUrl = TEXT("http://127.0.0.1:9/v1");
		Settings->SaveAndNotify();
		StandIn::Frames(5);
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("said"), Session->SubmitUserMessage(TEXT("Is anybody there?")));
		TestTrue(TEXT("failed"), StandIn::FramesUntil([this] { return Ends > 0; }, 60.0));
		StandIn::Frames(5);
		TestTrue(TEXT("what to do"), Sees(TEXT("Error")) && Sees(*Session->GetLastError().Hint));
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Test connection")));
		TestTrue(TEXT("tested"), StandIn::FramesUntil([this] { return Sees(TEXT("The connection does not work yet.")); }, 60.0));
		StandIn::Frames(5);
		TestNothingIsCutOff();
		StandIn::RenderNow();
		Settings->BaseUrl = Right;
		Settings->SaveAndNotify();
		StandIn::Frames(5);
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Try again")));
		TestTrue(TEXT("answered"), StandIn::FramesUntil([this] { return Sees(TEXT("You said: Is anybody there?")); }, 30.0));
		WaitUntilIdle();
		StandIn::Frames(5);
		TestFalse(TEXT("nothing to try again"), StandIn::FindButton(Window.ToSharedRef(), TEXT("Try again")).IsValid());
		TestEqual(TEXT("the message was sent once"), Session->GetMessageCount(), static_cast<int64>(2));
	});

	It(TEXT("Markdown of every kind, in a narrow dock too"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab(320.0f, 1400.0f) || !WaitUntilIdle())
		{
			return;
		}
		Say(TEXT("Show me everything that you can write."));
		StandIn::Frames(10);
		for (const TCHAR* Words : {TEXT("A heading"), TEXT("bold"), TEXT("italic"), TEXT("Second point"), TEXT("Third < point & more"), TEXT("What somebody else said."),
				 TEXT("link (https://example.com/page)"), TEXT("BP_Generator   1,204 kB"), TEXT("static_assert"), TEXT("The end.")})
		{
			TestTrue(Words, Sees(Words));
		}
		TestFalse(TEXT("no marks are left"), Sees(TEXT("**")) || Sees(TEXT("```")) || Sees(TEXT("&lt;")) || Sees(TEXT("## ")));
		TestNothingIsCutOff();
	});

	It(TEXT("a tool that waits for approval shows what it would do"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab(400.0f, 560.0f) || !WaitUntilIdle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"delete_asset\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->SubmitUserMessage(TEXT("use delete_asset {\"asset\": \"/Game/Doors/BP_Old\"}"));
		TestTrue(TEXT("asked"), StandIn::FramesUntil([this] { return StandIn::FindButton(Window.ToSharedRef(), TEXT("Approve")).IsValid(); }, 30.0));
		StandIn::Frames(5);
		TestTrue(TEXT("what it would do"), Sees(TEXT("delete_asset")) && Sees(TEXT("/Game/Doors/BP_Old")) && Sees(TEXT("waits for your approval")));
		TestNothingIsCutOff();
		StandIn::RenderNow();
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Deny")));
		TestTrue(TEXT("denied"), StandIn::FramesUntil([this] { return Sees(TEXT("denied")); }, 30.0));
		TestTrue(TEXT("the turn ends"), StandIn::FramesUntil([this] { return Ends > 0; }, 30.0));
	});

	It(TEXT("what changes the history takes nothing away and shows nothing twice"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab(480.0f, 900.0f) || !WaitUntilIdle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"delete_asset\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}, {\"name\": "
							   "\"compile_blueprint\", \"parameters\": {\"type\": \"object\"}}]"));
		Say(TEXT("The red door"));
		const int64 First = Session->GetMessages(0, 1)[0].Id;
		// Both are done before the window hears of either.
		const int64 Before = Session->GetMessageCount();
		TestTrue(TEXT("pins"), Session->PinMessage(First, true));
		TestTrue(TEXT("says"), Session->SubmitUserMessage(TEXT("The blue door")));
		for (int32 Round = 0; Round < 3000 && Session->GetMessageCount() < Before + 2; ++Round)
		{
			FPlatformProcess::Sleep(0.01f);
		}
		TestTrue(TEXT("told"), StandIn::FramesUntil([this] { return Ends == 2; }, 30.0) && WaitUntilIdle());
		StandIn::Frames(5);
		TestEqual(TEXT("the answer is there once"), Count(TEXT("You said: The blue door")), 1);

		Session->SubmitUserMessage(TEXT("use delete_asset {\"asset\": \"/Game/Doors/BP_Old\"}"));
		TestTrue(TEXT("asked"), StandIn::FramesUntil([this] { return StandIn::FindButton(Window.ToSharedRef(), TEXT("Approve")).IsValid(); }, 30.0));
		Session->PinMessage(First, false);
		TestTrue(TEXT("released"), StandIn::FramesUntil([this] { return !Sees(TEXT("pinned")); }, 30.0));
		TestTrue(TEXT("still asked"), StandIn::FindButton(Window.ToSharedRef(), TEXT("Approve")).IsValid());
		Session->CancelTurn();
		TestTrue(TEXT("stopped"), StandIn::FramesUntil([this] { return Ends == 3; }, 30.0) && WaitUntilIdle());
		StandIn::Frames(5);
		TestFalse(TEXT("asked no more"), Sees(TEXT("waits for your approval")) || Sees(TEXT("running")));

		Session->OnToolCallRequested().AddWeakLambda(Session, [Session](const FVibeUEToolCall& Call) { Session->AnswerToolCall(Call.CallId, TEXT("compiled")); });
		Session->SubmitUserMessage(TEXT("Please do, and compile it."));
		TestTrue(TEXT("an answer is coming"), StandIn::FramesUntil([this] { return Sees(TEXT("check the hatch")); }, 30.0));
		Session->PinMessage(First, true);
		TestTrue(TEXT("pinned"), StandIn::FramesUntil([Session] { return Session->GetMessages(0, 1)[0].bPinned; }, 30.0));
		StandIn::Frames(5);
		TestEqual(TEXT("what came stays"), Count(TEXT("check the hatch")), 1);
	});

	It(TEXT("two hundred messages in a wide window"), [this]
	{
		// Talked without a window, because a frame of the stand-in lays all rows out.
		FTestConversation Chat;
		if (!FTestConversation::UseServer(*this, 100000) || !Chat.Open(*this))
		{
			return;
		}
		for (int32 Turn = 0; Turn < 100; ++Turn)
		{
			if (!TestTrue(TEXT("said"), Chat.Say(FString::Printf(TEXT("Message %d of many"), Turn))))
			{
				return;
			}
		}
		Chat.Close();
		if (!OpenTab(1600.0f, 900.0f) || !WaitUntilIdle())
		{
			return;
		}
		StandIn::Frames(5);
		TestTrue(TEXT("the older half waits for a click"), StandIn::Find<SChatMessageList>(Window.ToSharedRef())->GetRowCount() < 150);
		TestTrue(TEXT("the newest is seen"), Sees(TEXT("You said: Message 99 of many")));
		TestNothingIsCutOff();
	});

	It(TEXT("the history names conversations, finds them, and deletes one only after asking"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab(400.0f, 560.0f) || !WaitUntilIdle())
		{
			return;
		}
		const FString First = Window->GetSession()->GetConversationId();
		Say(TEXT("The red door"));
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("The red door")));
		StandIn::Frames(3);
		StandIn::TypeText(TEXT("Doors of the level\n"));
		TestTrue(TEXT("named"), StandIn::FramesUntil([this] { return Window->GetSession()->GetTitle() == TEXT("Doors of the level"); }, 30.0));
		ClickIcon(TEXT("Begin a new conversation"));
		WaitUntilIdle();
		TestNotEqual(TEXT("another conversation"), Window->GetSession()->GetConversationId(), First);
		FollowTurns();
		Say(TEXT("Ladders and stairs"));
		ClickIcon(TEXT("Show this project's conversations"));
		TestTrue(TEXT("listed"), StandIn::FramesUntil([this] { return Sees(TEXT("Doors of the level")) && Sees(TEXT("Ladders and stairs")); }, 30.0));
		StandIn::Frames(2);
		TestNothingIsCutOff();
		StandIn::RenderNow();
		ClickIcon(TEXT("Delete this conversation"));
		StandIn::Frames(2);
		TestTrue(TEXT("asked"), Sees(TEXT("for good?")));
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Keep")));
		TestEqual(TEXT("kept"), UChatSession::FindConversations().Num(), 2);
		ClickIcon(TEXT("Delete this conversation"));
		StandIn::Frames(2);
		StandIn::Click(StandIn::FindButton(Window.ToSharedRef(), TEXT("Delete")));
		StandIn::FramesUntil([this] { return !Sees(TEXT("Ladders and stairs")); }, 30.0);
		TestFalse(TEXT("gone from the list"), Sees(TEXT("Ladders and stairs")));
		StandIn::Click(StandIn::FindByText(Window.ToSharedRef(), TEXT("Doors of the level")));
		TestTrue(TEXT("opened"), StandIn::FramesUntil([this] { return Sees(TEXT("You said: The red door")); }, 30.0));
		TestEqual(TEXT("the first one"), Window->GetSession()->GetConversationId(), First);
	});

	It(TEXT("a summary can be read and corrected, and a message pinned"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000) || !OpenTab(480.0f, 800.0f) || !WaitUntilIdle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Say(FString::Printf(TEXT("write %d words"), 60 + Turn));
		}
		TestTrue(TEXT("asked for a summary"), Session->ForceSummarize(FString()));
		StandIn::Frames(5);
		WaitUntilIdle();
		StandIn::Wheel(StandIn::Find<SScrollBox>(Window.ToSharedRef()), 3.0f);
		StandIn::Frames(5);
		StandIn::Wheel(StandIn::Find<SScrollBox>(Window.ToSharedRef()), -100.0f);
		StandIn::Frames(5);
		const TSharedPtr<SWidget> Summary = StandIn::FindByText(Window.ToSharedRef(), TEXT("earlier messages are summarized"), true);
		if (!TestTrue(TEXT("the summary's row"), Summary.IsValid()))
		{
			return;
		}
		StandIn::Find<SScrollBox>(Window.ToSharedRef())->ScrollDescendantIntoView(Summary, false, EDescendantScrollDestination::TopOrLeft);
		StandIn::Frames(5);
		StandIn::Click(Summary);
		StandIn::Frames(3);
		TestFalse(TEXT("no tags of ours"), Sees(TEXT("<conversation-summary>")));
		StandIn::RenderNow();
		const TSharedPtr<SWidget> Edit = StandIn::FindButton(Window.ToSharedRef(), TEXT("Edit summary"));
		StandIn::Find<SScrollBox>(Window.ToSharedRef())->ScrollDescendantIntoView(Edit, false, EDescendantScrollDestination::Center);
		StandIn::Frames(3);
		StandIn::Click(Edit);
		StandIn::Frames(3);
		const TArray<TSharedRef<SMultiLineEditableTextBox>> Boxes = StandIn::FindAll<SMultiLineEditableTextBox>(Window.ToSharedRef());
		Boxes[0]->SetText(FText::FromString(TEXT("The person had words counted; nothing is open.")));
		const TSharedPtr<SWidget> Save = StandIn::FindButton(Window.ToSharedRef(), TEXT("Save"));
		StandIn::Find<SScrollBox>(Window.ToSharedRef())->ScrollDescendantIntoView(Save, false, EDescendantScrollDestination::Center);
		StandIn::Frames(3);
		StandIn::Click(Save);
		TestTrue(TEXT("corrected"), StandIn::FramesUntil([Session] { return Session->GetSummaries().Last().bEdited; }, 30.0));
		StandIn::Frames(3);
		ClickIcon(TEXT("Pin this message"));
		TestTrue(TEXT("pinned"), StandIn::FramesUntil([this] { return Sees(TEXT("pinned")); }, 30.0));
	});

	It(TEXT("an export is a file that can be found"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !OpenTab(400.0f, 560.0f) || !WaitUntilIdle())
		{
			return;
		}
		Window->GetSession()->RenameConversation(TEXT("Doors: red / blue?"));
		Say(TEXT("The red door"));
		ClickIcon(TEXT("Write the whole conversation"));
		const FString Folder = UChatSession::GetConversationFolder() / TEXT("Exports");
		TArray<FString> Names;
		TestTrue(TEXT("written"), StandIn::FramesUntil([&Names, Folder]
		{
			Names.Empty();
			IFileManager::Get().FindFiles(Names, *(Folder / TEXT("*.md")), true, false);
			return Names.Num() > 0;
		}, 30.0));
		StandIn::Frames(5);
		FString Text;
		if (TestEqual(TEXT("one file"), Names.Num(), 1) && TestTrue(TEXT("read"), FFileHelper::LoadFileToString(Text, *(Folder / Names[0]))))
		{
			TestTrue(TEXT("its name"), Names[0].StartsWith(TEXT("Doors  red   blue")));
			TestTrue(TEXT("its text"), Text.Contains(TEXT("You said: The red door")));
		}
	});
}

#endif
