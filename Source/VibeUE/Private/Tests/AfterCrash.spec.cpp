// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "Tests/SpecTool.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FAfterCrashSpec, "VibeUE.Tools.after a crash", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecTool> Tool;
	TSharedPtr<FSpecTool> Other;
	FString Left;

	/** Keeps the files of the conversation as a crash at this moment would leave them; returns the id by which they are opened. */
	FString CrashNow();

	/** Returns the results of the newest messages, the oldest first. */
	TArray<FVibeUEToolResult> GetLastResults(int32 Count) const;
END_DEFINE_SPEC(FAfterCrashSpec)

FString FAfterCrashSpec::CrashNow()
{
	const FString Id = FConversationFiles::MakeId();
	const FString From = FConversationFiles::GetPath((*Chat)->GetConversationId());
	for (const TCHAR* const End : {TEXT(""), TEXT(".running")})
	{
		TArray<uint8> Held;
		TestTrue(FString::Printf(TEXT("the file %s is there"), *(From + End)), FFileHelper::LoadFileToArray(Held, *(From + End)));
		TestTrue(TEXT("it can be copied"), FFileHelper::SaveArrayToFile(Held, *(FConversationFiles::GetPath(Id) + End)));
	}
	return Id;
}

TArray<FVibeUEToolResult> FAfterCrashSpec::GetLastResults(int32 Count) const
{
	TArray<FVibeUEToolResult> Results;
	for (const FVibeUEMessage& Message : (*Chat)->GetMessages((*Chat)->GetMessageCount() - Count, Count))
	{
		Results.Append(Message.ToolResults);
	}
	return Results;
}

void FAfterCrashSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
		FSpecSandbox::OfferEditorTools();
	});
	AfterEach([this]()
	{
		Chat.Reset();
		Tool.Reset();
		Other.Reset();
		Left.Empty();
	});

	LatentIt(TEXT("the call that the editor ended in is named, and so are those that had not begun"), Timeout, [this](const FDoneDelegate& Done)
	{
		Tool = MakeShared<FSpecTool>(TEXT("take_down"), EVibeUEToolAccess::Read, [this](const TSharedRef<FVibeUEToolRun>&)
		{
			if (Left.IsEmpty())
			{
				Left = CrashNow();
			}
		});
		Other = MakeShared<FSpecTool>(TEXT("paint"), EVibeUEToolAccess::Write, [](const TSharedRef<FVibeUEToolRun>& Run) { Run->Done(TEXT("painted")); });
		Chat->Open();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("use take_down {}\nuse paint {}\nuse take_down {\"what\": \"b\"}")); });
		Chat->Wait(TEXT("the crash"), [this]() { return !Left.IsEmpty(); });
		Chat->Do([this]()
		{
			const FString Path = FConversationFiles::GetPath((*Chat)->GetConversationId());
			Chat->Close();
			TestFalse(TEXT("what ended as it should leaves a note"), IFileManager::Get().FileExists(*(Path + TEXT(".running"))));
			Chat->Forget();
			Chat->Open(Left);
		});
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			const TArray<FVibeUEToolResult> Results = GetLastResults(3);
			if (TestEqual(TEXT("results"), Results.Num(), 3))
			{
				TestEqual(TEXT("what ran"), Results[0].Origin, EVibeUEResultOrigin::CutOff);
				TestEqual(TEXT("what is said of it"), Results[0].Text,
					FString(TEXT("(no result: the program ended while take_down ran; what it did until then is not known)")));
				TestEqual(TEXT("what waited for a person"), Results[1].Origin, EVibeUEResultOrigin::NeverBegan);
				TestEqual(TEXT("what is said of that"), Results[1].Text, FString(TEXT("(not run: the program ended before paint began)")));
				TestEqual(TEXT("what waited for a frame"), Results[2].Origin, EVibeUEResultOrigin::NeverBegan);
			}
		});
		Chat->Say(TEXT("and now?"));
		Chat->Do([this]() { Chat->TestPairs(TEXT("pairs"), EVibeUEHistory::View); });
		Chat->Run(Done);
	});
}

#endif
