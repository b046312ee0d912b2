// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "HAL/PlatformApplicationMisc.h"
#include "HAL/PlatformMisc.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMentions.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatText.h"

#if defined(STANDIN)
#include "StandIn/Editor.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** Pictures that the user attaches to a message. */
BEGIN_DEFINE_SPEC(FChatPicturesSpec, "VibeUE.Looks.Pictures", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TArray<FString> Made;

bool Open();

/** Makes a file of the project; returns its whole path. */
FString Make(const TCHAR* Name, const TArray<uint8>& Content);

/** Returns a PNG of this size, whole, of 57 bytes. */
static TArray<uint8> Png(uint8 Width, uint8 Height);

/** Returns what the boxes above the field say. */
FString Boxes() const;

/** Waits until the field has these words: pictures are read in the background. */
void UntilWritten(const TCHAR* Words);

TSharedPtr<SChatInput> Input() const { return StandIn::Find<SChatInput>(Window->Get()); }
END_DEFINE_SPEC(FChatPicturesSpec)

bool FChatPicturesSpec::Open()
{
	Sandbox->UseServer();
	return Window->OpenScene(640.0f, 720.0f);
}

FString FChatPicturesSpec::Make(const TCHAR* Name, const TArray<uint8>& Content)
{
	Made.Add(FPaths::ConvertRelativePathToFull(FPaths::ProjectDir() / Name));
	FFileHelper::SaveArrayToFile(Content, *Made.Last());
	return Made.Last();
}

TArray<uint8> FChatPicturesSpec::Png(uint8 Width, uint8 Height)
{
	// The checksums are not checked.
	return {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a,
		0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0, Width, 0, 0, 0, Height, 8, 2, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 'I', 'D', 'A', 'T', 0, 0, 0, 0,
		0, 0, 0, 0, 'I', 'E', 'N', 'D', 0, 0, 0, 0};
}

FString FChatPicturesSpec::Boxes() const
{
	const TSharedPtr<SChatMentions> Mentions = StandIn::Find<SChatMentions>(Input().ToSharedRef());
	return Mentions.IsValid() ? StandIn::ReadAll(Mentions.ToSharedRef()) : FString();
}

void FChatPicturesSpec::UntilWritten(const TCHAR* Words)
{
	Window->Until(Words, [this, Words] { return Window->Written().Equals(Words); });
}

// Long because it lists its cases.
void FChatPicturesSpec::Define()
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

	It(TEXT("attaches pictures that are dropped on the field, and says why other files are not"), [this]
	{
		if (!Open())
		{
			return;
		}
		const FString Picture = Make(TEXT("Airlock Door.png"), Png(64, 48));
		const FString Words = Make(TEXT("Door.png"), {'i', 'n', 't'});
		const FString Torn = Make(TEXT("Torn.png"), {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0});
		// The project's own folder has another name in each run.
		const FString Folder = Sandbox->GetFolder() / TEXT("Doors");
		IFileManager::Get().MakeDirectory(*Folder, true);
		Window->Write(TEXT("What is wrong here?"));
		TestTrue(TEXT("the field takes files"), StandIn::DropFiles(Input()->GetTextBox(), {Picture, Words, Torn, Folder}));
		TestTrue(TEXT("what is read is said"), Boxes().Contains(TEXT("Reading 4 files")));
		TestEqual(TEXT("and the words are as they were"), Window->Written(), FString(TEXT("What is wrong here?")));
		UntilWritten(TEXT("What is wrong here? @picture:Airlock-Door.png "));
		Window->UntilSeen(TEXT("Door.png is not attached: it is not a picture: PNG, JPEG and WebP can be attached"));
		Window->UntilSeen(TEXT("Torn.png is not attached: the picture is cut off or damaged"));
		Window->UntilSeen(TEXT("Doors is not attached: it is a folder"));
		Window->Until(TEXT("its box"), [this] { return Boxes().Contains(TEXT("Airlock-Door.png (PNG, 64 \u00d7 48, 57 bytes)")); });
	});

	It(TEXT("keeps saying why a picture is not attached when another one is, and leaves what belongs to other words"), [this]
	{
		if (!Open())
		{
			return;
		}
		const FString Torn = Make(TEXT("Torn.png"), {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0});
		const FString Picture = Make(TEXT("Door.png"), Png(64, 48));
		Window->Write(TEXT("Look"));
		StandIn::DropFiles(Input()->GetTextBox(), {Torn});
		StandIn::DropFiles(Input()->GetTextBox(), {Picture});
		UntilWritten(TEXT("Look @picture:Door.png "));
		Window->UntilSeen(TEXT("Torn.png is not attached: the picture is cut off or damaged"));
		// The field is lent to an earlier message while one is read.
		StandIn::DropFiles(Input()->GetTextBox(), {Picture});
		Input()->Borrow(TEXT("In other words"));
		Window->UntilSeen(TEXT("Some pictures were still being read and are not attached"));
		Window->Settle();
		TestEqual(TEXT("the other message"), Window->Written(), FString(TEXT("In other words")));
		Input()->Return();
		TestEqual(TEXT("the words that were set aside"), Window->Written(), FString(TEXT("Look @picture:Door.png ")));
	});

	It(TEXT("sends a picture with the message, shows it in the message, and keeps it in the conversation"), [this]
	{
		if (!Open())
		{
			return;
		}
		StandIn::ChooseFiles({Make(TEXT("Airlock.png"), Png(64, 48))});
		Window->ClickIcon(TEXT("Attach pictures from files"));
		UntilWritten(TEXT("@picture:Airlock.png "));
		Window->Write(TEXT("is what I see"));
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the turn"), [this] { return Window->Ends == 1; });
		Window->Settle();
		const FVibeUEMessage Message = Window->GetSession()->GetMessages(1, 1)[0];
		TestEqual(TEXT("the person's own words"), Message.Text, FString(TEXT("@picture:Airlock.png is what I see")));
		TestEqual(TEXT("one picture"), Message.Images, 1);
		if (TestEqual(TEXT("one attachment"), Message.Attachments.Num(), 1))
		{
			TestEqual(TEXT("its name"), Message.Attachments[0].Name, FString(TEXT("Airlock.png")));
			TestTrue(TEXT("it is a picture"), Message.Attachments[0].bIsPicture);
			TestEqual(TEXT("what it is"), Message.Attachments[0].Detail, FString(TEXT("PNG, 64 \u00d7 48, 57 bytes")));
		}
		const TSharedPtr<SChatMessageList> Rows = StandIn::Find<SChatMessageList>(Window->Get());
		const TSharedPtr<SChatMentions> Shown = StandIn::Find<SChatMentions>(Rows.ToSharedRef());
		if (TestTrue(TEXT("a box in the message"), Shown.IsValid()))
		{
			TestTrue(TEXT("says the picture"), StandIn::ReadAll(Shown.ToSharedRef()).Contains(TEXT("Airlock.png (PNG, 64 \u00d7 48, 57 bytes)")));
		}
		TestTrue(TEXT("its tokens are counted"), Window->GetSession()->GetTokenBreakdown().Images > 0);
	});

	It(TEXT("sends a picture that is dropped while another is read to be sent"), [this]
	{
		if (!Open())
		{
			return;
		}
		const FString First = Make(TEXT("First.png"), Png(8, 8));
		const FString Second = Make(TEXT("Second.png"), Png(9, 9));
		StandIn::DropFiles(Input()->GetTextBox(), {First});
		// Neither is named in the text yet.
		StandIn::PressKey(EKeys::Enter);
		StandIn::DropFiles(Input()->GetTextBox(), {Second});
		Window->Until(TEXT("the turn"), [this] { return Window->Ends == 1; });
		Window->Settle();
		const FVibeUEMessage Message = Window->GetSession()->GetMessages(1, 1)[0];
		TestEqual(TEXT("the words"), Message.Text, FString(TEXT("@picture:First.png @picture:Second.png ")));
		TestEqual(TEXT("both pictures"), Message.Images, 2);
	});

	It(TEXT("reads as many of 500 dropped files as a message takes, and names those that it leaves"), [this]
	{
		if (!Open())
		{
			return;
		}
		TArray<FString> Files;
		for (uint8 At = 0; At < 10; ++At)
		{
			Files.Add(Make(*FString::Printf(TEXT("Shot%d.png"), At), Png(At + 1, 1)));
		}
		for (int32 At = 10; At < 500; ++At)
		{
			// They do not exist: nothing looks for them.
			Files.Add(FPaths::ProjectDir() / FString::Printf(TEXT("Shot%d.png"), At));
		}
		Window->Write(TEXT("Compare @Shot0.png with"));
		StandIn::DropFiles(Input()->GetTextBox(), Files);
		TestTrue(TEXT("what is read is said"), Boxes().Contains(TEXT("Reading 500 files")));
		Window->Write(TEXT(" these:"));
		TestEqual(TEXT("the field is usable meanwhile"), Window->Written(), FString(TEXT("Compare @Shot0.png with these:")));
		FString Expected = TEXT("Compare @Shot0.png with these: ");
		for (int32 At = 0; At < 9; ++At)
		{
			Expected += FString::Printf(TEXT("@picture:Shot%d.png "), At);
		}
		UntilWritten(*Expected);
		Window->UntilSeen(TEXT("Not read, because the message cannot take more pictures (491): Shot9.png, Shot10.png, Shot11.png, Shot12.png, Shot13.png, \u2026"));
		Window->Until(TEXT("their boxes"), [this] { return Boxes().Contains(TEXT("Shot8.png (PNG, 9 \u00d7 1, 57 bytes)")); });
		TestFalse(TEXT("nothing is read any more"), Boxes().Contains(TEXT("Reading")));
	});

	It(TEXT("does not send a message without a picture that vanished while it was dropped, and sends one that vanished later"), [this]
	{
		if (!Open())
		{
			return;
		}
		Window->Write(TEXT("See"));
		const FString Gone = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir() / TEXT("Gone.png"));
		StandIn::DropFiles(Input()->GetTextBox(), {Gone});
		StandIn::PressKey(EKeys::Enter);
		Window->UntilSeen(TEXT("Gone.png is not attached: it cannot be read:"));
		TestEqual(TEXT("the words stay"), Window->Written(), FString(TEXT("See")));
		TestEqual(TEXT("nothing was sent"), Window->Ends, 0);
		const FString Later = Make(TEXT("Later.png"), Png(8, 8));
		StandIn::DropFiles(Input()->GetTextBox(), {Later});
		UntilWritten(TEXT("See @picture:Later.png "));
		IFileManager::Get().Delete(*Later);
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the turn"), [this] { return Window->Ends == 1; });
		Window->Settle();
		TestEqual(TEXT("with its picture"), Window->GetSession()->GetMessages(1, 1)[0].Images, 1);
	});

	It(TEXT("takes a picture of the viewport, and says why there is none"), [this]
	{
		if (!Open())
		{
			return;
		}
		Window->ClickIcon(TEXT("Attach a picture of the active viewport."));
		Window->UntilSeen(TEXT("No viewport is visible: open a level."));
		StandIn::SetViewport(FIntPoint(640, 480));
		Window->ClickIcon(TEXT("Attach a picture of the active viewport."));
		UntilWritten(TEXT("@picture:Viewport.jpg "));
		Window->Until(TEXT("its box"), [this] { return Boxes().Contains(TEXT("Viewport.jpg (JPEG, 640 \u00d7 480, ")); });
		Window->ClickIcon(TEXT("Remove Viewport.jpg from the message."));
		TestEqual(TEXT("taken out again"), Window->Written(), FString());
		Window->Until(TEXT("its box to go"), [this] { return !Boxes().Contains(TEXT("Viewport.jpg")); });
	});

	It(TEXT("pastes a picture that was copied elsewhere, leaves text to the field, and says why the clipboard cannot be read"), [this]
	{
		if (!Open())
		{
			return;
		}
		StandIn::Focus(Input()->GetTextBox());
		FPlatformApplicationMisc::ClipboardCopy(TEXT("See"));
		StandIn::PressKey(EKeys::V, StandIn::Control());
		TestEqual(TEXT("text is pasted by the field"), Window->Written(), FString(TEXT("See")));
		// A name of a picture may stand for a copied file, and here does not.
		FPlatformApplicationMisc::ClipboardCopy(TEXT(" Gate.png"));
		StandIn::PressKey(EKeys::V, StandIn::Control());
		UntilWritten(TEXT("See Gate.png"));
		StandIn::PressKey(EKeys::A, StandIn::Control());
		Window->Write(TEXT("See"));
		FPlatformApplicationMisc::ClipboardCopy(TEXT(""));
		StandIn::PressKey(EKeys::V, StandIn::Control());
		TestTrue(TEXT("what is read is said"), Boxes().Contains(TEXT("Reading the clipboard")));
		// `.ci/clipboard` puts the plugin's own icon there, on a display of its own; without a display there is no clipboard.
		if (FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_TEST_CLIPBOARD")).IsEmpty())
		{
			Window->UntilSeen(TEXT("Pasted is not attached: the clipboard cannot be read:"));
			TestEqual(TEXT("the words stay"), Window->Written(), FString(TEXT("See")));
			return;
		}
		UntilWritten(TEXT("See @picture:Pasted.png "));
		// At the caret, and once: it is the same picture.
		StandIn::PressKey(EKeys::Home);
		StandIn::PressKey(EKeys::V, StandIn::Control());
		UntilWritten(TEXT("@picture:Pasted.png See @picture:Pasted.png "));
		Window->Until(TEXT("its box"), [this] { return Boxes().Contains(TEXT("Pasted.png (PNG, 128 \u00d7 128, ")); });
	});

	It(TEXT("says that the model reads no pictures before anything is sent, and keeps what was written"), [this]
	{
		if (!Open())
		{
			return;
		}
		Window->Type(TEXT("/model gpt-3.5-turbo"));
		Window->Until(TEXT("the model"), [this] { return Window->GetSession()->GetModelId().Contains(TEXT("gpt-3.5-turbo")); });
		Make(TEXT("Airlock.png"), Png(64, 48));
		Window->Write(TEXT("See @Airlock.png, please"));
		Window->UntilSeen(TEXT("gpt-3.5-turbo cannot read pictures: choose another model, or remove the pictures"));
		TestEqual(TEXT("said before Enter"), Window->Written(), FString(TEXT("See @Airlock.png, please")));
		StandIn::PressKey(EKeys::Enter);
		Window->Settle();
		TestEqual(TEXT("what was written stays"), Window->Written(), FString(TEXT("See @Airlock.png, please")));
		TestEqual(TEXT("nothing was sent"), Window->Ends, 0);
	});
}

#endif
