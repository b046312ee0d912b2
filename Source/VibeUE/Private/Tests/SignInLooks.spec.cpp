// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Slate.h"

BEGIN_DEFINE_SPEC(FSignInLooksSpec, "VibeUE.Looks.a server", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	FString List;
END_DEFINE_SPEC(FSignInLooksSpec)

void FSignInLooksSpec::Define()
{
	BeforeEach([this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		List = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT(".mcp.json");
		const FString Url = FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_SIGN_IN_SERVER"));
		FFileHelper::SaveStringToFile(FString::Printf(TEXT("{\"mcpServers\": {\"tracker\": {\"url\": \"%s\"}}}"), *Url), *List);
	});
	AfterEach([this]()
	{
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
		IFileManager::Get().Delete(*List);
	});

	It(TEXT("wants the user to sign in"), [this]()
	{
		if (!FTestConversation::UseServer(*this, 100000) || !Window->OpenScene(560.0f, 760.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("Servers: 1 of 1 need permission"));
		Window->Click(TEXT("Servers: 1 of 1 need permission"));
		Window->UntilSeen(TEXT("Allow in this project"));
		Window->Click(TEXT("Allow in this project"));
		Window->UntilSeen(TEXT("requires a sign-in"));
		Window->Click(TEXT("Sign in"));
		Window->UntilSeen(TEXT("Open in browser"));
	});
}

#endif
