// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "UObject/UObjectGlobals.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FBadFilesSpec, "VibeUE.BadInput.a file", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecChat> Other;
END_DEFINE_SPEC(FBadFilesSpec)

// Long because it lists its cases.
void FBadFilesSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
		Other = MakeShared<FSpecChat>(*this);
	});
	AfterEach([this]()
	{
		Other.Reset();
		Chat.Reset();
	});

	LatentIt(TEXT("in the place of the folder of conversations is named, and moving it away is enough"), Timeout, [this](const FDoneDelegate& Done)
	{
		const FString Folder = UChatSession::GetConversationFolder();
		Chat->TestRefusedOpening(Done, EVibeUEFailure::Storage, TEXT("VibeUE"),
			[Folder]() { FFileHelper::SaveStringToFile(FStringView(TEXT("in the way")), *Folder); },
			[Folder]() { IFileManager::Get().Delete(*Folder); });
	});

	LatentIt(TEXT("that two sessions want is the first one's, and the second says so"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("Mine."));
		Chat->Do([this]() { Other->Open((*Chat)->GetConversationId()); });
		Chat->Wait(TEXT("the second to be refused"), [this]() { return Other->Openings.Num() == 1; });
		Chat->Do([this]()
		{
			TestFalse(TEXT("it was opened"), Other->Openings[0]);
			Other->TestOneError(TEXT("the second"), EVibeUEFailure::Storage, TEXT("close the conversation there"));
		});
		Chat->Say(TEXT("Still mine."));
		Chat->Reopen();
		Chat->Do([this]() { TestTrue(TEXT("nothing is lost"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("Still mine."))); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("that is broken in the middle is refused with its line and left as it is"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<FString> Broken = MakeShared<FString>();
		const TSharedRef<FString> Id = MakeShared<FString>();
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("The first thing that was said."));
		Chat->Say(TEXT("The second thing."));
		Chat->Do([this, Broken, Id]()
		{
			*Id = (*Chat)->GetConversationId();
			Chat->Close();
			Chat->Forget();
			FString Text;
			FFileHelper::LoadFileToString(Text, *FConversationFiles::GetPath(*Id));
			*Broken = Text.Replace(TEXT("The first thing"), TEXT("The worst thing"));
			FFileHelper::SaveStringToFile(*Broken, *FConversationFiles::GetPath(*Id), FFileHelper::EEncodingOptions::ForceUTF8WithoutBOM);
			Chat->Open(*Id);
		});
		Chat->WaitUntilOpened();
		Chat->Do([this, Broken, Id]()
		{
			TestFalse(TEXT("it was opened"), Chat->Openings[0]);
			if (TestEqual(TEXT("errors"), Chat->Errors.Num(), 1))
			{
				TestTrue(FString::Printf(TEXT("\"%s\" names the line"), *Chat->Errors[0].Message), Chat->Errors[0].Message.Contains(TEXT("line")));
				TestFalse(TEXT("advice is missing"), Chat->Errors[0].Hint.IsEmpty());
			}
			Chat->Close();
			FString Text;
			FFileHelper::LoadFileToString(Text, *FConversationFiles::GetPath(*Id));
			TestEqual(TEXT("the file"), Text, *Broken);
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("of 2 MB of zeros is not a conversation"), Timeout, [this](const FDoneDelegate& Done)
	{
		const FString Id(TEXT("spec-zeros"));
		TArray<uint8> Zeros;
		Zeros.SetNumZeroed(2 * 1024 * 1024);
		IFileManager::Get().MakeDirectory(*UChatSession::GetConversationFolder(), true);
		FFileHelper::SaveArrayToFile(Zeros, *FConversationFiles::GetPath(Id));
		Chat->Open(Id);
		Chat->WaitUntilOpened();
		Chat->Do([this, Id]()
		{
			TestFalse(TEXT("it was opened"), Chat->Openings[0]);
			TestEqual(TEXT("errors"), Chat->Errors.Num(), 1);
			Chat->Close();
			TestEqual(TEXT("size"), IFileManager::Get().FileSize(*FConversationFiles::GetPath(Id)), static_cast<int64>(2 * 1024 * 1024));
		});
		Chat->Run(Done);
	});

	It(TEXT("outside of the folder cannot be named"), [this]()
	{
		for (const TCHAR* const Id : {TEXT("../outside"), TEXT("/etc/passwd"), TEXT("a/b"), TEXT("a\\b"), TEXT("C:"), TEXT("."), TEXT("a b")})
		{
			Chat->Forget();
			UChatSession* Session = NewObject<UChatSession>();
			Chat->Follow(Session);
			TestFalse(FString::Printf(TEXT("\"%s\" is taken"), Id), Session->Open(Id));
			Chat->TestOneError(Id, EVibeUEFailure::Invalid, TEXT("id"));
		}
	});
}

#endif
