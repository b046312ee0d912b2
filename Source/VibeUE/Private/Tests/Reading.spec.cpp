// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatLinkRow.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatText.h"
#include "Widgets/SFindBar.h"
#include "Widgets/Text/SMultiLineEditableText.h"

#if defined(STANDIN)
#include "StandIn/Editor.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** What the user does with an answer besides reading it. */
BEGIN_DEFINE_SPEC(FReadingSpec, "VibeUE.Looks.Reading", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TArray<FString> Made;

bool Open(float Width, float Height)
{
	return FTestConversation::UseServer(*this, 96000) && Window->OpenScene(Width, Height) && Window->Settle();
}

/** Clicks a link of an answer. */
void Follow(const TCHAR* Link)
{
	const TSharedPtr<SWidget> Words = StandIn::FindWhere(Window->Get(), [Link](const SWidget& Widget)
	{
		return StandIn::Is<SMultiLineEditableText>(Widget) && static_cast<const SMultiLineEditableText&>(Widget).StandInHasLink(Link);
	});
	if (TestTrue(FString(Link), Words.IsValid()))
	{
		Window->ScrollTo(Words);
		StaticCastSharedPtr<SMultiLineEditableText>(Words)->StandInClickLink(Link);
		StandIn::Frames();
	}
}

/** Returns the messages whose rows can be seen and are marked. */
TArray<FString> FindMarked() const
{
	TArray<FString> Texts;
	for (const TSharedRef<SChatMessageRow>& Row : StandIn::FindAll<SChatMessageRow>(Window->Get()))
	{
		if (Row->IsMarked() && StandIn::IsOnScreen(Row))
		{
			Texts.Add(Row->GetFullText());
		}
	}
	return Texts;
}

/** Waits until the search is at this place, and the only row that is marked can be seen and begins so. */
void UntilAt(const TCHAR* Place, const TCHAR* Text)
{
	Window->UntilSeen(Place);
	Window->Until(Text, [this, Text]
	{
		const TArray<FString> Marked = FindMarked();
		return Marked.Num() == 1 && Marked[0].StartsWith(Text);
	});
	// All of a row that is shorter than the list is seen, its top first.
	const TSharedRef<SChatMessageList> List = StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef();
	Window->Until(TEXT("the row's top to be in view"), [this, List]
	{
		for (const TSharedRef<SChatMessageRow>& Row : StandIn::FindAll<SChatMessageRow>(Window->Get()))
		{
			if (Row->IsMarked())
			{
				return Row->StandInGeometry().GetAbsolutePosition().Y >= List->StandInGeometry().GetAbsolutePosition().Y - 0.5f;
			}
		}
		return false;
	});
}
END_DEFINE_SPEC(FReadingSpec)

// Long because it lists its cases.
void FReadingSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
		StandIn::ResetEditor();
		FSpecSandbox::DeleteFiles(Made);
	});

	It(TEXT("code has the looks of its language"), [this]
	{
		if (!FTestConversation::UseKnownModel(*this, 128000) || !Window->OpenScene(620.0f, 1080.0f) || !Window->Settle())
		{
			return;
		}
		Window->Say(TEXT("How does the door get its power in time?"));
		for (const TCHAR* Words : {TEXT("void ADoor::BeginPlay()"), TEXT("def power(name: str) -> float:"), TEXT("bRegisterEarly=True"), TEXT("\"airlock\", null"),
				 TEXT("RegisterEarly();"), TEXT("the door opens as soon as the level begins.")})
		{
			Window->UntilSeen(Words);
		}
		TestFalse(TEXT("no tags are left"), Window->Sees(TEXT("<Code")) || Window->Sees(TEXT("&lt;")) || Window->Sees(TEXT("</>")));
		Window->ClickIcon(TEXT("Copy this code"));
		StandIn::MovePointerAway();
		TestTrue(TEXT("the code is copied as it was written"), StandIn::Clipboard().StartsWith(TEXT("#include \"Door.h\"\n")) && StandIn::Clipboard().Contains(TEXT("\n\tSuper::BeginPlay();\n")));
	});

	It(TEXT("links lead to pages after a glance, to lines of code, to assets and to folders, and nothing is run"), [this]
	{
		if (!Open(560.0f, 640.0f))
		{
			return;
		}
		const FString Project = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir());
		const FString Code = FPaths::Combine(Project, TEXT("Source/Station/Door.cpp"));
		const FString Script = FPaths::Combine(Project, TEXT("Scripts/build.bat"));
		Made = {Code, Script};
		TestTrue(TEXT("files"), FFileHelper::SaveStringToFile(TEXT("int A;\n"), *Code) && FFileHelper::SaveStringToFile(TEXT("del *\n"), *Script));
		StandIn::AddAsset(TEXT("/Game/Doors/BP_AirlockDoor"), TEXT("Blueprint"));
		Window->Say(TEXT("Where can I read on?"));
		Window->UntilSeen(TEXT("And no further."));

		const int32 Before = StandIn::LaunchedUrls().Num();
		Follow(TEXT("Source/Station/Door.cpp:41"));
		TestEqual(TEXT("opened"), FString::Join(StandIn::OpenedPlaces(), TEXT("\n")), Code + TEXT(":41"));
		Follow(TEXT("/Game/Doors/BP_AirlockDoor"));
		TestEqual(TEXT("shown"), FString::Join(StandIn::OpenedPlaces(), TEXT("\n")), Code + TEXT(":41\n/Game/Doors/BP_AirlockDoor"));
		Follow(TEXT("Scripts/build.bat"));
		TestEqual(TEXT("the script is not opened"), StandIn::OpenedPlaces().Num(), 2);
		TestEqual(TEXT("its folder is"), StandIn::ExploredFolders().Last(), FPaths::Combine(Project, TEXT("Scripts")));
		TestFalse(TEXT("no row for what was opened"), StandIn::Find<SChatLinkRow>(Window->Get()).IsValid());

		Follow(TEXT("Source/Gone.cpp"));
		Window->UntilSeen(TEXT("The project has no such file."));
		Follow(TEXT("https://dev.epicgames.com/documentation?door=1&open"));
		Window->UntilSeen(TEXT("This leads to dev.epicgames.com"));
		TestFalse(TEXT("the row before is gone"), Window->Sees(TEXT("no such file")));
		Window->Click(TEXT("Copy address"));
		TestEqual(TEXT("copied"), StandIn::Clipboard(), FString(TEXT("https://dev.epicgames.com/documentation?door=1&open")));
		Follow(TEXT("https://epicgames.com@evil.example/login"));
		Window->UntilSeen(TEXT("This leads to evil.example"));
		Window->UntilSeen(TEXT("The part before the @ is not the site"));
		TestEqual(TEXT("nothing is opened before a person says so"), StandIn::LaunchedUrls().Num(), Before);
		StandIn::RenderNow();
		Window->ClickIcon(TEXT("Close without opening anything"));
		Window->UntilGone(TEXT("evil.example/login\nWhat"));
		Follow(TEXT("https://dev.epicgames.com/documentation?door=1&open"));
		Window->Click(TEXT("Open in browser"));
		TestEqual(TEXT("pages that were opened"), StandIn::LaunchedUrls().Num(), Before + 1);
		TestEqual(TEXT("opened in the browser"), StandIn::LaunchedUrls().Last(), FString(TEXT("https://dev.epicgames.com/documentation?door=1&open")));
		Window->UntilGone(TEXT("This leads to"));
	});

	It(TEXT("words are found in the conversation by the keyboard alone, from the newest message that has them to the oldest"), [this]
	{
		if (!Open(480.0f, 640.0f))
		{
			return;
		}
		Window->Say(TEXT("Where is the generator?"));
		Window->Say(TEXT("write 300 words"));
		Window->Say(TEXT("write 310 words"));
		Window->Settle();
		const TSharedRef<SFindBar> Bar = StandIn::Find<SFindBar>(Window->Get()).ToSharedRef();
		TestFalse(TEXT("the bar is there unasked"), StandIn::IsOnScreen(Bar));
		TestTrue(TEXT("the message box has the focus"), StandIn::Focus(StandIn::Find<SChatInput>(Window->Get())->GetTextBox()));
		TestTrue(TEXT("Ctrl+F"), StandIn::PressKey(EKeys::F, StandIn::Control()));
		Window->Until(TEXT("the bar, and the focus in it"), [Bar] { return StandIn::IsOnScreen(Bar) && StandIn::Find<SChatText>(Bar)->HasKeyboardFocus(); });
		StandIn::TypeText(TEXT("GENERATOR"));
		UntilAt(TEXT("2 of 2"), TEXT("In `/Game/Doors/BP_Generator`"));
		Window->UntilSeen(TEXT("In `/Game/Doors/BP_Generator`; the level holds one"));
		StandIn::PressKey(EKeys::Enter);
		UntilAt(TEXT("1 of 2"), TEXT("Where is the generator?"));
		StandIn::RenderNow();
		StandIn::PressKey(EKeys::F3);
		UntilAt(TEXT("2 of 2"), TEXT("In `/Game"));
		StandIn::PressKey(EKeys::F3, StandIn::Shift());
		UntilAt(TEXT("1 of 2"), TEXT("Where is"));
		StandIn::PressKey(EKeys::Enter, StandIn::Shift());
		UntilAt(TEXT("2 of 2"), TEXT("In `/Game"));
		StandIn::Click(StandIn::Find<SCheckBox>(Bar));
		Window->UntilSeen(TEXT("Not found"));
		TestEqual(TEXT("nothing is marked"), FindMarked().Num(), 0);
		StandIn::Focus(StandIn::Find<SChatText>(Bar));
		StandIn::PressKey(EKeys::Escape);
		Window->Until(TEXT("the bar to be gone"), [Bar] { return !StandIn::IsOnScreen(Bar); });
	});
}

#endif
