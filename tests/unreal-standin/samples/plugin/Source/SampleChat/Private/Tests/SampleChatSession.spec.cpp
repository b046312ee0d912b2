// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SampleChatSession.h"
#include "Misc/AutomationTest.h"
#include "UObject/StrongObjectPtr.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(
	FChatSessionSpec, "SampleChat.Session", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TStrongObjectPtr<UChatSession> Session;
END_DEFINE_SPEC(FChatSessionSpec)

void FChatSessionSpec::Define()
{
	Describe(TEXT("A session"), [this]
	{
		BeforeEach([this]
		{
			Session.Reset(NewObject<UChatSession>());
		});

		It(TEXT("refuses an empty message"), [this]
		{
			TestFalse(TEXT("sent"), Session->SubmitUserMessage(FString()));
			TestEqual(TEXT("lines"), Session->GetLines().Num(), 0);
		});

		It(TEXT("keeps what was said"), [this]
		{
			TestTrue(TEXT("sent"), Session->SubmitUserMessage(TEXT("Hello")));
			TestEqual(TEXT("lines"), Session->GetLines().Num(), 1);
		});

		AfterEach([this]
		{
			Session.Reset();
		});
	});
}

#endif
