// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Slate.h"

BEGIN_DEFINE_SPEC(FAgentLooksSpec, "VibeUE.Looks.agent", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;

	/** Opens the tab with the scripted agent that is greeted so; false where it cannot be. */
	bool OpenWith(const TCHAR* Mode);
END_DEFINE_SPEC(FAgentLooksSpec)

bool FAgentLooksSpec::OpenWith(const TCHAR* Mode)
{
	const FString Program = FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_TOOL_SERVER"));
	if (!FTestConversation::UseServer(*this, 96000))
	{
		return false;
	}
	GetMutableDefault<UVibeUESettings>()->AgentCommand = FString::Printf(TEXT("\"%s\" --acp %s"), *Program, Mode);
	return Window->OpenScene(560.0f, 760.0f);
}

void FAgentLooksSpec::Define()
{
	BeforeEach([this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});
	AfterEach([this]()
	{
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("waits for a permission"), [this]()
	{
		if (OpenWith(TEXT("plain")))
		{
			Window->UntilSeen(TEXT("waits for your permission"));
			Window->UntilSeen(TEXT("Allow this agent"));
		}
	});

	It(TEXT("asks before it changes a file"), [this]()
	{
		if (!OpenWith(TEXT("plain")))
		{
			return;
		}
		Window->Click(TEXT("Allow this agent"));
		Window->Say(TEXT("usage"));
		Window->Say(TEXT("think about the door"));
		Window->Type(TEXT("edit /Game/Config/DefaultGame.ini after"));
		Window->UntilSeen(TEXT("Allow once"));
		Window->UntilSeen(TEXT("Agent's context: 53,000 / 200,000 (27 %)"));
	});

	It(TEXT("wants the user to sign in"), [this]()
	{
		if (!OpenWith(TEXT("needs_auth")))
		{
			return;
		}
		Window->Click(TEXT("Allow this agent"));
		Window->Type(TEXT("hello"));
		Window->UntilSeen(TEXT("wants you to sign in"));
		Window->UntilSeen(TEXT("account (Your account): Opens a page."));
		Window->UntilSeen(TEXT("Try again"));
	});
}

#endif
