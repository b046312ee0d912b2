// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SKeyKeeper.h"

#include "ChatSetup.h"
#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecSandbox.h"
#include "VibeUESettings.h"

#if defined(STANDIN)
#include "StandIn/Details.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

// Keys that leave the project's files for the system's credential store.
BEGIN_DEFINE_SPEC(FKeyKeeperSpec, "VibeUE.KeyKeeper", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecSandbox> Sandbox;
END_DEFINE_SPEC(FKeyKeeperSpec)

// Long because it lists its cases.
void FKeyKeeperSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->Provider = TEXT("anthropic");
		Settings->Model = TEXT("m");
	});

	AfterEach([this] { Sandbox.Reset(); });

#if defined(STANDIN)
	It(TEXT("leaves the key in the settings where the store does not take it, and says why and what to do"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->ApiKey = TEXT("sk-ant-of-nobody");
		const TSharedRef<SKeyKeeper> Keeper = SNew(SKeyKeeper);
		StandIn::ShowInWindow(Keeper, 600.0f, 200.0f);
		StandIn::Click(StandIn::FindButton(Keeper, TEXT("Keep in the system's credential store")));
		const auto Says = [Keeper](const TCHAR* Text) { return StandIn::ReadAll(Keeper).Contains(Text); };
		TestTrue(TEXT("it ends"), StandIn::FramesUntil([Says] { return Says(TEXT("cannot be reached")); }));
		TestTrue(TEXT("it says what to do"), Says(TEXT("environment variable instead")));
		TestFalse(TEXT("it shows the key"), Says(TEXT("sk-ant")));
		TestEqual(TEXT("the key"), Settings->ApiKey, FString(TEXT("sk-ant-of-nobody")));
		TestFalse(TEXT("the store has it"), Settings->bKeyInCredentialStore);
		StandIn::CloseTestWindows();
	});

	It(TEXT("offers on the page what can be done with the key as it is"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		const TSharedRef<SWidget> Page = StandIn::MakeDetails(Settings);
		StandIn::ShowInWindow(Page, 900.0f, 4000.0f);
		const auto Offers = [Page](const TCHAR* Label)
		{
			StandIn::Frames();
			return StandIn::FindButton(Page, Label).IsValid();
		};
		TestTrue(TEXT("a key is looked for"), Offers(TEXT("Use the key in the system's credential store")));
		Settings->ApiKey = TEXT("sk-ant-of-nobody");
		TestTrue(TEXT("a key is kept"), Offers(TEXT("Keep in the system's credential store")));
		Settings->ApiKey.Empty();
		Settings->bKeyInCredentialStore = true;
		TestTrue(TEXT("a key is removed"), Offers(TEXT("Remove from the system's credential store")));
		StandIn::CloseTestWindows();
	});

	It(TEXT("moves the key into a store that takes it, and finds and removes it there"), [this]
	{
		// With a keyring of its own, as .ci/credentials has it; else there is none to be asked.
		const bool bHasKeyring = !FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_KEYRING")).IsEmpty();
		Sandbox->SetEnvironment(TEXT("VIBEUE_CREDENTIAL_STORE"), bHasKeyring ? TEXT("") : TEXT("none"));
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->ApiKey = TEXT(" sk-ant-of-nobody");
		const TSharedRef<SKeyKeeper> Keeper = SNew(SKeyKeeper);
		StandIn::ShowInWindow(Keeper, 600.0f, 200.0f);
		const auto Press = [this, Keeper, bHasKeyring](const TCHAR* Label, const TCHAR* Expected)
		{
			StandIn::Frames();
			StandIn::Click(StandIn::FindButton(Keeper, Label));
			const FString Wanted = bHasKeyring ? Expected : TEXT("cannot be reached");
			TestTrue(Wanted, StandIn::FramesUntil([Keeper, Wanted] { return StandIn::ReadAll(Keeper).Contains(Wanted); }));
		};
		const FString Before = Settings->ApiKey;
		Press(TEXT("Keep in the system's credential store"), TEXT("for https://api.anthropic.com is in the system's credential store"));
		TestEqual(TEXT("the key that is left"), Settings->ApiKey, bHasKeyring ? FString() : Before);
		TestEqual(TEXT("the store has it"), Settings->bKeyInCredentialStore, bHasKeyring);
		Settings->ApiKey.Empty();
		Settings->bKeyInCredentialStore = false;
		Press(TEXT("Use the key in the system's credential store"), TEXT("from the system's credential store"));
		TestEqual(TEXT("it is used"), Settings->bKeyInCredentialStore, bHasKeyring);
		Settings->bKeyInCredentialStore = true;
		Press(TEXT("Remove from the system's credential store"), TEXT("no longer has a key"));
		TestEqual(TEXT("it is used still"), Settings->bKeyInCredentialStore, !bHasKeyring);
		StandIn::CloseTestWindows();
	});
#endif

	It(TEXT("says that no key is missing once the settings say that the store has it"), [this]
	{
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Sandbox->SetEnvironment(TEXT("ANTHROPIC_API_KEY"), TEXT(""));
		Sandbox->SetEnvironment(TEXT("ANTHROPIC_AUTH_TOKEN"), TEXT(""));
		const auto IsUsable = [Settings] { return FChatSetup::FindProblem(Settings->GetModelChoice()).Kind == EVibeUEFailure::None; };
		TestFalse(TEXT("complete without a key"), IsUsable());
		Settings->bKeyInCredentialStore = true;
		TestTrue(TEXT("complete with one in the store"), IsUsable());
	});
}

#endif
