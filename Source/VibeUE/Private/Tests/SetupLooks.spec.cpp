// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "VibeUESettings.h"
#include "Widgets/Input/SEditableTextBox.h"
#include "Widgets/SSetupOffers.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Host.h"
#include "StandIn/Slate.h"

// The window before anybody was chosen: what the machine offers, each with a button. The scripted server plays one of this machine.
BEGIN_DEFINE_SPEC(FSetupLooksSpec, "VibeUE.Looks.start", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;

	/** Puts the scripted server where one of this machine is looked for. */
	void OfferServer();

	/** Puts a program with the name of an agent into the only folder of the path. */
	void OfferAgent();

	/** Clicks the button that uses the offer with this tool tip. */
	bool UseOffer(const TCHAR* Place);

	TSharedPtr<SSetupOffers> FindOffers() const;

	static UVibeUESettings* GetSettings();
END_DEFINE_SPEC(FSetupLooksSpec)

UVibeUESettings* FSetupLooksSpec::GetSettings()
{
	return GetMutableDefault<UVibeUESettings>();
}

void FSetupLooksSpec::OfferServer()
{
	Sandbox->SetEnvironment(TEXT("VIBEUE_LOCAL_SERVERS"), TEXT("vllm=") + FSpecSandbox::GetServer() + TEXT("/v1"));
}

void FSetupLooksSpec::OfferAgent()
{
	const FString Program = Sandbox->GetFolder() / TEXT("bin/gemini");
	IFileManager::Get().MakeDirectory(*FPaths::GetPath(Program), true);
	TestEqual(TEXT("the program is there"), static_cast<int32>(IFileManager::Get().Copy(*Program, TEXT("/bin/sh"))), 0);
	Sandbox->SetEnvironment(TEXT("PATH"), FPaths::GetPath(Program));
}

bool FSetupLooksSpec::UseOffer(const TCHAR* Place)
{
	return Window->UntilSeen(TEXT("Use")) && Window->ClickIcon(*(FString(TEXT("Saves it in the settings: ")) + Place));
}

TSharedPtr<SSetupOffers> FSetupLooksSpec::FindOffers() const
{
	return StandIn::Find<SSetupOffers>(Window->Get());
}

// Long because it lists its cases.
void FSetupLooksSpec::Define()
{
	BeforeEach([this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		for (const TCHAR* const Name : {TEXT("OPENAI_API_KEY"), TEXT("ANTHROPIC_API_KEY"), TEXT("ANTHROPIC_AUTH_TOKEN"), TEXT("GEMINI_API_KEY"),
				 TEXT("GOOGLE_API_KEY"), TEXT("OPENROUTER_API_KEY")})
		{
			Sandbox->SetEnvironment(Name, FString());
		}
		Sandbox->SetEnvironment(TEXT("PATH"), Sandbox->GetFolder());
	});
	AfterEach([this]()
	{
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("with what was found: a server, a key and an agent"), [this]()
	{
		OfferServer();
		OfferAgent();
		Sandbox->SetEnvironment(TEXT("ANTHROPIC_API_KEY"), TEXT("sk-ant-of-nobody-else"));
		if (!Window->OpenScene(480.0f, 640.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("Start with what was found"));
		for (const TCHAR* const Words : {TEXT("vLLM"), TEXT("Runs on this machine; a window of 128,000 tokens"), TEXT("gpt-4o"), TEXT("Key in ANTHROPIC_API_KEY, model claude-sonnet-5-5"),
				 TEXT("Gemini CLI"), TEXT("An agent with its own sign-in"), TEXT("Paste a key"), TEXT("Open settings"), TEXT("Look again")})
		{
			Window->UntilSeen(Words);
		}
		TestEqual(TEXT("one button for each"), Window->Count(TEXT("Use")), 3);
		TestFalse(TEXT("a key is shown"), Window->Read().Contains(TEXT("sk-ant-of-nobody-else")));
	});

	It(TEXT("uses a server: the conversation opens, and it answers"), [this]()
	{
		OfferServer();
		GetSettings()->ApiKey = TEXT("sk-of-another-server");
		if (!Window->OpenScene(480.0f, 640.0f) || !UseOffer(*FSpecSandbox::GetServer()))
		{
			return;
		}
		// What a person typed once is not removed by one click.
		TestEqual(TEXT("the key is still there"), GetSettings()->ApiKey, FString(TEXT("sk-of-another-server")));
		Window->Click(TEXT("Use, remove saved key"));
		Window->UntilSeen(TEXT("What are you working on?"));
		TestEqual(TEXT("provider"), GetSettings()->Provider, FString(TEXT("vllm")));
		TestEqual(TEXT("address"), GetSettings()->BaseUrl, FSpecSandbox::GetServer() + TEXT("/v1"));
		TestEqual(TEXT("model"), GetSettings()->Model, FString(TEXT("gpt-4o")));
		TestEqual(TEXT("another server's key"), GetSettings()->ApiKey, FString());
		Window->Follow();
		Window->Say(TEXT("Hello"));
		TestEqual(TEXT("the server answered"), Window->GetSession()->GetMessageCount(EVibeUEHistory::Transcript), static_cast<int64>(2));
	});

	It(TEXT("uses a key of the environment by the name of its variable"), [this]()
	{
		Sandbox->SetEnvironment(TEXT("GEMINI_API_KEY"), TEXT("AIza-of-nobody-else"));
		if (!Window->OpenScene(480.0f, 640.0f) || !Window->UntilSeen(TEXT("Key in GEMINI_API_KEY")))
		{
			return;
		}
		// Drawn before it is used: what the service says to a key of nobody, and when, is not this window's.
		StandIn::RenderNow();
		if (!UseOffer(TEXT("GEMINI_API_KEY")))
		{
			return;
		}
		Window->UntilSeen(TEXT("What are you working on?"));
		TestEqual(TEXT("provider"), GetSettings()->Provider, FString(TEXT("gemini")));
		TestEqual(TEXT("model"), GetSettings()->Model, FString(TEXT("gemini-pro-latest")));
		TestEqual(TEXT("variable"), GetSettings()->ApiKeyVariable, FString(TEXT("GEMINI_API_KEY")));
		TestEqual(TEXT("the key itself"), GetSettings()->ApiKey, FString());
	});

	It(TEXT("uses an agent, which still waits for a permission"), [this]()
	{
		OfferAgent();
		if (!Window->OpenScene(480.0f, 640.0f) || !UseOffer(TEXT("gemini --acp")))
		{
			return;
		}
		Window->UntilSeen(TEXT("waits for your permission"));
		TestEqual(TEXT("command"), GetSettings()->AgentCommand, FString(TEXT("gemini --acp")));
	});

	It(TEXT("takes a pasted key for the service whose form it has, and no other"), [this]()
	{
		if (!Window->OpenScene(480.0f, 640.0f))
		{
			return;
		}
		Window->Click(TEXT("Paste a key\u2026"));
		Window->UntilSeen(TEXT("It is saved in this project's Saved folder"));
		const TSharedPtr<SEditableTextBox> Field = StandIn::Find<SEditableTextBox>(FindOffers().ToSharedRef());
		StandIn::Click(Field);
		StandIn::TypeText(TEXT("sk-0123456789abcdef"));
		Window->UntilSeen(TEXT("Several services use keys in this format"));
		TestFalse(TEXT("can be used"), StandIn::IsReallyEnabled(StandIn::FindButton(Window->Get(), TEXT("Use key")).ToSharedRef()));
		Field->SetText(FText::GetEmpty());
		StandIn::TypeText(TEXT("sk-ant-api03-of-nobody-else"));
		Window->UntilSeen(TEXT("This is a key for Anthropic: claude-sonnet-5-5 will answer."));
		TestEqual(TEXT("the key is in its masked field alone"), Window->Count(TEXT("of-nobody-else")), 1);
		StandIn::RenderNow();
		Window->Click(TEXT("Use key"));
		Window->UntilSeen(TEXT("What are you working on?"));
		TestEqual(TEXT("provider"), GetSettings()->Provider, FString(TEXT("anthropic")));
		TestEqual(TEXT("key"), GetSettings()->ApiKey, FString(TEXT("sk-ant-api03-of-nobody-else")));
		GetSettings()->ApiKey.Empty();
	});

	It(TEXT("sets its words as wide as the dock lets it, also when they become longer or the dock wider"), [this]()
	{
		const auto GetWidth = [this](const TCHAR* Words)
		{
			const TSharedPtr<SWidget> Text = StandIn::FindByText(Window->Get(), Words, true);
			return Text.IsValid() ? FVector2f(Text->StandInGeometry().GetLocalSize()).X : 0.0f;
		};
		if (!Window->OpenScene(360.0f, 640.0f) || !Window->UntilSeen(TEXT("No model server answers on this machine")))
		{
			return;
		}
		TestEqual(TEXT("in a narrow dock"), GetWidth(TEXT("No model server answers on this machine")), GetWidth(TEXT("Choose who answers")));
		StandIn::ResizeWindow(StandIn::Windows()[0], 700.0f, 640.0f);
		Window->Until(TEXT("the wide column"), [GetWidth] { return GetWidth(TEXT("No model server answers on this machine")) == 420.0f && GetWidth(TEXT("Choose who answers")) == 420.0f; });
	});

	It(TEXT("looks again for what was started meanwhile, and says what is wrong with where it looks"), [this]()
	{
		if (!Window->OpenScene(480.0f, 640.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("Choose who answers"));
		Window->UntilSeen(TEXT("No model server answers on this machine"));
		Sandbox->SetEnvironment(TEXT("VIBEUE_LOCAL_SERVERS"), TEXT("vllm=http://10.0.0.2:8000/v1"));
		Window->Click(TEXT("Look again"));
		Window->UntilSeen(TEXT("10.0.0.2"));
		OfferServer();
		Window->Click(TEXT("Look again"));
		Window->UntilSeen(TEXT("Start with what was found"));
		Window->UntilGone(TEXT("10.0.0.2"));
		const int32 Before = StandIn::ShownSettingsPages().Num();
		Window->Click(TEXT("Open settings"));
		TestEqual(TEXT("the settings are shown"), StandIn::ShownSettingsPages().Num(), Before + 1);
	});

	It(TEXT("looks for nothing where somebody answers already"), [this]()
	{
		OfferServer();
		Sandbox->UseServer();
		if (!Window->OpenScene(480.0f, 640.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("What are you working on?"));
		TestFalse(TEXT("it looked"), FindOffers().IsValid() && FindOffers()->HasLooked());
	});
}

#endif
