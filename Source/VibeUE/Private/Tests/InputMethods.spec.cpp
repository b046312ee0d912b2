// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// Input methods of a real editor cannot be used from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/SChatCompletion.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatText.h"

/** The message box while the system's input method composes words in it: the keys of a composition are not the window's. */
BEGIN_DEFINE_SPEC(FInputMethodsSpec, "VibeUE.Keyboard.InputMethods", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

TSharedRef<SChatText> GetText() const
{
	return StandIn::Find<SChatInput>(Window->Get())->GetTextBox().ToSharedRef();
}

bool Open()
{
	return FTestConversation::UseServer(*this, 96000) && Window->Open(560.0f, 640.0f) && Window->Settle() && StandIn::Focus(GetText());
}

/** Lets the text hear in a frame of what the input method does. */
void UntilComposing(bool bComposes)
{
	StandIn::Frames();
	Window->Until(TEXT("the text to know of the composition"), [this, bComposes] { return GetText()->IsComposing() == bComposes; });
}
END_DEFINE_SPEC(FInputMethodsSpec)

// Long because it lists its cases.
void FInputMethodsSpec::Define()
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
	});

	It(TEXT("an Enter that chooses a word sends nothing and breaks no line, also where the composition has ended before it"), [this]
	{
		static const TCHAR* const Word = TEXT("\u6f22\u5b57");
		if (!Open())
		{
			return;
		}
		StandIn::Compose(Word);
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("while it composes"), Window->Written(), FString(Word));
		UntilComposing(true);
		StandIn::EndComposition();
		// Some input methods pass on the key that ended it.
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("at its end"), Window->Written(), FString(Word));
		TestEqual(TEXT("nothing was sent"), Window->GetSession()->GetMessageCount(), static_cast<int64>(0));
		UntilComposing(false);
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(TEXT("You said: \u6f22\u5b57"));
		TestEqual(TEXT("it was sent"), Window->Written(), FString());
	});

	It(TEXT("arrows and Escape belong to the input method while the list of commands is shown"), [this]
	{
		if (!Open())
		{
			return;
		}
		StandIn::Compose(TEXT("/"));
		const TSharedRef<SChatCompletion> List = StandIn::Find<SChatCompletion>(Window->Get()).ToSharedRef();
		Window->Until(TEXT("the list"), [List] { return List->IsShown(); });
		const FString First = List->GetSelected().Label;
		StandIn::PressKey(EKeys::Down);
		StandIn::PressKey(EKeys::Escape);
		if (TestTrue(TEXT("the list is still shown"), List->IsShown()))
		{
			TestEqual(TEXT("and what was selected is"), List->GetSelected().Label, First);
		}
		StandIn::EndComposition();
		UntilComposing(false);
		StandIn::PressKey(EKeys::Down);
		TestNotEqual(TEXT("afterwards an arrow chooses"), List->GetSelected().Label, First);
		StandIn::PressKey(EKeys::Escape);
		TestFalse(TEXT("and Escape closes"), List->IsShown());
	});
}

#endif
