// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Tests/SpecSandbox.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Details.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SSettingsConnection.h"

// The connection on the settings page: tested there, and replaced by what was found.
BEGIN_DEFINE_SPEC(FSettingsConnectionSpec, "VibeUE.Looks.Connection", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<SWidget> Page;

	/** Opens the part of the page by itself, for a picture. */
	void OpenScene();

	bool Click(const TCHAR* Label);
	bool UntilSeen(const TCHAR* Words);
END_DEFINE_SPEC(FSettingsConnectionSpec)

void FSettingsConnectionSpec::OpenScene()
{
	Page = SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Fill"))
		.BorderBackgroundColor(FStyleColors::Panel)
		.Padding(16.0f)
		[
			SNew(SSettingsConnection)
		];
	StandIn::ShowInWindow(Page.ToSharedRef(), 640.0f, 480.0f, TEXT("Project Settings"));
}

bool FSettingsConnectionSpec::Click(const TCHAR* Label)
{
	const bool bCame = StandIn::FramesUntil([this, Label] { return StandIn::FindButton(Page.ToSharedRef(), Label).IsValid(); }, FSpecSandbox::FramePatience);
	if (!TestTrue(FString::Printf(TEXT("a button says %s"), Label), bCame))
	{
		return false;
	}
	StandIn::Click(StandIn::FindButton(Page.ToSharedRef(), Label));
	return true;
}

bool FSettingsConnectionSpec::UntilSeen(const TCHAR* Words)
{
	const bool bSeen = StandIn::FramesUntil([this, Words] { return StandIn::ReadAll(Page.ToSharedRef()).Contains(Words); }, FSpecSandbox::FramePatience);
	return TestTrue(FString::Printf(TEXT("\"%s\" is in: %s"), Words, *StandIn::ReadAll(Page.ToSharedRef())), bSeen);
}

// Long because it lists its cases.
void FSettingsConnectionSpec::Define()
{
	BeforeEach([this]() { Sandbox = FSpecSandbox::Enter(); });
	AfterEach([this]()
	{
		StandIn::RenderNow();
		StandIn::CloseTestWindows();
		Page.Reset();
		Sandbox.Reset();
	});

	It(TEXT("is tested on the settings page, and replaced there by a server that was found"), [this]()
	{
		UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
		if (!FTestConversation::UseServer(*this, 96000))
		{
			return;
		}
		// Nothing that this machine has by chance.
		for (const TCHAR* const Name : {TEXT("OPENAI_API_KEY"), TEXT("ANTHROPIC_API_KEY"), TEXT("ANTHROPIC_AUTH_TOKEN"), TEXT("GEMINI_API_KEY"), TEXT("GOOGLE_API_KEY"), TEXT("OPENROUTER_API_KEY")})
		{
			Sandbox->SetEnvironment(Name, FString());
		}
		Sandbox->SetEnvironment(TEXT("PATH"), Sandbox->GetFolder());
		Settings->BaseUrl = TEXT("http://127.0.0.1:9/v1");
		Settings->ApiKey = TEXT("sk-of-before");
		Settings->Headers.Add(TEXT("X-Gateway"), TEXT("secret"));
		Settings->AgentCommand = TEXT("gemini --acp");
		Sandbox->SetEnvironment(TEXT("VIBEUE_LOCAL_SERVERS"), TEXT("vllm=") + FSpecSandbox::GetServer() + TEXT("/v1"));
		OpenScene();
		if (!Click(TEXT("Test connection")) || !UntilSeen(TEXT("The connection does not work yet.")))
		{
			return;
		}
		TestFalse(TEXT("it looks around unasked"), StandIn::ReadAll(Page.ToSharedRef()).Contains(TEXT("vLLM")));
		if (!Click(TEXT("Find servers, keys and agents")) || !UntilSeen(TEXT("vLLM")))
		{
			return;
		}
		TestFalse(TEXT("the page leads to itself"), StandIn::FindButton(Page.ToSharedRef(), TEXT("Open settings")).IsValid());
		StandIn::RenderNow();
		Click(TEXT("Use"));
		TestEqual(TEXT("a key that is saved does not go by one click"), Settings->ApiKey, FString(TEXT("sk-of-before")));
		Click(TEXT("Use, remove saved key and headers"));
		TestTrue(TEXT("nothing of the server before goes to this one"), Settings->ApiKey.IsEmpty() && Settings->Headers.IsEmpty());
		TestTrue(TEXT("it answers, and no agent"), Settings->AgentCommand.IsEmpty());
		TestEqual(TEXT("the server"), Settings->BaseUrl, FSpecSandbox::GetServer() + TEXT("/v1"));
		TestEqual(TEXT("the provider"), Settings->Provider, FString(TEXT("vllm")));
		Settings->Headers.Add(TEXT("X-Gateway"), TEXT("secret"));
		Click(TEXT("Use"));
		TestEqual(TEXT("headers for the same server stay"), Settings->Headers.Num(), 1);
		Settings->BaseUrl = TEXT("http://127.0.0.1:9/v1");
		Click(TEXT("Use"));
		TestEqual(TEXT("headers for another server do not go by one click"), Settings->Headers.Num(), 1);
		Click(TEXT("Use, remove headers"));
		TestEqual(TEXT("they go by the second"), Settings->Headers.Num(), 0);
		Click(TEXT("Test connection"));
		UntilSeen(TEXT("The connection works."));
	});

	It(TEXT("is a part of the page, below the key"), [this]()
	{
		Page = StandIn::MakeDetails(GetMutableDefault<UVibeUESettings>());
		StandIn::ShowInWindow(Page.ToSharedRef(), 900.0f, 6000.0f);
		StandIn::Frames();
		const FString Said = StandIn::ReadAll(Page.ToSharedRef());
		const int32 Test = Said.Find(TEXT("Test connection"));
		TestTrue(TEXT("below the key"), Test > Said.Find(TEXT("Keep in the system's credential store")) || Test > Said.Find(TEXT("Find the key")));
		TestTrue(TEXT("once"), Said.Find(TEXT("Test connection"), ESearchCase::CaseSensitive, ESearchDir::FromStart, Test + 1) == INDEX_NONE);
		TestTrue(TEXT("what is found is asked for"), Said.Contains(TEXT("Find servers, keys and agents")));
	});
}

#endif
