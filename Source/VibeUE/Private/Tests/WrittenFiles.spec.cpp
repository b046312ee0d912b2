// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// The windows of a real editor cannot be looked at and clicked from a spec: this is for the stand-in.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Framework/Notifications/NotificationManager.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"

BEGIN_DEFINE_SPEC(FWrittenFilesSpec, "VibeUE.WrittenFiles", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Waits until a file whose name begins so is written, and returns its text. */
FString ReadWritten(const TCHAR* Name)
{
	const FString Folder = UChatSession::GetConversationFolder() / TEXT("Exports");
	TArray<FString> Names;
	Window->Until(TEXT("the file"), [&Names, Folder, Name]
	{
		Names.Empty();
		IFileManager::Get().FindFiles(Names, *(Folder / (FString(Name) + TEXT("*.md"))), true, false);
		return Names.Num() > 0;
	});
	FString Text;
	TestTrue(TEXT("it can be read"), Names.Num() == 1 && FFileHelper::LoadFileToString(Text, *(Folder / Names[0])));
	return Text;
}
END_DEFINE_SPEC(FWrittenFilesSpec)

// Long because it lists its cases.
void FWrittenFilesSpec::Define()
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

	It(TEXT("an export is a file that can be found"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !Window->Open(400.0f, 560.0f) || !Window->Settle())
		{
			return;
		}
		Window->GetSession()->RenameConversation(TEXT("Doors: red / blue?"));
		Window->Say(TEXT("The red door, and DB_PASSWORD=correct-horse9"));
		Window->ClickIcon(TEXT("Write the whole conversation"));
		const FString Folder = UChatSession::GetConversationFolder() / TEXT("Exports");
		TArray<FString> Names;
		Window->Until(TEXT("written"), [&Names, Folder]
		{
			Names.Empty();
			IFileManager::Get().FindFiles(Names, *(Folder / TEXT("*.md")), true, false);
			return Names.Num() > 0;
		});
		FString Text;
		if (TestEqual(TEXT("one file"), Names.Num(), 1) && TestTrue(TEXT("read"), FFileHelper::LoadFileToString(Text, *(Folder / Names[0]))))
		{
			TestTrue(TEXT("its name"), Names[0].StartsWith(TEXT("Doors  red   blue")));
			TestTrue(TEXT("its text"), Text.Contains(TEXT("You said: The red door, and DB_PASSWORD=[secret]")));
			TestFalse(TEXT("no password"), Text.Contains(TEXT("correct-horse9")));
		}
	});

	It(TEXT("an export holds passwords where a host asks for them"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !Window->Open() || !Window->Settle() || !Window->Say(TEXT("DB_PASSWORD=correct-horse9")))
		{
			return;
		}
		const FString Path = Sandbox->GetFolder() / TEXT("whole.md");
		const TSharedRef<TArray<FVibeUEError>> Told = MakeShared<TArray<FVibeUEError>>();
		UChatSession* Session = Window->GetSession();
		Session->OnExported().AddWeakLambda(Session, [Told](const FString&, const FVibeUEError& Error) { Told->Add(Error); });
		TestTrue(TEXT("it begins"), Session->ExportConversation(Path, true));
		Window->Until(TEXT("its end"), [Told] { return Told->Num() == 1; });
		FString Text;
		TestTrue(TEXT("it is written"), (*Told)[0].Kind == EVibeUEFailure::None && FFileHelper::LoadFileToString(Text, *Path));
		TestTrue(TEXT("the password"), Text.Contains(TEXT("DB_PASSWORD=correct-horse9")));
		// What is there already is somebody's only copy.
		TestTrue(TEXT("another begins"), Session->ExportConversation(Path));
		Window->Until(TEXT("its end"), [Told] { return Told->Num() == 2; });
		TestEqual(TEXT("it is refused"), (*Told)[1].Kind, EVibeUEFailure::Invalid);
	});

	It(TEXT("a bug report has versions, settings and the shape of the conversation, and neither keys nor words"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000))
		{
			return;
		}
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->ApiKey = TEXT("sk-planted-key");
		Settings->SystemPrompt = TEXT("A planted prompt.");
		Settings->SummarizationThreshold = 0.71;
		if (!Window->Open(400.0f, 560.0f) || !Window->Settle() || !Window->Say(TEXT("A planted question")))
		{
			return;
		}
		Window->ClickIcon(TEXT("Write a bug report"));
		const FString Text = ReadWritten(TEXT("Bug report"));
		for (const TCHAR* Wanted : {TEXT("engine: 5."), TEXT("plugin: "), TEXT("0.71"), *Settings->Model})
		{
			TestTrue(FString::Printf(TEXT("\"%s\" is in it"), Wanted), Text.Contains(Wanted));
		}
		TestFalse(TEXT("something planted is in it"), Text.Contains(TEXT("planted")));
		Window->Until(TEXT("a person to be told of it"), []
		{
			return FSlateNotificationManager::Get().StandInHistory().ContainsByPredicate(
				[](const FString& Told) { return Told.StartsWith(TEXT("The bug report was written to Bug report")); });
		});
	});

	It(TEXT("a bug report is written also while the conversation cannot be opened"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->BaseUrl = TEXT("no address at all");
		if (!Window->Open(400.0f, 560.0f))
		{
			return;
		}
		Window->Until(TEXT("the refusal"), [this] { return Window->GetSession()->GetState() == EVibeUEChatState::Failed; });
		Window->ClickIcon(TEXT("Write a bug report"));
		TestTrue(TEXT("what is set is in it"), ReadWritten(TEXT("Bug report")).Contains(TEXT("engine: 5.")));
	});

	It(TEXT("a bug report that cannot be written says why"), [this]
	{
		if (!FTestConversation::UseServer(*this, 100000) || !Window->Open(400.0f, 560.0f) || !Window->Settle())
		{
			return;
		}
		FFileHelper::SaveStringToFile(FStringView(TEXT("in the way")), *(UChatSession::GetConversationFolder() / TEXT("Exports")));
		Window->ClickIcon(TEXT("Write a bug report"));
		Window->UntilSeen(TEXT("Error"));
		Window->UntilSeen(TEXT("Exports"));
	});
}

#endif
