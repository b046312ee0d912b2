// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"
#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatText.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** What is written in two windows on one conversation. */
BEGIN_DEFINE_SPEC(FTwoWindowsSpec, "VibeUE.TwoWindows", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

FString FileOf(const TCHAR* Ending) const
{
	return FConversationFiles::GetFolder() / (Window->GetSession()->GetConversationId() + Ending);
}

/** Waits until a file has this text. */
void UntilKept(const FString& File, const TCHAR* Text)
{
	Window->Until(*FString::Printf(TEXT("\"%s\" on disk"), Text), [File, Text]
	{
		FString Kept;
		return FFileHelper::LoadFileToString(Kept, *File) && Kept.Equals(Text);
	});
}
END_DEFINE_SPEC(FTwoWindowsSpec)

void FTwoWindowsSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::CloseTestWindows();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("is kept apart while both are open, and is in the next window, with the words of both"), [this]
	{
		Sandbox->UseServer();
		if (!Window->Open(640.0f, 720.0f) || !Window->Say(TEXT("The airlock hangs")))
		{
			return;
		}
		const FString First = FileOf(TEXT(".draft"));
		const FString Second = FileOf(TEXT(".2.draft"));
		Window->Write(TEXT("of the first"));
		UntilKept(First, TEXT("of the first"));
		{
			const TSharedRef<SAIChatWindow> Other = SNew(SAIChatWindow).Session(Window->GetSession());
			StandIn::ShowInWindow(Other, 420.0f, 640.0f);
			const TSharedPtr<SChatText> Field = StandIn::Find<SChatInput>(Other)->GetTextBox();
			TestEqual(TEXT("the second one begins with nothing"), Field->GetText().ToString(), FString());
			StandIn::Focus(Field);
			StandIn::TypeText(TEXT("of the second"));
			UntilKept(Second, TEXT("of the second"));
			UntilKept(First, TEXT("of the first"));
			Window->Type(TEXT(" one"));
			Window->UntilSeen(TEXT("You said: of the first one"));
			Window->Until(TEXT("the words that were sent to be kept no longer"), [First] { return !IFileManager::Get().FileExists(*First); });
			Window->Settle();
			UntilKept(Second, TEXT("of the second"));
			TestEqual(TEXT("the second one's words"), Field->GetText().ToString(), FString(TEXT("of the second")));
			Window->Write(TEXT("left in the first"));
			UntilKept(First, TEXT("left in the first"));
			StandIn::CloseTestWindows();
		}
		Window->Close();
		if (!Window->Open(640.0f, 720.0f))
		{
			return;
		}
		Window->Until(TEXT("the words of both"), [this] { return Window->Written().Equals(TEXT("left in the first\n\nof the second")); });
		UntilKept(First, TEXT("left in the first\n\nof the second"));
		TestFalse(TEXT("the second one's file is left"), IFileManager::Get().FileExists(*Second));
		Window->Write(FString());
	});
}

#endif
