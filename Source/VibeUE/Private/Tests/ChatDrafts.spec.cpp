// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "Widgets/SConversationList.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** What the user was writing, and what they said before. */
BEGIN_DEFINE_SPEC(FChatDraftsSpec, "VibeUE.Looks.Drafts", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens a window that can talk. */
bool Open();

/** Begins another conversation, and waits until it is open. */
bool BeginAnother();

/** Opens a conversation of the history. */
bool GoTo(const FString& Title);

FString DraftFile() const { return FConversationFiles::GetFolder() / (Window->GetSession()->GetConversationId() + TEXT(".draft")); }
FString Written() const { return Window->Written(); }
void Press(const FKey& Key) const { StandIn::PressKey(Key); }
END_DEFINE_SPEC(FChatDraftsSpec)

bool FChatDraftsSpec::Open()
{
	Sandbox->UseServer();
	return Window->OpenScene(640.0f, 720.0f);
}

bool FChatDraftsSpec::BeginAnother()
{
	const FString Before = Window->GetSession()->GetConversationId();
	Window->ClickIcon(TEXT("Start a new conversation"));
	const bool bBegun = Window->Until(TEXT("another conversation"), [this, Before] {
		return Window->GetSession()->GetConversationId() != Before && Window->GetSession()->GetState() == EVibeUEChatState::Idle;
	});
	Window->Follow();
	return bBegun;
}

bool FChatDraftsSpec::GoTo(const FString& Title)
{
	Window->ClickIcon(TEXT("Show this project's conversations"));
	const bool bIsListed = Window->UntilSeen(*Title);
	StandIn::Click(StandIn::FindByText(StandIn::Find<SConversationList>(Window->Get()).ToSharedRef(), *Title));
	return bIsListed;
}

// Long because it lists its cases.
void FChatDraftsSpec::Define()
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
	});

	It(TEXT("goes back through what was said by Up in an empty field, and forward to nothing by Down"), [this]
	{
		if (!Open() || !Window->Say(TEXT("Open the door")) || !Window->Say(TEXT("/etc\nis a folder")))
		{
			return;
		}
		Window->Write(TEXT(""));
		Press(EKeys::Up);
		TestEqual(TEXT("the newest, as it is typed"), Written(), FString(TEXT("//etc\nis a folder")));
		Press(EKeys::Up);
		TestEqual(TEXT("the caret went to its first line"), Written(), FString(TEXT("//etc\nis a folder")));
		Press(EKeys::Up);
		TestEqual(TEXT("the one before"), Written(), FString(TEXT("Open the door")));
		Press(EKeys::Up);
		TestEqual(TEXT("there is none before"), Written(), FString(TEXT("Open the door")));
		Press(EKeys::Down);
		TestEqual(TEXT("the newest again"), Written(), FString(TEXT("//etc\nis a folder")));
		Press(EKeys::Down);
		TestEqual(TEXT("nothing"), Written(), FString());
		Window->Write(TEXT("my own"));
		Press(EKeys::Up);
		Press(EKeys::Down);
		TestEqual(TEXT("a text of the person's own stays"), Written(), FString(TEXT("my own")));
	});

	It(TEXT("goes on to what was said in the project's other conversations"), [this]
	{
		if (!Open() || !Window->Say(TEXT("See @Source/Door.cpp")) || !BeginAnother())
		{
			return;
		}
		Window->Write(TEXT(""));
		Press(EKeys::Up);
		Window->Until(TEXT("what was said elsewhere"), [this] { return Written() == TEXT("See @Source/Door.cpp"); });
		TestFalse(TEXT("no list for a name that was recalled"), Window->Lists(TEXT("Door")));
		Press(EKeys::Enter);
		Window->Until(TEXT("the turn"), [this] { return Window->Ends == 1; });
		TestEqual(TEXT("said again"), Window->GetSession()->GetMessages(1, 1)[0].Text, FString(TEXT("See @Source/Door.cpp")));
		Press(EKeys::Up);
		TestEqual(TEXT("the newest is what was just said"), Written(), FString(TEXT("See @Source/Door.cpp")));
	});

	It(TEXT("keeps what is being written of each conversation, also when its tab is closed"), [this]
	{
		if (!Open() || !Window->Say(TEXT("The airlock hangs")))
		{
			return;
		}
		Window->Write(TEXT("half a thought"));
		const FString File = DraftFile();
		Window->Until(TEXT("the draft on disk"), [File] {
			FString Kept;
			return FFileHelper::LoadFileToString(Kept, *File) && Kept == TEXT("half a thought");
		});
		if (!BeginAnother())
		{
			return;
		}
		TestEqual(TEXT("a new conversation begins with nothing"), Written(), FString());
		Window->Write(TEXT("another one"));
		const FString Second = DraftFile();
		Window->Until(TEXT("its own draft"), [Second] { return IFileManager::Get().FileExists(*Second); });
		if (!GoTo(TEXT("The airlock hangs")))
		{
			return;
		}
		Window->Until(TEXT("its draft"), [this] { return Written() == TEXT("half a thought"); });
		Window->Write(TEXT("!"));
		Window->Close();
		TestTrue(TEXT("the window comes back"), Window->Open());
		Window->Until(TEXT("what was being written last"), [this] { return Written() == TEXT("half a thought!"); });
		TestTrue(TEXT("the other conversation's draft is kept"), IFileManager::Get().FileExists(*Second));
		Window->Until(TEXT("it to be open"), [this] { return Window->GetSession()->GetState() == EVibeUEChatState::Idle; });
		Window->Follow();
		// The list had the keyboard.
		Window->Type(FString());
		Window->UntilSeen(TEXT("You said: half a thought!"));
		Window->Until(TEXT("nothing is left of it"), [File] { return !IFileManager::Get().FileExists(*File); });
	});

	It(TEXT("keeps what could not be written, beside the draft of the conversation that is opened next"), [this]
	{
		if (!Open() || !Window->Say(TEXT("The airlock hangs")))
		{
			return;
		}
		AddExpectedErrorPlain(TEXT("a draft "), EAutomationExpectedErrorFlags::Contains, 0);
		Window->Write(TEXT("half a thought"));
		const FString File = DraftFile();
		Window->Until(TEXT("the draft on disk"), [File] { return IFileManager::Get().FileExists(*File); });
		if (!BeginAnother())
		{
			return;
		}
		// No draft can be written if a folder has its name.
		IFileManager::Get().MakeDirectory(*DraftFile(), true);
		Window->Write(TEXT("nowhere but here"));
		if (!GoTo(TEXT("The airlock hangs")))
		{
			return;
		}
		Window->Until(TEXT("both"), [this] { return Written() == TEXT("half a thought\n\nnowhere but here"); });
		Window->Until(TEXT("both on disk"), [File] {
			FString Kept;
			return FFileHelper::LoadFileToString(Kept, *File) && Kept == TEXT("half a thought\n\nnowhere but here");
		});
	});

	It(TEXT("keeps no command as a draft"), [this]
	{
		if (!Open() || !Window->Say(TEXT("The airlock hangs")))
		{
			return;
		}
		const FString Before = Window->GetSession()->GetConversationId();
		Window->Type(TEXT("/new"));
		Window->Until(TEXT("another conversation"), [this, Before] {
			return Window->GetSession()->GetConversationId() != Before && Window->GetSession()->GetState() == EVibeUEChatState::Idle;
		});
		TestEqual(TEXT("an empty field"), Written(), FString());
		if (GoTo(TEXT("The airlock hangs")))
		{
			Window->Until(TEXT("it to be open"), [this, Before] { return Window->GetSession()->GetConversationId() == Before; });
			TestEqual(TEXT("the command is not in it"), Written(), FString());
		}
	});

	It(TEXT("deletes a draft with its conversation, and brings it back with it"), [this]
	{
		if (!Open() || !Window->Say(TEXT("The airlock hangs")))
		{
			return;
		}
		Window->Write(TEXT("half a thought"));
		const FString File = DraftFile();
		const FString Id = Window->GetSession()->GetConversationId();
		Window->ClickIcon(TEXT("Show this project's conversations"));
		Window->ClickIcon(TEXT("Delete this conversation"));
		Window->Until(TEXT("another conversation"), [this, Id] { return Window->GetSession()->GetConversationId() != Id; });
		TestFalse(TEXT("the draft is gone"), IFileManager::Get().FileExists(*File));
		TestEqual(TEXT("and not in the field of the next one"), Written(), FString());
		Window->ClickIcon(TEXT("Restore the conversation."));
		Window->Until(TEXT("the draft again"), [File] { return IFileManager::Get().FileExists(*File); });
	});

	It(TEXT("gives what was written where no conversation could be opened to the next one"), [this]
	{
		Sandbox->UseServer();
		const FString Orphan = FConversationFiles::GetFolder() / TEXT("never-opened.draft");
		FFileHelper::SaveStringToFile(TEXT("my first question"), *Orphan);
		if (!Window->OpenScene(640.0f, 720.0f))
		{
			return;
		}
		Window->Until(TEXT("what was written"), [this] { return Written() == TEXT("my first question"); });
		TestFalse(TEXT("it belongs to this one now"), IFileManager::Get().FileExists(*Orphan));
	});
}

#endif
