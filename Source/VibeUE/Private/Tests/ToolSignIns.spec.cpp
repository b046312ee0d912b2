// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "HAL/PlatformProcess.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"

// They write into the project's folder, which belongs to the stand-in, and its browser agrees.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Host.h"
#include "StandIn/Slate.h"

BEGIN_DEFINE_SPEC(FToolSignInsSpec, "VibeUE.Tools.sign-ins", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<FSpecWindow> Window;
	FString List;

	/** Returns what the only server does. */
	FVibeUEToolServer Get() const;

	/** A step that waits until the server does this. */
	void WaitFor(EVibeUEToolServerState State);
END_DEFINE_SPEC(FToolSignInsSpec)

FVibeUEToolServer FToolSignInsSpec::Get() const
{
	const TArray<FVibeUEToolServer> Servers = (*Chat)->GetToolServers();
	return Servers.Num() == 1 ? Servers[0] : FVibeUEToolServer();
}

void FToolSignInsSpec::WaitFor(EVibeUEToolServerState State)
{
	Chat->Wait(TEXT("the server"), [this, State]() { return Get().State == State; });
}

// Long because it lists its cases.
void FToolSignInsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		List = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir()) / TEXT(".mcp.json");
		const FString Url = FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_SIGN_IN_SERVER"));
		TestFalse(TEXT("the server that asks for a sign-in is not named"), Url.IsEmpty());
		FFileHelper::SaveStringToFile(FString::Printf(TEXT("{\"mcpServers\": {\"doors\": {\"url\": \"%s\"}}}"), *Url), *List);
	});
	AfterEach([this]()
	{
		Chat.Reset();
		Window.Reset();
		Sandbox.Reset();
		IFileManager::Get().Delete(*List);
	});

	LatentIt(TEXT("are asked for by name, kept for the user alone, and forgotten at a word"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat = MakeShared<FSpecChat>(*this);
		Chat->Open();
		Chat->WaitUntilOpened();
		WaitFor(EVibeUEToolServerState::NeedsPermission);
		Chat->Do([this]() { (*Chat)->AllowToolServer(TEXT("doors")); });
		WaitFor(EVibeUEToolServerState::NeedsSignIn);
		Chat->Do([this]()
		{
			TestEqual(TEXT("why"), Get().Words, FString(TEXT("you are not signed in")));
			TestFalse(TEXT("somebody is signed in"), Get().bIsSignedIn);
			TestTrue(TEXT("it is taken"), (*Chat)->SignInAtToolServer(TEXT("doors")));
		});
		Chat->Wait(TEXT("the page"), [this]() { return !Get().SignInPage.IsEmpty(); });
		Chat->Do([this]()
		{
			TestEqual(TEXT("its state"), Get().State, EVibeUEToolServerState::SigningIn);
			FPlatformProcess::LaunchURL(*Get().SignInPage, nullptr, nullptr);
		});
		WaitFor(EVibeUEToolServerState::Ready);
		Chat->Do([this]()
		{
			TestTrue(TEXT("somebody is signed in"), Get().bIsSignedIn);
			TestTrue(TEXT("the page is gone"), Get().SignInPage.IsEmpty());
			FString Kept;
			FFileHelper::LoadFileToString(Kept, *FConversationFiles::GetSignInsPath());
			TestTrue(TEXT("it is kept"), Kept.Contains(TEXT("access_token")));
			(*Chat)->SubmitUserMessage(TEXT("use doors__act {\"what\": \"it\"}"));
		});
		Chat->Wait(TEXT("the question"), [this]() { return Chat->ToolCalls.Num() == 1; });
		Chat->Do([this]() { (*Chat)->ApproveToolCall(Chat->ToolCalls[0].CallId, EVibeUEToolApproval::Allow, FString()); });
		Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
		Chat->Do([this]()
		{
			TestTrue(TEXT("its state"), Chat->ToolEnds == TArray<EVibeUEToolEnd>({EVibeUEToolEnd::Done}));
			FString Journal;
			FFileHelper::LoadFileToString(Journal, *FConversationFiles::GetPath((*Chat)->GetConversationId()));
			TestFalse(TEXT("a token is in the journal"), Journal.Contains(TEXT("-secret")));
		});
		Chat->Reopen();
		WaitFor(EVibeUEToolServerState::Ready);
		Chat->Do([this]() { TestTrue(TEXT("signing out is taken"), (*Chat)->SignOutOfToolServer(TEXT("doors"))); });
		WaitFor(EVibeUEToolServerState::NeedsSignIn);
		Chat->Do([this]()
		{
			FString Kept;
			FFileHelper::LoadFileToString(Kept, *FConversationFiles::GetSignInsPath());
			TestFalse(TEXT("it is still kept"), Kept.Contains(TEXT("access_token")));
		});
		Chat->Wait(TEXT("the authorization server's word"), [this]() { return Get().SignOut.Equals(TEXT("the authorization server has revoked the tokens")); });
		Chat->Run(Done);
	});

	It(TEXT("are begun, given up and ended in the window, which shows the page's address before the browser"), [this]()
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		if (!FTestConversation::UseServer(*this, 100000) || !Window->Open(560.0f, 1200.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("Servers: 1 of 1 need permission"));
		Window->Click(TEXT("Servers: 1 of 1 need permission"));
		Window->UntilSeen(TEXT("Allow in this project"));
		Window->Click(TEXT("Allow in this project"));
		Window->UntilSeen(TEXT("Servers: 1 of 1 need a sign-in"));
		TestTrue(TEXT("its state"), Window->Sees(TEXT("requires a sign-in")));
		Window->Click(TEXT("Sign in"));
		Window->UntilSeen(TEXT("Open in browser"));
		TestTrue(TEXT("the site is shown"), Window->Sees(TEXT("This leads to 127.0.0.1")));
		TestTrue(TEXT("the address is shown"), Window->Sees(TEXT("code_challenge_method=S256")));
		Window->Click(TEXT("Cancel"));
		Window->UntilSeen(TEXT("requires a sign-in"));
		const int32 Before = StandIn::LaunchedUrls().Num();
		Window->Click(TEXT("Sign in"));
		Window->UntilSeen(TEXT("Open in browser"));
		StandIn::RenderNow();
		TestEqual(TEXT("pages that were opened unasked"), StandIn::LaunchedUrls().Num(), Before);
		Window->Click(TEXT("Open in browser"));
		Window->UntilSeen(TEXT("ready, 1 tool"));
		Window->Click(TEXT("Sign out"));
		Window->UntilSeen(TEXT("Servers: 1 of 1 need a sign-in"));
		Window->UntilSeen(TEXT("Signed out: the authorization server has revoked the tokens"));
		Window->Close();
	});
}

#endif
