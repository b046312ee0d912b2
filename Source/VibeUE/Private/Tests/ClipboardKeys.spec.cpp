// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"
#include "HAL/PlatformApplicationMisc.h"
#include "HAL/PlatformMisc.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecWindow.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMentions.h"
#include "Widgets/SChatText.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The message box and the clipboard, by the keys that not everybody knows, and in another language. */
BEGIN_DEFINE_SPEC(FClipboardKeysSpec, "VibeUE.ClipboardKeys", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

bool Open()
{
	Sandbox->UseServer();
	return Window->Open(640.0f, 720.0f);
}

/** Waits until the box has what was pasted as a picture, or, if there is no display, until it says why there is none. */
void UntilPasted(const TCHAR* Refusal)
{
	// `.ci/clipboard` puts a picture there, on a display of its own; without a display there is no clipboard.
	if (FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_CLIPBOARD")).IsEmpty())
	{
		Window->UntilSeen(Refusal);
		return;
	}
	Window->Until(TEXT("the picture"), [this] { return Window->Written().Equals(TEXT("@picture:Pasted.png ")); });
}
END_DEFINE_SPEC(FClipboardKeysSpec)

void FClipboardKeysSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		Window.Reset();
		StandIn::SetCulture(TEXT("en"));
		Sandbox.Reset();
	});

	It(TEXT("copy, cut and paste as Ctrl+C, Ctrl+X and Ctrl+V do, pictures too"), [this]
	{
		if (!Open())
		{
			return;
		}
		Window->Write(TEXT("A red door"));
		StandIn::PressKey(EKeys::A, StandIn::Control());
		StandIn::PressKey(EKeys::Insert, StandIn::Control());
		TestEqual(TEXT("copied by Ctrl+Insert"), StandIn::Clipboard(), FString(TEXT("A red door")));
		TestEqual(TEXT("and kept"), Window->Written(), FString(TEXT("A red door")));
		FPlatformApplicationMisc::ClipboardCopy(TEXT("A green gate"));
		StandIn::PressKey(EKeys::Insert, StandIn::Shift());
		TestEqual(TEXT("what is selected is replaced by Shift+Insert"), Window->Written(), FString(TEXT("A green gate")));
		StandIn::PressKey(EKeys::A, StandIn::Control());
		FPlatformApplicationMisc::ClipboardCopy(TEXT(""));
		StandIn::PressKey(EKeys::Delete, StandIn::Shift());
		TestEqual(TEXT("cut by Shift+Delete"), StandIn::Clipboard(), FString(TEXT("A green gate")));
		TestEqual(TEXT("and gone"), Window->Written(), FString());
		FPlatformApplicationMisc::ClipboardCopy(TEXT(""));
		StandIn::PressKey(EKeys::Insert, StandIn::Shift());
		TestTrue(TEXT("what is no text is read"), StandIn::ReadAll(StandIn::Find<SChatMentions>(Window->Get()).ToSharedRef()).Contains(TEXT("Reading the clipboard")));
		UntilPasted(TEXT("Pasted is not attached: the clipboard cannot be read:"));
	});

	It(TEXT("say in a German editor why nothing is pasted"), [this]
	{
		StandIn::SetCulture(TEXT("de"));
		if (!Open())
		{
			return;
		}
		FPlatformApplicationMisc::ClipboardCopy(TEXT(""));
		StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
		StandIn::PressKey(EKeys::Insert, StandIn::Shift());
		UntilPasted(TEXT("Pasted ist nicht angehängt: die Zwischenablage lässt sich nicht lesen:"));
		StandIn::PressKey(EKeys::A, StandIn::Control());
		Window->Type(TEXT("/zork"));
		Window->UntilSeen(TEXT("den Befehl /zork gibt es nicht"));
	});
}

#endif
