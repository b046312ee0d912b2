// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and typed into from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "StandIn/Editor.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatLinkRow.h"
#include "Widgets/SChatText.h"

/** Links of an answer without a mouse: each is a button of a list. */
BEGIN_DEFINE_SPEC(FLinkKeysSpec, "VibeUE.Looks.LinkKeys", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TArray<FString> Made;

/** Returns the names of the buttons that follow links. */
FString Listed() const
{
	FString Names;
	for (const TSharedRef<SButton>& Entry : StandIn::FindAll<SButton>(Window->Get()))
	{
		const FString Name = Entry->StandInGivenWords().ToString();
		Names += Name.StartsWith(TEXT("Follow the link: ")) ? Name + TEXT("|") : FString();
	}
	return Names;
}

/** Returns the button with this name; null if there is none. */
TSharedPtr<SWidget> FindNamed(const FString& Name) const
{
	return StandIn::FindWhere(Window->Get(), [&Name](const SWidget& Widget) { return StandIn::Is<SButton>(Widget) && Widget.StandInGivenWords().ToString().Equals(Name); });
}

/** Goes to a button by the keyboard, and presses it. */
void Press(const TSharedPtr<SWidget>& Control, const TCHAR* What)
{
	if (TestTrue(FString(What) + TEXT(" is there"), Control.IsValid()) && TestTrue(FString(What) + TEXT(" has the keyboard"), StandIn::NavigateTo(Control) && Control->HasKeyboardFocus()))
	{
		StandIn::PressKey(EKeys::Enter);
	}
}

void Follow(const TCHAR* Link)
{
	Press(FindNamed(FString(TEXT("Follow the link: ")) + Link), Link);
}

/** Waits until a link of the list has the keyboard. */
void UntilAt(const TCHAR* Link)
{
	Window->Until(*(FString(TEXT("the keyboard at ")) + Link), [this, Link]
	{
		const TSharedPtr<SWidget> Entry = FindNamed(FString(TEXT("Follow the link: ")) + Link);
		return Entry.IsValid() && Entry->HasKeyboardFocus();
	});
}
END_DEFINE_SPEC(FLinkKeysSpec)

// Long because its case is a walk through all of the list.
void FLinkKeysSpec::Define()
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
		StandIn::ResetEditor();
		FSpecSandbox::DeleteFiles(Made);
	});

	It(TEXT("a file, an asset, a folder and a page are followed by the keyboard alone in a narrow dock, the page after a glance"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->OpenScene(320.0f, 900.0f) || !Window->Settle())
		{
			return;
		}
		const FString Project = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir());
		const FString Code = FPaths::Combine(Project, TEXT("Source/Station/Door.cpp"));
		const FString Script = FPaths::Combine(Project, TEXT("Scripts/build.bat"));
		const TCHAR* const Page = TEXT("https://dev.epicgames.com/documentation?door=1&open");
		Made = {Code, Script};
		TestTrue(TEXT("files"), FFileHelper::SaveStringToFile(TEXT("int A;\n"), *Code) && FFileHelper::SaveStringToFile(TEXT("del *\n"), *Script));
		StandIn::AddAsset(TEXT("/Game/Doors/BP_AirlockDoor"), TEXT("Blueprint"));
		Window->Say(TEXT("Where can I read on?"));
		Window->UntilSeen(TEXT("And no further."));
		const int32 Before = StandIn::LaunchedUrls().Num();

		Press(FindNamed(TEXT("List the links in this text, to follow them with the keyboard.")), TEXT("the button that lists"));
		UntilAt(TEXT("Source/Station/Door.cpp:41"));
		TestEqual(TEXT("the links"), Listed(),
			FString(TEXT("Follow the link: Source/Station/Door.cpp:41|Follow the link: /Game/Doors/BP_AirlockDoor|Follow the link: https://dev.epicgames.com/documentation?door=1&open|"))
				+ TEXT("Follow the link: Scripts/build.bat|Follow the link: Source/Gone.cpp|Follow the link: https://epicgames.com@evil.example/login|"));
		StandIn::PressKey(EKeys::Enter);
		TestEqual(TEXT("opened"), FString::Join(StandIn::OpenedPlaces(), TEXT("\n")), Code + TEXT(":41"));
		Follow(TEXT("/Game/Doors/BP_AirlockDoor"));
		TestEqual(TEXT("shown"), FString::Join(StandIn::OpenedPlaces(), TEXT("\n")), Code + TEXT(":41\n/Game/Doors/BP_AirlockDoor"));
		const int32 Explored = StandIn::ExploredFolders().Num();
		Follow(TEXT("Scripts/build.bat"));
		TestEqual(TEXT("the script is not opened"), StandIn::OpenedPlaces().Num(), 2);
		TestEqual(TEXT("folders that are shown"), StandIn::ExploredFolders().Num(), Explored + 1);
		TestEqual(TEXT("its folder is"), StandIn::ExploredFolders().Last(), FPaths::Combine(Project, TEXT("Scripts")));
		TestFalse(TEXT("no row for what was opened"), StandIn::Find<SChatLinkRow>(Window->Get()).IsValid());

		Follow(TEXT("Source/Gone.cpp"));
		Window->UntilSeen(TEXT("The project has no such file."));
		Follow(Page);
		Window->UntilSeen(TEXT("This leads to dev.epicgames.com"));
		TestFalse(TEXT("the row before is gone"), Window->Sees(TEXT("no such file")));
		TestEqual(TEXT("nothing is opened before the user says so"), StandIn::LaunchedUrls().Num(), Before);
		Press(StandIn::FindButton(Window->Get(), TEXT("Open in browser")), TEXT("the button that opens"));
		TestEqual(TEXT("pages that were opened"), StandIn::LaunchedUrls().Num(), Before + 1);
		TestEqual(TEXT("opened in the browser"), StandIn::LaunchedUrls().Last(), FString(Page));
		UntilAt(Page);
		Follow(TEXT("https://epicgames.com@evil.example/login"));
		Window->UntilSeen(TEXT("The part before the @ is not the site"));
		Window->Settle();
		Window->TestNothingIsCutOff();
		StandIn::RenderNow();

		StandIn::PressKey(EKeys::Escape);
		Window->UntilGone(TEXT("This leads to"));
		UntilAt(TEXT("https://epicgames.com@evil.example/login"));
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("the message box to have the keyboard"), [this] { return StandIn::Find<SChatInput>(Window->Get())->GetTextBox()->HasKeyboardFocus(); });
		TestEqual(TEXT("the list is folded"), Listed(), FString());
		TestEqual(TEXT("no other page was opened"), StandIn::LaunchedUrls().Num(), Before + 1);
	});
}

#endif
