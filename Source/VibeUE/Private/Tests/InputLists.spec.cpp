// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMentions.h"
#include "Widgets/SChatText.h"

/** When the list above the message box is there, and which keys it takes. */
BEGIN_DEFINE_SPEC(FInputListsSpec, "VibeUE.InputLists", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TArray<FString> Made;

/** Opens a window in a project with two files of doors. */
bool Open()
{
	for (const TCHAR* Name : {TEXT("Source/Door.cpp"), TEXT("Source/Door.h")})
	{
		Made.Add(FPaths::ProjectDir() / Name);
		FFileHelper::SaveStringToFile(FString(TEXT("int Door;\n")), *Made.Last());
	}
	Sandbox->UseServer();
	return Window->Open(640.0f, 720.0f) && Window->Settle();
}

/** Returns what the boxes above the field say. */
FString Boxes() const
{
	const TSharedPtr<SChatMentions> Mentions = StandIn::Find<SChatMentions>(StandIn::Find<SChatInput>(Window->Get()).ToSharedRef());
	return Mentions.IsValid() ? StandIn::ReadAll(Mentions.ToSharedRef()) : FString();
}
END_DEFINE_SPEC(FInputListsSpec)

void FInputListsSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		Window.Reset();
		Sandbox.Reset();
		FSpecSandbox::DeleteFiles(Made);
	});

	It(TEXT("a name of an earlier message that is edited is not one that is being typed"), [this]
	{
		if (!Open())
		{
			return;
		}
		Window->Type(TEXT("Look at @Source/Door.cpp"));
		Window->Until(TEXT("the turn"), [this] { return Window->Ends == 1; });
		Window->Settle();
		Window->ClickIcon(TEXT("Edit and send again"));
		Window->Until(TEXT("its words in the field, and its box"), [this]
		{
			return Window->Written() == TEXT("Look at @Source/Door.cpp") && Boxes().Contains(TEXT("Source/Door.cpp"));
		});
		TestFalse(TEXT("a list"), Window->Lists(TEXT("Source/Door.cpp")));
	});

	It(TEXT("Tab completes, and Shift and Tab does not"), [this]
	{
		if (!Open())
		{
			return;
		}
		Window->Write(TEXT("See @Source/Door.c"));
		Window->Until(TEXT("the file"), [this] { return Window->Lists(TEXT("Source/Door.cpp")); });
		StandIn::PressKey(EKeys::Tab, StandIn::Shift());
		TestEqual(TEXT("by Shift and Tab"), Window->Written(), FString(TEXT("See @Source/Door.c")));
		StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox());
		StandIn::PressKey(EKeys::Tab);
		TestEqual(TEXT("by Tab"), Window->Written(), FString(TEXT("See @Source/Door.cpp ")));
	});
}

#endif
