// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "Widgets/SChatCompletion.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMentions.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatText.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** What the user names by @ in a message. */
BEGIN_DEFINE_SPEC(FChatMentionsSpec, "VibeUE.Looks.Mentions", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TArray<FString> Made;

/** Opens a window in a project with these files: names and contents in turn. */
bool Open(const TArray<FString>& Files);

/** Returns what the boxes above the field say. */
FString Boxes() const;

void Write(const FString& Text) { Window->Write(Text); }
FString Written() const { return Window->Written(); }
bool Lists(const TCHAR* Words) const { return Window->Lists(Words); }
END_DEFINE_SPEC(FChatMentionsSpec)

bool FChatMentionsSpec::Open(const TArray<FString>& Files)
{
	for (int32 Index = 0; Index + 1 < Files.Num(); Index += 2)
	{
		Made.Add(FPaths::ProjectDir() / Files[Index]);
		FFileHelper::SaveStringToFile(Files[Index + 1], *Made.Last());
	}
	Sandbox->UseServer();
	return Window->OpenScene(640.0f, 720.0f);
}

FString FChatMentionsSpec::Boxes() const
{
	const TSharedPtr<SChatInput> Input = StandIn::Find<SChatInput>(Window->Get());
	const TSharedPtr<SChatMentions> Mentions = StandIn::Find<SChatMentions>(Input.ToSharedRef());
	return Mentions.IsValid() ? StandIn::ReadAll(Mentions.ToSharedRef()) : FString();
}

// Long because it lists its cases.
void FChatMentionsSpec::Define()
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
		FSpecSandbox::DeleteFiles(Made);
	});

	It(TEXT("completes the project's files behind an @, and shows what will be attached"), [this]
	{
		if (!Open({TEXT("Source/Doors/AirlockDoor.cpp"), TEXT("int Door;\n"), TEXT("Source/Doors/AirlockDoor.h"), TEXT("class Door;\n"),
				TEXT("Config/DefaultDoors.ini"), TEXT("[Doors]\n"), TEXT(".env"), TEXT("KEY=1\n")}))
		{
			return;
		}
		Write(TEXT("Why does @door"));
		Window->Until(TEXT("the files"), [this] { return Lists(TEXT("AirlockDoor.h")) && Lists(TEXT("Source/Doors/AirlockDoor.cpp")); });
		Write(TEXT(".cpp"));
		Window->Until(TEXT("the file that fits"), [this] { return Lists(TEXT("1 of 1")); });
		StandIn::PressKey(EKeys::Tab);
		TestEqual(TEXT("completed"), Written(), FString(TEXT("Why does @Source/Doors/AirlockDoor.cpp ")));
		Write(TEXT("hang? And @.env"));
		Window->Until(TEXT("the boxes"), [this] { return Boxes().Contains(TEXT("Source/Doors/AirlockDoor.cpp")); });
		TestTrue(TEXT("the refusal"), Boxes().Contains(TEXT(".env: not attached, a file of that name usually holds secrets")));
		TestFalse(TEXT("no list any more"), Lists(TEXT("AirlockDoor")));
	});

	It(TEXT("sends a file with the message, shows it as a box, and says what was left out"), [this]
	{
		if (!Open({TEXT("Source/Door.cpp"), TEXT("int DoorThatHangs;\n"), TEXT(".env"), TEXT("KEY=1\n")}))
		{
			return;
		}
		Window->Type(TEXT("Look at @Source/Door.cpp and @.env, @bob"));
		Window->Until(TEXT("the turn"), [this] { return Window->Ends == 1; });
		Window->Settle();
		TestEqual(TEXT("the field is empty"), Written(), FString());
		const FVibeUEMessage Message = Window->GetSession()->GetMessages(1, 1)[0];
		TestEqual(TEXT("the person's own words"), Message.Text, FString(TEXT("Look at @Source/Door.cpp and @.env, @bob")));
		if (TestEqual(TEXT("one attachment"), Message.Attachments.Num(), 1))
		{
			TestEqual(TEXT("the file"), Message.Attachments[0].Name, FString(TEXT("Source/Door.cpp")));
			TestTrue(TEXT("its size and hash"), Message.Attachments[0].Detail.StartsWith(TEXT("19 bytes, sha256 ")));
		}
		const TSharedPtr<SChatMessageList> Rows = StandIn::Find<SChatMessageList>(Window->Get());
		const TSharedPtr<SChatMentions> Shown = StandIn::Find<SChatMentions>(Rows.ToSharedRef());
		if (TestTrue(TEXT("a box in the message"), Shown.IsValid()))
		{
			TestEqual(TEXT("says the file"), StandIn::ReadAll(Shown.ToSharedRef()).TrimStartAndEnd(), FString(TEXT("Source/Door.cpp")));
		}
		Window->UntilSeen(TEXT(".env: a file of that name usually holds secrets"));
		// The server of the specs repeats what it was sent.
		Window->UntilSeen(TEXT("int DoorThatHangs"));
	});

	It(TEXT("takes something out of the message again by the cross of its box"), [this]
	{
		if (!Open({TEXT("a.txt"), TEXT("one\n"), TEXT("b.txt"), TEXT("two\n")}))
		{
			return;
		}
		Write(TEXT("See @a.txt and @b.txt too"));
		Window->Until(TEXT("both boxes"), [this] { return Boxes().Contains(TEXT("a.txt")) && Boxes().Contains(TEXT("b.txt")); });
		Window->ClickIcon(TEXT("Remove a.txt from the message."));
		TestEqual(TEXT("taken out"), Written(), FString(TEXT("See and @b.txt too")));
		Window->Until(TEXT("its box to go"), [this] { return !Boxes().Contains(TEXT("a.txt")); });
		TestTrue(TEXT("the other one stays"), Boxes().Contains(TEXT("b.txt")));
	});

	It(TEXT("names an earlier conversation by its title"), [this]
	{
		if (!Open({}) || !Window->Say(TEXT("The airlock door hangs")))
		{
			return;
		}
		const FString First = Window->GetSession()->GetConversationId();
		Window->Type(TEXT("/new"));
		Window->Until(TEXT("another conversation"), [this, First] { return Window->GetSession()->GetConversationId() != First; });
		Window->Until(TEXT("it to be open"), [this] { return Window->GetSession()->GetState() == EVibeUEChatState::Idle; });
		Window->Follow();
		Write(TEXT("Go on with @airlock"));
		Window->Until(TEXT("the conversation"), [this] { return Lists(TEXT("The airlock door hangs")); });
		StandIn::PressKey(EKeys::Tab);
		TestEqual(TEXT("its id"), Written(), FString::Printf(TEXT("Go on with @chat:%s "), *First));
		// An id is made from the time, and an answer that repeats it would look different each time.
		Write(TEXT("Answer in 20 words."));
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the turn"), [this] { return Window->Ends == 1; });
		const FVibeUEMessage Message = Window->GetSession()->GetMessages(1, 1)[0];
		if (TestEqual(TEXT("one attachment"), Message.Attachments.Num(), 1))
		{
			TestEqual(TEXT("its title"), Message.Attachments[0].Name, FString(TEXT("The airlock door hangs")));
		}
		const FString Shown = TEXT("Go on with @\"The airlock door hangs\" Answer in 20 words.");
		TestEqual(TEXT("what is kept"), Message.Text, FString::Printf(TEXT("Go on with @chat:%s Answer in 20 words."), *First));
		TestEqual(TEXT("what is shown"), Message.Shown, Shown);
		Window->UntilSeen(*Shown);
		TestFalse(TEXT("the id can be seen"), Window->Sees(*(TEXT("chat:") + First)));
	});
}

#endif
