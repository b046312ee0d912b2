// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "Misc/Paths.h"
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

	/** The same with an agent that is installed under a name of its own, as a user's is. */
	bool OpenInstalled();
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

bool FAgentLooksSpec::OpenInstalled()
{
	const FString Program = Sandbox->GetFolder() / TEXT("bin/scout");
	const FString Scripted = FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_TOOL_SERVER"));
	IFileManager::Get().MakeDirectory(*FPaths::GetPath(Program), true);
	if (!FTestConversation::UseServer(*this, 96000) || !TestEqual(TEXT("the program is there"), static_cast<int32>(IFileManager::Get().Copy(*Program, *Scripted)), 0))
	{
		return false;
	}
	Sandbox->SetEnvironment(TEXT("PATH"), FPaths::GetPath(Program) + TEXT(":") + FPlatformMisc::GetEnvironmentVariable(TEXT("PATH")));
	GetMutableDefault<UVibeUESettings>()->AgentCommand = TEXT("scout --acp named");
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
		if (!OpenInstalled())
		{
			return;
		}
		Window->Click(TEXT("Allow this agent"));
		Window->Say(TEXT("Look at the settings of the doors: why does the airlock stay shut?"));
		Window->Type(TEXT("Unlock it, please."));
		Window->UntilSeen(TEXT("Allow once"));
		Window->UntilSeen(TEXT("Agent's context: 53,000 / 200,000 (27 %)"));
		Window->UntilSeen(TEXT("Unlock the airlock (scout --acp named)"));
		Window->UntilSeen(TEXT("+Locked=False"));
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
