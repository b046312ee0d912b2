// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SToolCallRow.h"
#include "Widgets/Text/STextBlock.h"

#if defined(STANDIN)
#include "StandIn/Editor.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/**
 * The window in each of its states: what must be seen, and that nothing is cut off. The same scenes are what
 * `cargo run -p vibeue-plugin-tests --example picture` makes pictures of; VIBEUE_LOOKS_SIZE is the window's size then.
 */
BEGIN_DEFINE_SPEC(FChatWindowLooksSpec, "VibeUE.Looks", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens the tab in a window of this size, unless a picture of another size is asked for. */
bool OpenTab(float Width, float Height)
{
	return Window->OpenScene(Width, Height);
}

/** The folder of the sources that the agent reads, in the project of the stand-in. */
static FString GetSources()
{
	return FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("Source/Doors");
}

/** Writes a source file of about this many tokens. */
void WriteSource(const TCHAR* Name, int64 Tokens)
{
	FString Text = FString::Printf(TEXT("#include \"%s.h\"\n\nvoid A%s::BeginPlay()\n{\n\tSuper::BeginPlay();\n"), Name, Name);
	while (Text.Len() < 60000 && Window->GetSession()->EstimateTokenCount(Text) < Tokens)
	{
		for (int32 Line = 0; Line < 10; ++Line)
		{
			Text += FString::Printf(TEXT("\tPins[%d] = Generator->GetPower(EPowerGrid::Deck%d).ToConsumer(this, TEXT(\"%s\"));\n"), Text.Len() % 97, Line, Name);
		}
	}
	TestTrue(TEXT("a source is written"), FFileHelper::SaveStringToFile(Text + TEXT("}\n"), *(GetSources() / FString(Name) + TEXT(".cpp"))));
}

/** Tests that everything that can be seen lies within the window from left to right. */
void TestNothingIsCutOff()
{
	Window->TestNothingIsCutOff();
}

END_DEFINE_SPEC(FChatWindowLooksSpec)

// Long because it lists its cases.
void FChatWindowLooksSpec::Define()
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
		StandIn::ResetEditor();
		Sandbox.Reset();
		IFileManager::Get().DeleteDirectory(*GetSources(), false, true);
	});

	It(TEXT("a talk about a door: question, tool, code, summary, and an answer that is coming"), [this]
	{
		if (!FTestConversation::UseServer(*this, 16000))
		{
			return;
		}
		// The tools that ship, and what the stand-in's editor has: nothing in the picture is made up by the spec.
		StandIn::AddAsset(TEXT("/Game/Doors/BP_AirlockDoor"), TEXT("Blueprint"));
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->bOfferEditorTools = true;
		Settings->bOfferFileTools = true;
		Settings->bAskBeforeToolsRun = false;
		Settings->Model = TEXT("gpt-4o");
		Settings->RecentMessagesToKeep = 2;
		Settings->NoticeSeconds = 600.0;
		FSpecSandbox::Notify();
		if (!OpenTab(760.0f, 1080.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->RenameConversation(TEXT("The airlock door"));
		for (int32 Turn = 0; Turn < 10; ++Turn)
		{
			Window->Say(FTestConversation::Ask(Turn, 180 + Turn));
		}
		Window->Say(TEXT("Where is the generator?"));
		TestTrue(TEXT("asked for a summary"), Session->ForceSummarize(FString()));
		Window->UntilSeen(TEXT("Context summarized"));
		Window->UntilSeen(TEXT("Earlier messages summarized"));
		Window->Settle();
		const FVibeUETokenUsage Usage = Session->GetTokenBreakdown();
		const int64 Missing = static_cast<int64>(0.72 * static_cast<double>(Usage.Available)) - Usage.Used - 800;
		for (const TCHAR* const Name : {TEXT("AirlockDoor"), TEXT("Generator"), TEXT("PowerGrid")})
		{
			WriteSource(Name, FMath::Min<int64>(Missing / 3, 2500));
		}
		Window->Say(TEXT("Why does the airlock door stay shut? Please leave BP_Legacy alone."));
		TestTrue(TEXT("said"), Session->SubmitUserMessage(TEXT("Please do, and compile it.")));
		Window->UntilSeen(TEXT("check the hatch"));
		TestEqual(TEXT("each answer is there once"), Window->Count(TEXT("I'll read the sources first.")), 1);
		const double Percent = Session->GetTokenUsagePercent();
		TestTrue(FString::Printf(TEXT("%.1f %% is yellow"), Percent), Percent >= 70.0 && Percent < 90.0);
		TestTrue(TEXT("the tools are shown"), Window->Sees(TEXT("read_file")) && Window->Sees(TEXT("compile_blueprint")));
		TestNothingIsCutOff();
	});

	It(TEXT("the first time: nothing is set yet, and the window says what to do"), [this]
	{
		// Neither keys nor agents of the person's machine.
		for (const TCHAR* const Name : {TEXT("OPENAI_API_KEY"), TEXT("ANTHROPIC_API_KEY"), TEXT("ANTHROPIC_AUTH_TOKEN"), TEXT("GEMINI_API_KEY"),
				 TEXT("GOOGLE_API_KEY"), TEXT("OPENROUTER_API_KEY"), TEXT("PATH")})
		{
			Sandbox->SetEnvironment(Name, FString());
		}
		if (!OpenTab(480.0f, 640.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("Choose who answers"));
		Window->UntilSeen(TEXT("Ollama"));
		Window->UntilSeen(TEXT("No model server answers on this machine"));
		Window->Until(TEXT("the end of opening"), [this] { return Window->GetSession()->GetState() == EVibeUEChatState::Failed; });
		TestFalse(TEXT("no error beside it"), Window->Sees(TEXT("Error")));
		StandIn::RenderNow();
		const int32 Before = StandIn::ShownSettingsPages().Num();
		Window->Click(TEXT("Open settings"));
		TestEqual(TEXT("the settings are shown"), StandIn::ShownSettingsPages().Num(), Before + 1);
		TestNothingIsCutOff();
	});

	It(TEXT("a provider without its key is named, with the variable that holds it"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->Provider = TEXT("anthropic");
		Settings->Model = TEXT("claude-sonnet-4-5");
		FSpecSandbox::Notify();
		Sandbox->SetEnvironment(TEXT("ANTHROPIC_API_KEY"), FString());
		if (OpenTab(480.0f, 640.0f))
		{
			Window->UntilSeen(TEXT("needs a key"));
			Window->UntilSeen(TEXT("ANTHROPIC_API_KEY"));
		}
	});

	It(TEXT("an empty conversation that is ready says how to begin"), [this]
	{
		if (!FTestConversation::UseKnownModel(*this, 128000) || !OpenTab(480.0f, 640.0f) || !Window->Settle())
		{
			return;
		}
		Window->UntilSeen(TEXT("What are you working on?"));
		const auto CanSummarize = [this]
		{
			const TSharedPtr<SWidget> Button = StandIn::FindWhere(Window->Get(),
				[](const SWidget& Widget) { return Widget.StandInToolTipText().ToString().StartsWith(TEXT("Condense the earlier")); });
			return Button.IsValid() && StandIn::IsReallyEnabled(Button.ToSharedRef());
		};
		TestFalse(TEXT("there is something to summarize"), CanSummarize());
		const TSharedPtr<STextBlock> Title = StaticCastSharedPtr<STextBlock>(StandIn::FindByText(Window->Get(), TEXT("What are you working on?")));
		TestTrue(TEXT("a text is made once, and not in each frame"), Title->GetText().IdenticalTo(Title->GetText()));
		TestFalse(TEXT("nothing to set"), StandIn::FindButton(Window->Get(), TEXT("Open settings")).IsValid());
		StandIn::RenderNow();
		Window->Click(TEXT("Test connection"));
		Window->UntilSeen(TEXT("The connection works."));
		TestNothingIsCutOff();
		Window->Say(TEXT("Hello"));
		Window->UntilGone(TEXT("What are you working on?"));
		TestTrue(TEXT("there is something to summarize now"), CanSummarize());
	});

	It(TEXT("an error says what to do, tests the connection, and asks again"), [this]
	{
		if (!FTestConversation::UseKnownModel(*this, 128000) || !OpenTab(560.0f, 640.0f) || !Window->Settle())
		{
			return;
		}
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		const FString Right = Settings->BaseUrl;
		Settings->BaseUrl = TEXT("http://127.0.0.1:9/v1");
		FSpecSandbox::Notify();
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("said"), Session->SubmitUserMessage(TEXT("Where is the generator?")));
		Window->Until(TEXT("failed"), [this] { return Window->Ends > 0; });
		Window->UntilSeen(TEXT("Error"));
		Window->UntilSeen(*FChatSentence::Begin(Session->GetLastError().Hint));
		Window->Click(TEXT("Test connection"));
		StandIn::MovePointerAway();
		Window->UntilSeen(TEXT("The connection does not work yet."));
		TestFalse(TEXT("a number of the system's"), Window->Sees(TEXT("os error")));
		TestEqual(TEXT("what happened is said once"), Window->Count(TEXT("Connection refused")) + Window->Count(TEXT("connection refused")), 1);
		TestTrue(TEXT("the address can be changed"), StandIn::FindButton(Window->Get(), TEXT("Edit address")).IsValid());
		TestNothingIsCutOff();
		StandIn::RenderNow();
		Settings->BaseUrl = Right;
		FSpecSandbox::Notify();
		Window->Click(TEXT("Try again"));
		Window->UntilSeen(TEXT("the level holds one"));
		Window->Settle();
		Window->Until(TEXT("nothing to be left to try again"), [this] { return !StandIn::FindButton(Window->Get(), TEXT("Try again")).IsValid(); });
		TestEqual(TEXT("the message was sent once"), Session->GetMessageCount(), static_cast<int64>(2));
	});

	It(TEXT("Markdown of every kind, in a narrow dock too"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !OpenTab(320.0f, 1400.0f) || !Window->Settle())
		{
			return;
		}
		Window->Say(TEXT("Show me everything that you can write."));
		for (const TCHAR* Words : {TEXT("A heading"), TEXT("bold"), TEXT("italic"), TEXT("Second point"), TEXT("Third < point & more"), TEXT("What somebody else said."),
				 TEXT("link (https://example.com/page)"), TEXT("BP_Generator"), TEXT("1,204 kB"), TEXT("static_assert"), TEXT("The end.")})
		{
			Window->UntilSeen(Words);
		}
		TestFalse(TEXT("no marks are left"), Window->Sees(TEXT("**")) || Window->Sees(TEXT("```")) || Window->Sees(TEXT("&lt;")) || Window->Sees(TEXT("## ")));
		TestNothingIsCutOff();
	});

	It(TEXT("a tool that waits for approval shows what it would do"), [this]
	{
		if (!FTestConversation::UseKnownModel(*this, 128000) || !OpenTab(400.0f, 560.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"delete_asset\", \"parameters\": {\"type\": \"object\"}, \"access\": \"destructive\"}]"));
		Session->SubmitUserMessage(TEXT("Please delete BP_Old, nothing uses it any more."));
		for (const TCHAR* Words : {TEXT("Allow once"), TEXT("delete_asset"), TEXT("/Game/Doors/BP_Old"), TEXT("waits for your approval"), TEXT("permanent changes that cannot be undone")})
		{
			Window->UntilSeen(Words);
		}
		const TSharedRef<SToolCallRow> Row = StandIn::Find<SToolCallRow>(Window->Get()).ToSharedRef();
		int32 Shown = 0;
		for (const TSharedRef<SWidget>& Words : StandIn::FindAllWhere(Row, [](const SWidget& Widget) { return Widget.StandInText().ToString().Contains(TEXT("BP_Old")); }))
		{
			Shown += StandIn::IsOnScreen(Words) ? 1 : 0;
		}
		TestEqual(TEXT("the arguments are shown once"), Shown, 1);
		for (const TCHAR* Words : {TEXT("For this conversation"), TEXT("Always in this project")})
		{
			TestFalse(FString(TEXT("offered for what cannot be taken back: ")) + Words, StandIn::FindButton(Row, Words).IsValid());
		}
		TestNothingIsCutOff();
		StandIn::RenderNow();
		Window->Click(TEXT("Deny"));
		Window->UntilSeen(TEXT("denied"));
		Window->Until(TEXT("the turn ends"), [this] { return Window->Ends > 0; });
	});

	It(TEXT("a dry run shows what a turn would change, and asks nobody"), [this]
	{
		const FString Door = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT("Doors.ini");
		FFileHelper::SaveStringToFile(TEXT("[Doors]\nSwing=90\nLocked=False\n"), *Door);
		if (!FTestConversation::UseServer(*this, 96000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->bOfferFileTools = true;
		if (!OpenTab(400.0f, 560.0f) || !Window->Settle())
		{
			return;
		}
		Window->Click(TEXT("Dry run"));
		Window->GetSession()->SubmitUserMessage(TEXT("use edit_file {\"path\": \"Doors.ini\", \"old_text\": \"Locked=False\", \"new_text\": \"Locked=True\"}"));
		for (const TCHAR* Words : {TEXT("dry run: not done"), TEXT("Nothing was changed. The call would do this:"), TEXT("+Locked=True")})
		{
			Window->UntilSeen(Words);
		}
		Window->Until(TEXT("the turn ends"), [this] { return Window->Ends > 0; });
		TestFalse(TEXT("a question"), Window->Sees(TEXT("Allow once")));
		TestNothingIsCutOff();
		StandIn::RenderNow();
		IFileManager::Get().Delete(*Door);
	});

	It(TEXT("what changes the history takes nothing away and shows nothing twice"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !OpenTab(480.0f, 900.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"delete_asset\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}, {\"name\": "
							   "\"compile_blueprint\", \"parameters\": {\"type\": \"object\"}}]"));
		Window->Say(TEXT("The red door"));
		const int64 First = Session->GetMessages(0, 1)[0].Id;
		// Both are done before the window hears of either.
		const int64 Before = Session->GetMessageCount();
		TestTrue(TEXT("pins"), Session->PinMessage(First, true));
		TestTrue(TEXT("says"), Session->SubmitUserMessage(TEXT("The blue door")));
		const double End = FPlatformTime::Seconds() + FSpecSandbox::Patience;
		while (Session->GetMessageCount() < Before + 2 && FPlatformTime::Seconds() < End)
		{
			FPlatformProcess::Sleep(0.01f);
		}
		TestEqual(TEXT("messages that the session has"), Session->GetMessageCount(), Before + 2);
		Window->Until(TEXT("the end of the second turn"), [this] { return Window->Ends == 2; });
		Window->Settle();
		TestEqual(TEXT("the answer is there once"), Window->Count(TEXT("You said: The blue door")), 1);

		Session->SubmitUserMessage(TEXT("use delete_asset {\"asset\": \"/Game/Doors/BP_Old\"}"));
		Window->UntilSeen(TEXT("Allow once"));
		Session->PinMessage(First, false);
		Window->UntilGone(TEXT("pinned"));
		TestTrue(TEXT("still asked"), StandIn::FindButton(Window->Get(), TEXT("Allow once")).IsValid());
		Session->CancelTurn();
		Window->Until(TEXT("the end of the third turn"), [this] { return Window->Ends == 3; });
		Window->Settle();
		Window->UntilGone(TEXT("waits for your approval"));
		Window->UntilGone(TEXT("running"));

		Session->OnToolCallRequested().AddWeakLambda(Session, [Session](const FVibeUEToolCall& Call) { Session->AnswerToolCall(Call.CallId, TEXT("compiled")); });
		Session->SubmitUserMessage(TEXT("Please do, and compile it."));
		Window->UntilSeen(TEXT("check the hatch"));
		Session->PinMessage(First, true);
		Window->UntilSeen(TEXT("pinned"));
		TestEqual(TEXT("what came stays"), Window->Count(TEXT("check the hatch")), 1);
		// The picture is of the turn's end, not of how far it has come.
		Window->Until(TEXT("the end of the fourth turn"), [this] { return Window->Ends == 4; });
		Window->Settle();
	});

	It(TEXT("two hundred messages in a wide window"), [this]
	{
		// Talked without a window, because a frame of the stand-in lays all rows out.
		FTestConversation Chat;
		if (!FTestConversation::UseKnownModel(*this, 128000) || !Chat.Open(*this))
		{
			return;
		}
		for (int32 Turn = 0; Turn < 100; ++Turn)
		{
			if (!TestTrue(TEXT("said"), Chat.Say(FTestConversation::AskPlainly(Turn))))
			{
				return;
			}
		}
		Chat.Session->RenameConversation(TEXT("Through the decks"));
		Chat.WaitUntil([&Chat] { return Chat.Session->GetTitle() == TEXT("Through the decks"); });
		TestEqual(TEXT("messages"), Chat.Session->GetMessageCount(), static_cast<int64>(200));
		Chat.Close();
		if (!OpenTab(1600.0f, 900.0f) || !Window->Settle())
		{
			return;
		}
		TestTrue(TEXT("the older half waits for a click"), StandIn::Find<SChatMessageList>(Window->Get())->GetRowCount() < 150);
		Window->UntilSeen(TEXT("How does the console on deck 12 know the pressure?"));
		Window->UntilSeen(TEXT("but then each console has to be set by hand."));
		TestNothingIsCutOff();
	});
}

#endif
