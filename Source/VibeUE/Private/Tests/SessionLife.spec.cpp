// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ChatWriting.h"
#include "ChatSetup.h"
#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "UObject/StrongObjectPtr.h"
#include "UObject/UObjectGlobals.h"

#if WITH_DEV_AUTOMATION_TESTS

// What handlers may do to the session whose events they hear: release it and collect garbage, among other things.
BEGIN_DEFINE_SPEC(FSessionLifeSpec, "VibeUE.SessionLife", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
END_DEFINE_SPEC(FSessionLifeSpec)

// Long because it lists its cases.
void FSessionLifeSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]() { Chat = MakeShared<FSpecChat>(*this); });
	AfterEach([this]() { Chat.Reset(); });

	LatentIt(TEXT("every listener hears of an export's end, even if a handler releases the session"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int32> Told = MakeShared<int32>(0);
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("Hello."));
		Chat->Do([this, Told]()
		{
			(*Chat)->OnExported().AddWeakLambda(Chat->Get(), [this, Told](const FString&, const FVibeUEError&)
			{
				++*Told;
				Chat->LetGo();
				CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			});
			TestTrue(TEXT("one begins"), (*Chat)->ExportConversation(Chat->GetSandbox().GetFolder() / TEXT("one.md")));
			TestTrue(TEXT("another begins"), (*Chat)->ExportConversation(Chat->GetSandbox().GetFolder() / TEXT("other.md")));
		});
		Chat->Wait(TEXT("the end of the first export"), [Told]() { return *Told > 0; });
		// The other one may still be written: the sandbox cannot be removed while files in it come and go.
		for (const TCHAR* Name : {TEXT("one.md"), TEXT("other.md")})
		{
			const FString File = Chat->GetSandbox().GetFolder() / Name;
			Chat->Wait(TEXT("the export to be written"), [File]() { return IFileManager::Get().FileExists(*File) && !IFileManager::Get().FileExists(*(File + TEXT(".lock"))); });
		}
		Chat->Run(Done);
	});

	LatentIt(TEXT("an export that is late when the conversation is closed is not called cancelled: its file is written"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<TArray<FVibeUEError>> Told = MakeShared<TArray<FVibeUEError>>();
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("Hello."));
		Chat->Do([this, Told]()
		{
			(*Chat)->OnExported().AddWeakLambda(Chat->Get(), [Told](const FString&, const FVibeUEError& Error) { Told->Add(Error); });
			TestTrue(TEXT("it begins"), (*Chat)->ExportConversation(Chat->GetSandbox().GetFolder() / TEXT("late.md")));
			(*Chat)->Close(0.0);
			if (!TestEqual(TEXT("how often it was told"), Told->Num(), 1))
			{
				return;
			}
			// A fast machine has written it by then.
			const bool bIsLate = (*Told)[0].Kind == EVibeUEFailure::Conflict && (*Told)[0].Message == TEXT("The conversation was closed while the export was still being written.");
			TestTrue(FString::Printf(TEXT("what was told: \"%s\""), *(*Told)[0].Message), bIsLate || (*Told)[0].Kind == EVibeUEFailure::None);
		});
		// And until whoever writes it has left: the sandbox cannot be removed while files in it come and go.
		Chat->Wait(TEXT("the file"), [this]()
		{
			const FString File = Chat->GetSandbox().GetFolder() / TEXT("late.md");
			return IFileManager::Get().FileExists(*File) && !IFileManager::Get().FileExists(*(File + TEXT(".lock")));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("another conversation that a handler opens when one is closed hears nothing of that one, and its messages come back"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<TArray<FString>> Returned = MakeShared<TArray<FString>>();
		const FString Damaged = FConversationFiles::MakeId();
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("say the first half")); });
		Chat->Wait(TEXT("the first half"), [this]() { return Chat->Streamed.Contains(TEXT("The first half.")); });
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("Later.")); });
		Chat->Wait(TEXT("it to wait"), [this]() { return FChatWriting::GetWaiting(*Chat->Get()).Num() == 1; });
		Chat->Do([this, Returned, Damaged]()
		{
			FFileHelper::SaveStringToFile(FStringView(TEXT("this is not a journal\n{}\nneither\n")), *FConversationFiles::GetPath(Damaged),
				FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
			UChatSession* Session = Chat->Get();
			Session->OnMessageReturned().AddWeakLambda(Session, [Returned](const FString& Text) { Returned->Add(Text); });
			Session->OnTurnEnded().AddWeakLambda(Session, [this, Session, Damaged](int64, EVibeUETurnEnd)
			{
				TestTrue(TEXT("another one is opened"), Session->Open(Damaged));
				TestTrue(TEXT("a message is taken"), Session->SubmitUserMessage(TEXT("Anybody?")));
			});
			Chat->Forget();
			Session->Close(FSpecSandbox::Patience);
			TestTrue(TEXT("the ends that were told"), Chat->TurnEnds == TArray<EVibeUETurnEnd>({EVibeUETurnEnd::Cancelled}));
			TestEqual(TEXT("its conversation"), Session->GetConversationId(), Damaged);
		});
		Chat->WaitUntilOpened();
		Chat->Do([this, Returned]()
		{
			TestTrue(TEXT("openings"), Chat->Openings == TArray<bool>({false}));
			TestTrue(TEXT("what came back"), *Returned == TArray<FString>({TEXT("Anybody?")}));
			TestEqual(TEXT("ends"), Chat->TurnEnds.Num(), 1);
			(*Chat)->OnTurnEnded().RemoveAll(Chat->Get());
		});
		Chat->Run(Done);
	});

	It(TEXT("every listener hears of a refusal, even if a handler releases the session"), [this]()
	{
		TStrongObjectPtr<UChatSession> Held(NewObject<UChatSession>());
		UChatSession* Session = Held.Get();
		const TWeakObjectPtr<UChatSession> Weak(Session);
		Session->OnSessionError().AddWeakLambda(Session, [&Held](const FVibeUEError&)
		{
			Held.Reset();
			CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
		});
		TestFalse(TEXT("it is taken"), Session->SubmitUserMessage(TEXT("Anybody?")));
		CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
		TestFalse(TEXT("the session outlives all who held it"), Weak.IsValid());
	});

	It(TEXT("a new session outlives a host that collects garbage when it hears of it"), [this]()
	{
		const FDelegateHandle Handle = UChatSession::OnSessionCreated().AddLambda([](UChatSession*) { CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS); });
		const TStrongObjectPtr<UChatSession> Session(UChatSession::OpenConversation(FString()));
		UChatSession::OnSessionCreated().Remove(Handle);
		TestFalse(TEXT("it has no conversation"), Session->GetConversationId().IsEmpty());
		Session->Close(FSpecSandbox::Patience);
	});

	It(TEXT("deleting a conversation bears that closing it collects another session"), [this]()
	{
		const TStrongObjectPtr<UChatSession> First(UChatSession::OpenConversation(FString()));
		// Nothing references this one.
		UChatSession::OpenConversation(FString());
		TestEqual(TEXT("open sessions"), UChatSession::FindOpenSessions().Num(), 2);
		First->OnStateChanged().AddLambda([](EVibeUEChatState) { CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS); });
		TestEqual(TEXT("why it was not deleted"), UChatSession::TryDeleteConversation(First->GetConversationId()).Kind, EVibeUEFailure::None);
		TestEqual(TEXT("sessions that are open still"), UChatSession::FindOpenSessions().Num(), 0);
	});

	It(TEXT("deleting a conversation closes none whose id differs in the case of its letters, where names of files do"), [this]()
	{
		const TStrongObjectPtr<UChatSession> Upper(UChatSession::OpenConversation(TEXT("Door")));
		const TStrongObjectPtr<UChatSession> Lower(UChatSession::OpenConversation(TEXT("door")));
		TestEqual(TEXT("why it was not deleted"), UChatSession::TryDeleteConversation(TEXT("door")).Kind, EVibeUEFailure::None);
		TestEqual(TEXT("the one that was named"), Lower->GetState(), EVibeUEChatState::Closed);
		TestEqual(TEXT("the other is closed"), Upper->GetState() == EVibeUEChatState::Closed, PLATFORM_LINUX == 0);
		Upper->Close(FSpecSandbox::Patience);
	});

	It(TEXT("settings that change while it reports that it could not be opened are tried after that, and no message comes back that is sent"), [this]()
	{
		const FString Id = FConversationFiles::MakeId();
		IFileManager::Get().MakeDirectory(*FConversationFiles::GetFolder(), true);
		FFileHelper::SaveStringToFile(FStringView(TEXT("this is not a journal\n{}\nneither\n")), *FConversationFiles::GetPath(Id),
			FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
		Chat->Open(Id);
		UChatSession* Session = Chat->Get();
		int32 Returned = 0;
		bool bIsTaken = false;
		Session->OnMessageReturned().AddWeakLambda(Session, [&Returned](const FString&) { ++Returned; });
		Session->OnSessionError().AddWeakLambda(Session, [Session, Id, &bIsTaken](const FVibeUEError& Error)
		{
			if (Error.Kind != EVibeUEFailure::None && IFileManager::Get().FileExists(*FConversationFiles::GetPath(Id)))
			{
				IFileManager::Get().Delete(*FConversationFiles::GetPath(Id));
				FSpecSandbox::Notify();
				bIsTaken = Session->SubmitUserMessage(TEXT("A long thought."));
			}
		});
		const double End = FPlatformTime::Seconds() + FSpecSandbox::Patience;
		while (Chat->Openings.Num() < 2 && FPlatformTime::Seconds() < End)
		{
			Session->Pump();
			FPlatformProcess::Sleep(0.002f);
		}
		TestTrue(TEXT("first that it could not be opened, then that it is open"), Chat->Openings.Num() == 2 && !Chat->Openings[0] && Chat->Openings[1]);
		TestFalse(TEXT("a message was taken and came back"), bIsTaken && Returned > 0);
		Session->OnMessageReturned().RemoveAll(Session);
		Session->OnSessionError().RemoveAll(Session);
	});

	It(TEXT("what the plugin itself refuses says what helps, as a failure of the core does"), [this]()
	{
		const FVibeUEError Missing = FChatSetup::FindProblem(FVibeUEModelChoice());
		TestEqual(TEXT("kind"), Missing.Kind, EVibeUEFailure::Settings);
		TestTrue(TEXT("the settings help"), Missing.bFixedInSettings && Missing.bCanRetry);
		const TStrongObjectPtr<UChatSession> Closed(NewObject<UChatSession>());
		TestFalse(TEXT("it is taken"), Closed->CancelTurn());
		TestFalse(TEXT("the settings help there"), Closed->GetLastError().bFixedInSettings);
	});
}

#endif
