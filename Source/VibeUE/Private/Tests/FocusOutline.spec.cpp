// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/FocusOutline.h"

#include "CodeColors.h"
#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "Styling/SlateBrush.h"
#include "Styling/StyleColors.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SToolCallRow.h"

#if defined(STANDIN)
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The outline that shows where the keyboard is. */
BEGIN_DEFINE_SPEC(FFocusOutlineSpec, "VibeUE.FocusOutline", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Gives a control the keyboard, and tests what is drawn around it. */
void TestOutline(const TCHAR* What, const TSharedPtr<SWidget>& Control)
{
	if (TestTrue(What, Control.IsValid() && StandIn::Focus(Control)))
	{
		TestTrue(FString::Printf(TEXT("the outline around %s"), What), Control->GetFocusBrush() == FFocusOutline::GetBrush());
	}
}
END_DEFINE_SPEC(FFocusOutlineSpec)

void FFocusOutlineSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::SetLightTheme(false);
		StandIn::CloseTestWindows();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("stands out from every ground of the window, 3 to 1, in a dark and in a light theme"), [this]
	{
		for (const bool bIsLight : {false, true})
		{
			StandIn::SetLightTheme(bIsLight);
			const FLinearColor Drawn = FFocusOutline::GetBrush()->StandInOutline.GetSpecifiedColor();
			TestEqual(TEXT("its colour"), Drawn, FLinearColor(FFocusOutline::GetColor(bIsLight)));
			const float Own = FCodeColors::GetLuminance(Drawn);
			const TPair<const TCHAR*, FSlateColor> Grounds[] = {{TEXT("Background"), FStyleColors::Background}, {TEXT("Panel"), FStyleColors::Panel},
				{TEXT("Recessed"), FStyleColors::Recessed}, {TEXT("Header"), FStyleColors::Header}, {TEXT("Input"), FStyleColors::Input},
				{TEXT("Dropdown"), FStyleColors::Dropdown}, {TEXT("Secondary"), FStyleColors::Secondary}, {TEXT("Hover"), FStyleColors::Hover},
				{TEXT("SelectParent"), FStyleColors::SelectParent}, {TEXT("Primary"), FStyleColors::Primary}};
			for (const TPair<const TCHAR*, FSlateColor>& Ground : Grounds)
			{
				const float Behind = FCodeColors::GetLuminance(Ground.Value.GetSpecifiedColor());
				const float Contrast = (FMath::Max(Own, Behind) + 0.05f) / (FMath::Min(Own, Behind) + 0.05f);
				TestTrue(FString::Printf(TEXT("%s, light %d: %.2f to 1"), Ground.Key, bIsLight ? 1 : 0, Contrast), Contrast >= 3.0f);
			}
		}
	});

	It(TEXT("is around buttons, icons and rows that have the keyboard"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->Open(620.0f, 900.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->SubmitUserMessage(TEXT("use look {\"at\": \"the door\"}"));
		Window->UntilSeen(TEXT("Allow once"));
		TestOutline(TEXT("a row"), StandIn::Find<SToolCallRow>(Window->Get()));
		TestOutline(TEXT("a button"), StandIn::FindButton(Window->Get(), TEXT("Allow once")));
		TestOutline(TEXT("a button with an icon"), StandIn::FindButton(Window->Get(), TEXT("New")));
		Window->Click(TEXT("Deny"));
		Window->Settle();
	});
}

#endif
