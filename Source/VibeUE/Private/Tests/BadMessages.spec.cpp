// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/PlatformTime.h"
#include "Misc/AutomationTest.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FBadMessagesSpec, "VibeUE.BadInput.a message", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
END_DEFINE_SPEC(FBadMessagesSpec)

// Long because it lists its cases.
void FBadMessagesSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
	});
	AfterEach([this]()
	{
		Chat.Reset();
	});

	LatentIt(TEXT("with lone surrogates loses nothing else"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		FString Text(TEXT("before "));
		Text.AppendChar(static_cast<TCHAR>(0xD800));
		Text += TEXT(" middle ");
		Text.AppendChar(static_cast<TCHAR>(0xDC00));
		Text += TEXT(" after");
		Chat->Say(Text);
		Chat->Do([this]()
		{
			TestEqual(TEXT("what was kept"), (*Chat)->GetMessages(1, 1)[0].Text, FString(TEXT("before \uFFFD middle \uFFFD after")));
			TestEqual(TEXT("what came back"), Chat->Streamed, FString(TEXT("You said: before \uFFFD middle \uFFFD after")));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("with an embedded zero is kept to its end"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		const TCHAR Text[] = {'a', 'b', 0, 'c', 'd'};
		Chat->Say(FString::ConstructFromPtrSize(Text, 5));
		Chat->Do([this]()
		{
			const FString Kept = (*Chat)->GetMessages(1, 1)[0].Text;
			TestEqual(TEXT("length"), Kept.Len(), 5);
			TestTrue(TEXT("the end"), Kept.Len() == 5 && Kept[2] == 0 && Kept[4] == 'd');
		});
		Chat->Reopen();
		Chat->Do([this]() { TestEqual(TEXT("length from disk"), (*Chat)->GetMessages(1, 1)[0].Text.Len(), 5); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("of blanks alone is refused, and no model is asked"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT(" \t\n ")); });
		Chat->Wait(TEXT("the refusal"), [this]() { return Chat->Errors.Num() == 1; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("kind"), Chat->Errors[0].Kind, EVibeUEFailure::Invalid);
			TestEqual(TEXT("words"), Chat->Streamed, FString());
		});
		Chat->Say(TEXT("Hello."), EVibeUETurnEnd::Completed);
		Chat->Run(Done);
	});

	LatentIt(TEXT("with something that is not an image is refused, and no later request has it"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			FVibeUEImage Page;
			Page.MediaType = TEXT("text/html");
			Page.Data = {'<', 'p', '>'};
			FVibeUEImage Empty;
			Empty.MediaType = TEXT("image/png");
			FVibeUEImage Broken;
			Broken.MediaType = TEXT("image/\r\nX-Header: yes");
			Broken.Data = {1, 2, 3};
			for (const FVibeUEImage& Image : {FVibeUEImage(), Page, Empty, Broken})
			{
				Chat->Forget();
				TestFalse(TEXT("it is taken"), (*Chat)->SubmitUserMessageWithImages(TEXT("Look at this."), {Image}));
				Chat->TestOneError(TEXT("the image"), EVibeUEFailure::Invalid, TEXT("image 1"));
			}
			FVibeUEImage Large;
			Large.MediaType = TEXT("image/png");
			Large.Data.SetNumZeroed(40 * 1024 * 1024);
			Chat->Forget();
			TestFalse(TEXT("40 MB are taken"), (*Chat)->SubmitUserMessageWithImages(FString(), {Large}));
			Chat->TestOneError(TEXT("the large image"), EVibeUEFailure::Invalid, TEXT("33554432"));
		});
		Chat->Say(TEXT("Hello."));
		Chat->Do([this]() { TestEqual(TEXT("images"), (*Chat)->GetTokenBreakdown().Images, static_cast<int64>(0)); });
		Chat->Run(Done);
	});

	LatentIt(TEXT("of 10 MB is refused before any request, and what was said stays"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Say(TEXT("Before the paste."));
		Chat->Do([this]()
		{
			FString Line(TEXT("LogTemp: Warning: a line of a very long log that somebody has pasted\n"));
			FString Paste;
			Paste.Reserve(10 * 1024 * 1024 + 100);
			while (Paste.Len() < 10 * 1024 * 1024)
			{
				Paste += Line;
			}
			const double Began = FPlatformTime::Seconds();
			(*Chat)->SubmitUserMessage(Paste);
			TestTrue(TEXT("the editor does not wait for it to be counted"), FPlatformTime::Seconds() - Began < FSpecSandbox::Patience / 2.0);
		});
		Chat->Wait(TEXT("the refusal"), [this]() { return Chat->TurnEnds.Num() == 2; });
		Chat->Do([this]()
		{
			TestEqual(TEXT("how it ended"), Chat->TurnEnds.Last(), EVibeUETurnEnd::Failed);
			Chat->TestOneError(TEXT("the paste"), EVibeUEFailure::DoesNotFit, TEXT("token"));
			TestTrue(TEXT("what was said before"), (*Chat)->GetMessages(1, 1)[0].Text == TEXT("Before the paste."));
		});
		Chat->Run(Done);
	});

	LatentIt(TEXT("of 40 MB is refused at once with its limit"), Timeout, [this](const FDoneDelegate& Done)
	{
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this]()
		{
			TestFalse(TEXT("it is taken"), (*Chat)->SubmitUserMessage(FString::ChrN(40 * 1024 * 1024, TEXT('x'))));
			Chat->TestOneError(TEXT("the paste"), EVibeUEFailure::Invalid, TEXT("33554432"));
		});
		Chat->Say(TEXT("Hello."));
		Chat->Run(Done);
	});

	LatentIt(TEXT("submitted 10,000 times is kept or refused each time, and closing is quick"), Timeout, [this](const FDoneDelegate& Done)
	{
		const TSharedRef<int32> Taken = MakeShared<int32>(0);
		Chat->Open();
		Chat->WaitUntilOpened();
		Chat->Do([this, Taken]()
		{
			(*Chat)->SubmitUserMessage(TEXT("begin and take your time"));
			for (int32 Index = 0; Index < 10000; ++Index)
			{
				*Taken += (*Chat)->SubmitUserMessage(FString::Printf(TEXT("Number %d"), Index)) ? 1 : 0;
			}
		});
		// On a slow machine the first answer may have ended before this looks for its beginning.
		Chat->Wait(TEXT("the beginning of the first answer"),
			[this]() { return Chat->Streamed.Contains(TEXT("The beginning.")) || Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("The beginning.")); });
		// Everything that was not accepted is reported as refused. A core that is still doing that has no time to save
		// what arrived when it is closed.
		Chat->Wait(TEXT("the refusals"), [this, Taken]() { return Chat->Errors.Num() >= 10000 - *Taken; });
		Chat->Do([this, Taken]()
		{
			TestTrue(TEXT("some are taken"), *Taken > 0);
			const double Began = FPlatformTime::Seconds();
			(*Chat)->Close(5.0);
			TestTrue(TEXT("it closes in time"), FPlatformTime::Seconds() - Began < FSpecSandbox::Patience / 2.0);
			TestEqual(TEXT("state"), (*Chat)->GetState(), EVibeUEChatState::Closed);
		});
		Chat->Reopen();
		Chat->Do([this]()
		{
			TestTrue(TEXT("the conversation is in order"), Chat->Openings[0]);
			TestTrue(TEXT("what had come"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("The beginning.")));
		});
		Chat->Run(Done);
	});
}

#endif
