// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatLinkList.h"

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and typed into from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Widgets/Announcements.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"

/** The list of a text's links by itself. */
BEGIN_DEFINE_SPEC(FLinkListSpec, "VibeUE.LinkList", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<SChatLinkList> List;
TSharedPtr<SWidget> Button;

void Show()
{
	List = SNew(SChatLinkList);
	Button = List->MakeButton();
	StandIn::ShowInWindow(SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			Button.ToSharedRef()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			List.ToSharedRef()
		], 320.0f, 400.0f);
}

/** Opens the list by the keyboard; returns whether its first link has it then. */
bool Open()
{
	StandIn::Focus(StandIn::Find<SButton>(Button.ToSharedRef()));
	StandIn::PressKey(EKeys::Enter);
	return StandIn::FramesUntil([this]
	{
		const TSharedPtr<SButton> First = StandIn::Find<SButton>(List.ToSharedRef());
		return First.IsValid() && First->HasKeyboardFocus();
	});
}

/** Returns the names of the buttons that follow links. */
FString Listed() const
{
	FString Names;
	for (const TSharedRef<SButton>& Entry : StandIn::FindAll<SButton>(List.ToSharedRef()))
	{
		Names += Entry->StandInGivenWords().ToString() + TEXT("|");
	}
	return Names;
}
END_DEFINE_SPEC(FLinkListSpec)

void FLinkListSpec::Define()
{
	AfterEach([this]
	{
		StandIn::UseScreenReader(false);
		List.Reset();
		Button.Reset();
		StandIn::CloseTestWindows();
	});

	It(TEXT("the list grows with the answer, and what has the keyboard stays"), [this]
	{
		Show();
		TestFalse(TEXT("there is a button without links"), StandIn::IsOnScreen(Button.ToSharedRef()));
		List->SetLinks({TEXT("Source/A.h"), TEXT("https://a.example/")});
		TestTrue(TEXT("the first link has the keyboard"), Open());
		const TSharedRef<SButton> First = StandIn::Find<SButton>(List.ToSharedRef()).ToSharedRef();
		List->SetLinks({TEXT("Source/A.h"), TEXT("https://a.example/"), TEXT("/Game/B")});
		TestEqual(TEXT("the links"), Listed(), FString(TEXT("Follow the link: Source/A.h|Follow the link: https://a.example/|Follow the link: /Game/B|")));
		TestTrue(TEXT("the first is the same"), StandIn::Find<SButton>(List.ToSharedRef()).Get() == &First.Get() && First->HasKeyboardFocus());
		List->SetLinks({TEXT("Source/a.h")});
		TestEqual(TEXT("another one, to the letter"), Listed(), FString(TEXT("Follow the link: Source/a.h|")));
		List->SetLinks({});
		TestTrue(TEXT("nothing is left"), !List->IsOpen() && !StandIn::IsOnScreen(Button.ToSharedRef()));
	});

	It(TEXT("where a page leads, and what is odd about its address, is announced at once"), [this]
	{
		Show();
		List->SetLinks({TEXT("https://epicgames.com@evil.example/login")});
		TestTrue(TEXT("the link has the keyboard"), Open());
		FAnnouncements::Forget();
		StandIn::UseScreenReader(true);
		FAnnouncements::Say(FText::FromString(TEXT("A long answer is read out.")), EAnnouncement::Note);
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("announced"), FString::Join(StandIn::Announcements(), TEXT(" | ")),
			FString(TEXT("A long answer is read out. | This leads to evil.example. The part before the @ is not the site, though it may look like one.")));
	});
}

#endif
