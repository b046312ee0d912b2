// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreHeaders.h"
#include "ConversationFiles.h"
#include "CoreGlobals.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformTime.h"
#include "Math/NumericLimits.h"
#include "Misc/AutomationTest.h"
#include "Misc/ConfigCacheIni.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "UObject/UObjectGlobals.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

namespace BadInputPrivate
{
static const TCHAR* const Tools =
	TEXT("[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"parameters\":{\"type\":\"object\",\"properties\":{}}}}]");
} // namespace BadInputPrivate

// What a host, a person and a machine may do to a conversation, and the case that shows that nothing is lost, nothing
// aborts and a person reads what is wrong. `plugin::` and `build_rules::` are proofs outside of the specs.
//
//   1. lone surrogates in a message: BadInput.a message.with lone surrogates loses nothing else
//   2. a zero inside a message: BadInput.a message.with an embedded zero is kept to its end
//   3. a message of blanks: BadInput.a message.of blanks alone is refused, and no model is asked
//   4. a paste of 10 MB: BadInput.a message.of 10 MB is refused before any request, and what was said stays
//   5. a paste beyond the limit of one message: BadInput.a message.of 40 MB is refused at once with its limit
//   6. 10,000 messages at once: BadInput.a message.submitted 10,000 times is kept or refused each time, and closing is quick
//   7. settings out of range in the ini: BadInput.settings.out of range in the ini are brought into range, and a conversation opens with them
//   8. settings that contradict each other: BadInput.settings.that contradict each other are named, and fixing them is enough
//   9. settings that become wrong under an open conversation: BadInput.settings.that become wrong leave an open conversation as it was
//   10. an ini in UTF-16, with a mark in front, with lines that are none: BadSurroundings.a file.of settings in UTF-16, or with a mark in front, is read like any other
//   11. an ini that cannot be written: BadSurroundings.a file.of settings that cannot be written is named, and the change holds all the same
//   12. an unknown provider: BadInput.settings.with an unknown provider name the ones that are known
//   13. a missing key: BadInput.settings.without a key, where one is needed, name the variable to set
//   14. something that is not an address: BadInput.settings.with the address "no address at all" are refused with words
//   15. a context window of one token: BadSurroundings.a context window.of 1 tokens is refused or used, with words, and a sane one is enough
//   16. a context window beyond all models: BadSurroundings.a context window.of 2147483647 tokens is refused or used, with words, and a sane one is enough
//   17. a native library of another build: plugin::with a library of another build
//   18. no native library at all: build_rules::plugin::a_missing_library_is_named_with_what_to_do
//   19. a Saved folder that cannot be made: BadInput.a file.in the place of the folder of conversations is named, and moving it away is enough
//   20. two editors on one conversation: BadInput.a file.that two sessions want is the first one's, and the second says so
//   21. a journal whose last line is torn: Persistence.a last line that was torn costs that line only, and a person is told
//   22. a journal that is broken in the middle: BadInput.a file.that is broken in the middle is refused with its line and left as it is
//   23. a journal of zeros: BadInput.a file.of 2 MB of zeros is not a conversation
//   24. a journal with a mark in front: BadSurroundings.a file.that an editor of texts saved with a mark in front is opened, or refused and left as it is
//   25. a full disk: BadSurroundings.a file.on a full disk fails with words, and loses nothing that was said before
//   26. a conversation's id that leads out of the folder: BadInput.a file.outside of the folder cannot be named
//   27. a project folder with blanks and letters of other scripts: BadInput.a session.lives in a project whose folder has blanks and letters of other scripts
//   28. a project folder with a very long path: plugin::in a project far down in folders
//   29. a clock that goes backwards: BadInput.a session.goes on when the clock of the wall goes backwards
//   30. a server that is gone: BadSurroundings.a server.that is gone is named, and the conversation goes on when it is back
//   31. a server that answers by a page for browsers: BadSurroundings.a server.that answers by a page for browsers is named as such
//   32. a server that hangs up in the middle: BadSurroundings.a server.that hangs up in the middle of an answer loses no word that had come
//   33. definitions of tools that are not JSON: BadInput.a tool.whose definition is broken JSON is refused, and the earlier ones stay
//   34. answers to calls that nobody made: BadInput.a tool.that nobody called may answer without harm, and twice
//   35. answers of tools that are too long or no text: BadSurroundings.a tool.that answers 40 MB, or half characters and zeros, is refused or repaired, and the round goes on
//   36. calls to a closed session: BadInput.a session.that is closed answers every call, with words
//   37. a session that a handler of its own events closes: BadInput.a session.may be closed by a handler of its own words
//   38. absurd pages of a history: BadInput.a session.gives what there is for every absurd page
//   39. a tab that is opened twice: BadSurroundings.the chat's tab.that is opened twice is one window with one session
//   40. a window of no size, or a huge one: BadSurroundings.the chat's tab.stands any size of its window, and shows what it showed before
//   41. a paste of 10 MB into the window: BadSurroundings.the chat's tab.takes a paste of 10 MB, says that it does not fit, and goes on
//   42. something that is not an image: BadInput.a message.with something that is not an image is refused, and no later request has it
BEGIN_DEFINE_SPEC(FBadInputSpec, "VibeUE.BadInput", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
	TSharedPtr<FSpecChat> Other;

	/** Opens a conversation that cannot be opened, tests what is said about it, and that fixing the settings is enough. */
	void TestRefusedOpening(const FDoneDelegate& Done, EVibeUEFailure Kind, const FString& Words, TFunction<void()> Spoil, TFunction<void()> Fix);
END_DEFINE_SPEC(FBadInputSpec)

void FBadInputSpec::TestRefusedOpening(
	const FDoneDelegate& Done, EVibeUEFailure Kind, const FString& Words, TFunction<void()> Spoil, TFunction<void()> Fix)
{
	Chat->Do([this, Spoil]()
	{
		Spoil();
		Chat->Open();
	});
	Chat->WaitUntilOpened();
	Chat->Do([this, Kind, Words, Fix]()
	{
		TestFalse(TEXT("it was opened"), Chat->Openings[0]);
		TestEqual(TEXT("state"), (*Chat)->GetState(), EVibeUEChatState::Failed);
		Chat->TestOneError(TEXT("opening"), Kind, *Words);
		TestFalse(TEXT("a message is taken meanwhile"), (*Chat)->SubmitUserMessage(TEXT("Hello?")));
		Chat->Forget();
		Fix();
		FSpecSandbox::Notify();
	});
	Chat->WaitUntilOpened();
	Chat->Do([this]() { TestTrue(TEXT("it was opened once the cause was gone"), Chat->Openings[0]); });
	Chat->Say(TEXT("Hello."));
	Chat->Run(Done);
}

void FBadInputSpec::Define()
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

	Describe(TEXT("a message"), [this]()
	{
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
			Chat->Wait(TEXT("the beginning of the first answer"), [this]() { return Chat->Streamed.Contains(TEXT("The beginning.")); });
			Chat->Do([this, Taken]()
			{
				TestTrue(TEXT("some are taken"), *Taken > 0);
				// Whatever was not taken was said to be refused.
				TestTrue(TEXT("refusals that were told"), Chat->Errors.Num() >= 10000 - *Taken);
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
	});

	Describe(TEXT("settings"), [this]()
	{
		LatentIt(TEXT("out of range in the ini are brought into range, and a conversation opens with them"), Timeout, [this](const FDoneDelegate& Done)
		{
			const TCHAR* const Section = TEXT("/Script/VibeUE.VibeUESettings");
			const TPair<const TCHAR*, const TCHAR*> Absurd[] = {
				{TEXT("SummarizationThreshold"), TEXT("17.5")},
				{TEXT("NoticeSeconds"), TEXT("-3")},
				{TEXT("MaxSummaryTokens"), TEXT("-2147483648")},
				{TEXT("RefreshEveryMessages"), TEXT("99999999999999999999")},
				{TEXT("Temperature"), TEXT("hot")},
			};
			for (const TPair<const TCHAR*, const TCHAR*>& Pair : Absurd)
			{
				GConfig->SetString(Section, Pair.Key, Pair.Value, GEditorPerProjectIni);
			}
			// The sandbox takes the values out of the ini again.
			UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
			Settings->LoadConfig();
			Settings->PostInitProperties();
			TestEqual(TEXT("threshold"), Settings->SummarizationThreshold, VIBEUE_MAX_THRESHOLD);
			TestEqual(TEXT("notice"), Settings->NoticeSeconds, VIBEUE_MIN_NOTICE_SECONDS);
			TestEqual(TEXT("summary"), Settings->MaxSummaryTokens, static_cast<int32>(VIBEUE_MIN_SUMMARY_MAX_TOKENS));
			TestTrue(TEXT("temperature"), Settings->Temperature >= 0.0 && Settings->Temperature <= 2.0);
			TestTrue(TEXT("refresh"), Settings->RefreshEveryMessages >= 0);
			Chat->GetSandbox().UseServer();
			Settings->EmergencySummarizationRatio = 1.0;
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]() { TestTrue(TEXT("it opened"), Chat->Openings[0]); });
			Chat->Run(Done);
		});

		LatentIt(TEXT("that contradict each other are named, and fixing them is enough"), Timeout, [this](const FDoneDelegate& Done)
		{
			TestRefusedOpening(Done, EVibeUEFailure::Settings, TEXT("target"),
				[]() { GetMutableDefault<UVibeUESettings>()->SummarizationTargetRatio = 0.9; },
				[]() { GetMutableDefault<UVibeUESettings>()->SummarizationTargetRatio = 0.5; });
		});

		LatentIt(TEXT("that become wrong leave an open conversation as it was"), Timeout, [this](const FDoneDelegate& Done)
		{
			const TSharedRef<int64> Threshold = MakeShared<int64>(0);
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this, Threshold]()
			{
				*Threshold = (*Chat)->GetTrigger().ThresholdTokens;
				GetMutableDefault<UVibeUESettings>()->SummarizationTargetRatio = 0.9;
				FSpecSandbox::Notify();
				TestEqual(TEXT("errors"), Chat->Errors.Num(), 1);
				TestEqual(TEXT("kind"), (*Chat)->GetLastError().Kind, EVibeUEFailure::Settings);
				TestTrue(FString::Printf(TEXT("\"%s\" says what to do"), *(*Chat)->GetLastError().Hint),
					(*Chat)->GetLastError().Hint.Contains(TEXT("use at most 0.7")));
				TestEqual(TEXT("threshold"), (*Chat)->GetTrigger().ThresholdTokens, *Threshold);
			});
			Chat->Say(TEXT("Hello."));
			Chat->Run(Done);
		});

		LatentIt(TEXT("changed in the middle of an answer hold from then on, and the answer is whole"), Timeout, [this](const FDoneDelegate& Done)
		{
			const TSharedRef<int64> Threshold = MakeShared<int64>(0);
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this, Threshold]()
			{
				*Threshold = (*Chat)->GetTrigger().ThresholdTokens;
				(*Chat)->SubmitUserMessage(TEXT("count slowly"));
			});
			Chat->Wait(TEXT("the first word"), [this]() { return Chat->Streamed.Contains(TEXT("one")); });
			Chat->Do([]()
			{
				UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
				Settings->SummarizationThreshold = 0.75;
				Settings->Model = TEXT("scripted");
				FSpecSandbox::Notify();
			});
			Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
			Chat->Do([this, Threshold]()
			{
				TestEqual(TEXT("words"), Chat->Streamed, FString(TEXT("one two three four five six seven eight")));
				TestEqual(TEXT("model"), (*Chat)->GetModelId(), FString(TEXT("scripted")));
				TestTrue(TEXT("threshold"), (*Chat)->GetTrigger().ThresholdTokens < *Threshold);
				TestEqual(TEXT("errors"), Chat->Errors.Num(), 0);
			});
			Chat->Say(TEXT("And on."));
			Chat->Run(Done);
		});

		LatentIt(TEXT("with an unknown provider name the ones that are known"), Timeout, [this](const FDoneDelegate& Done)
		{
			TestRefusedOpening(Done, EVibeUEFailure::Settings, TEXT("openai"), []() { GetMutableDefault<UVibeUESettings>()->Provider = TEXT("skynet"); },
				[]() { GetMutableDefault<UVibeUESettings>()->Provider.Empty(); });
		});

		LatentIt(TEXT("without a key, where one is needed, name the variable to set"), Timeout, [this](const FDoneDelegate& Done)
		{
			const FString Server = GetMutableDefault<UVibeUESettings>()->BaseUrl;
			TestRefusedOpening(Done, EVibeUEFailure::Settings, TEXT("OPENAI_API_KEY"),
				[this]()
				{
					Chat->GetSandbox().SetEnvironment(TEXT("OPENAI_API_KEY"), FString());
					UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
					Settings->Provider = TEXT("openai");
					Settings->Protocol.Empty();
					Settings->BaseUrl.Empty();
					Settings->ApiKey.Empty();
				},
				[Server]()
				{
					UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
					Settings->Provider.Empty();
					Settings->Protocol = TEXT("openai");
					Settings->BaseUrl = Server;
				});
		});

		LatentIt(TEXT("with a variable for the key that is not set name it"), Timeout, [this](const FDoneDelegate& Done)
		{
			TestRefusedOpening(Done, EVibeUEFailure::Settings, TEXT("VIBEUE_SPEC_NO_SUCH_KEY"),
				[]() { GetMutableDefault<UVibeUESettings>()->ApiKeyVariable = TEXT("VIBEUE_SPEC_NO_SUCH_KEY"); },
				[]() { GetMutableDefault<UVibeUESettings>()->ApiKeyVariable.Empty(); });
		});

		for (const TCHAR* const Address : {TEXT("no address at all"), TEXT("file:///etc/passwd"), TEXT("http://"), TEXT("http://model.example.com/v1")})
		{
			LatentIt(FString::Printf(TEXT("with the address \"%s\" are refused with words"), Address), Timeout, [this, Address](const FDoneDelegate& Done)
			{
				const FString Server = GetMutableDefault<UVibeUESettings>()->BaseUrl;
				TestRefusedOpening(Done, EVibeUEFailure::Settings, TEXT("http"), [Address]() { GetMutableDefault<UVibeUESettings>()->BaseUrl = Address; },
					[Server]() { GetMutableDefault<UVibeUESettings>()->BaseUrl = Server; });
			});
		}
	});

	Describe(TEXT("the native library"), [this]()
	{
		It(TEXT("of another build is refused with words and advice"), [this]()
		{
			TestEqual(TEXT("its own build"), VibeUE::FromCore(vibeue::check_abi(VIBEUE_ABI_VERSION)).Kind, EVibeUEFailure::None);
			for (const uint64 Version : {static_cast<uint64>(0), static_cast<uint64>(VIBEUE_ABI_VERSION) + 1, TNumericLimits<uint64>::Max()})
			{
				const FVibeUEError Error = VibeUE::FromCore(vibeue::check_abi(Version));
				TestEqual(TEXT("kind"), Error.Kind, EVibeUEFailure::Internal);
				TestFalse(TEXT("no words"), Error.Message.IsEmpty());
				TestFalse(TEXT("no advice"), Error.Hint.IsEmpty());
			}
		});
	});

	Describe(TEXT("a file"), [this]()
	{
		LatentIt(TEXT("in the place of the folder of conversations is named, and moving it away is enough"), Timeout, [this](const FDoneDelegate& Done)
		{
			const FString Folder = UChatSession::GetConversationFolder();
			TestRefusedOpening(Done, EVibeUEFailure::Storage, TEXT("VibeUE"),
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
	});

	Describe(TEXT("a tool"), [this]()
	{
		LatentIt(TEXT("whose definition is broken JSON is refused, and the earlier ones stay"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]()
			{
				TestTrue(TEXT("good ones are taken"), (*Chat)->SetTools(BadInputPrivate::Tools));
				for (const TCHAR* const Json : {TEXT("[{\"type\":"), TEXT("{}"), TEXT("[1]"), TEXT("no JSON"), TEXT("[{\"name\":7}]")})
				{
					Chat->Forget();
					TestFalse(FString::Printf(TEXT("%s is taken"), Json), (*Chat)->SetTools(Json));
					TestEqual(FString::Printf(TEXT("errors for %s"), Json), Chat->Errors.Num(), 1);
					TestEqual(TEXT("kind"), (*Chat)->GetLastError().Kind, EVibeUEFailure::Invalid);
				}
				TestFalse(TEXT("JSON of bottomless depth is taken"), (*Chat)->SetTools(FString::ChrN(100000, TEXT('['))));
				(*Chat)->SubmitUserMessage(TEXT("use look {}"));
			});
			Chat->Wait(TEXT("a call of the earlier tool"), [this]() { return Chat->ToolCalls.Num() == 1; });
			Chat->Do([this]() { (*Chat)->AnswerToolCall(Chat->ToolCalls[0].CallId, TEXT("a door")); });
			Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
			Chat->Run(Done);
		});

		LatentIt(TEXT("that nobody called may answer without harm, and twice"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]()
			{
				(*Chat)->SetTools(BadInputPrivate::Tools);
				(*Chat)->AnswerToolCall(TEXT("nobody"), TEXT("hm"));
				(*Chat)->ApproveToolCall(FString(), EVibeUEToolApproval::Allow, FString());
				(*Chat)->SubmitUserMessage(TEXT("use look {}"));
			});
			Chat->Wait(TEXT("a call"), [this]() { return Chat->ToolCalls.Num() == 1; });
			Chat->Do([this]()
			{
				(*Chat)->AnswerToolCall(TEXT("nobody"), TEXT("hm"));
				(*Chat)->AnswerToolCall(Chat->ToolCalls[0].CallId, TEXT("the first answer"));
				(*Chat)->AnswerToolCall(Chat->ToolCalls[0].CallId, TEXT("the second answer"));
			});
			Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
			Chat->Do([this]()
			{
				TestEqual(TEXT("how it ended"), Chat->TurnEnds[0], EVibeUETurnEnd::Completed);
				TestTrue(TEXT("a person is told"), Chat->Warnings.Num() + Chat->Errors.Num() > 0);
				TestTrue(TEXT("the first answer counts"), Chat->Streamed.Contains(TEXT("the first answer")));
				TestFalse(TEXT("the second answer is anywhere"), Chat->Describe(EVibeUEHistory::Transcript).Contains(TEXT("the second answer")));
			});
			Chat->Run(Done);
		});
	});

	Describe(TEXT("a session"), [this]()
	{
		LatentIt(TEXT("that is closed answers every call, with words"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("Hello."));
			Chat->Do([this]()
			{
				UChatSession* Session = Chat->Get();
				Session->Close();
				Chat->Forget();
				TestFalse(TEXT("submit"), Session->SubmitUserMessage(TEXT("Anybody?")));
				TestFalse(TEXT("submit with images"), Session->SubmitUserMessageWithImages(TEXT("Anybody?"), {FVibeUEImage()}));
				TestFalse(TEXT("retry"), Session->RetryTurn());
				TestFalse(TEXT("cancel"), Session->CancelTurn());
				TestFalse(TEXT("summarize"), Session->ForceSummarize(FString()));
				TestFalse(TEXT("from originals"), Session->SummarizeFromOriginals(FString()));
				TestFalse(TEXT("cancel summary"), Session->CancelSummarization());
				TestFalse(TEXT("preview"), Session->PreviewSummarization(FString()));
				TestFalse(TEXT("accept"), Session->AcceptPreview(FString()));
				TestFalse(TEXT("undo"), Session->UndoSummarization());
				TestFalse(TEXT("redo"), Session->RedoSummarization());
				TestFalse(TEXT("pin"), Session->PinMessage(1));
				TestFalse(TEXT("edit"), Session->EditSummary(1, TEXT("x")));
				TestFalse(TEXT("rename"), Session->RenameConversation(TEXT("x")));
				TestFalse(TEXT("switch"), Session->SwitchModel(FVibeUEModelChoice()));
				TestFalse(TEXT("tools"), Session->SetTools(TEXT("[]")));
				TestFalse(TEXT("answer"), Session->AnswerToolCall(TEXT("x"), TEXT("x")));
				TestFalse(TEXT("answer with images"), Session->AnswerToolCallWithImages(TEXT("x"), TEXT("x"), {FVibeUEImage()}));
				TestFalse(TEXT("approve"), Session->ApproveToolCall(TEXT("x"), EVibeUEToolApproval::Allow, FString()));
				TestEqual(TEXT("refusals that were told"), Chat->Errors.Num(), 19);
				for (const FVibeUEError& Error : Chat->Errors)
				{
					TestEqual(TEXT("kind"), Error.Kind, EVibeUEFailure::Conflict);
					TestFalse(TEXT("no words"), Error.Message.IsEmpty() || Error.Hint.IsEmpty());
				}
				TestFalse(TEXT("trigger"), Session->TriggerSummarizationIfNeeded());
				TestEqual(TEXT("messages"), Session->GetMessageCount(), static_cast<int64>(0));
				TestEqual(TEXT("page"), Session->GetMessages(0, 10).Num(), 0);
				TestTrue(TEXT("tokens of the closed conversation"), Session->EstimateConversationTokens() > 0);
				TestEqual(TEXT("state"), Session->GetState(), EVibeUEChatState::Closed);
				Session->Pump();
				Session->Close();
			});
			Chat->Run(Done);
		});

		LatentIt(TEXT("may be closed by a handler of its own words"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]()
			{
				UChatSession* Session = Chat->Get();
				Session->OnTextDelta().AddWeakLambda(Session, [Session](const FString&) { Session->Close(); });
				Session->SubmitUserMessage(TEXT("count slowly"));
			});
			Chat->Wait(TEXT("the end"), [this]() { return (*Chat)->GetState() == EVibeUEChatState::Closed; });
			Chat->Do([this]() { TestTrue(TEXT("a word came"), Chat->Streamed.Contains(TEXT("one"))); });
			Chat->Run(Done);
		});

		LatentIt(TEXT("that nobody holds ends with what was submitted to it"), Timeout, [this](const FDoneDelegate& Done)
		{
			const TSharedRef<FString> Id = MakeShared<FString>();
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("Kept."));
			Chat->Do([this, Id]()
			{
				*Id = (*Chat)->GetConversationId();
				(*Chat)->SubmitUserMessage(TEXT("begin and take your time"));
				Chat->LetGo();
				CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
				Chat->Forget();
				// Its file is free again.
				Chat->Open(*Id);
			});
			Chat->WaitUntilOpened();
			Chat->Do([this]()
			{
				TestTrue(TEXT("opened"), Chat->Openings[0]);
				TestTrue(TEXT("what was said"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("Kept.")));
			});
			Chat->Run(Done);
		});

		LatentIt(TEXT("that is open refuses to open another conversation"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]()
			{
				const FString Id = (*Chat)->GetConversationId();
				TestFalse(TEXT("it is taken"), (*Chat)->Open(FString()));
				Chat->TestOneError(TEXT("opening twice"), EVibeUEFailure::Conflict, TEXT("Close"));
				TestEqual(TEXT("id"), (*Chat)->GetConversationId(), Id);
			});
			Chat->Say(TEXT("Hello."));
			Chat->Run(Done);
		});

		LatentIt(TEXT("gives what there is for every absurd page"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("Hello."));
			Chat->Do([this]()
			{
				const int32 All = static_cast<int32>((*Chat)->GetMessageCount());
				const int64 Last = TNumericLimits<int64>::Max();
				TestTrue(TEXT("there are messages"), All >= 2);
				TestEqual(TEXT("all"), (*Chat)->GetMessages(0, MAX_int32).Num(), All);
				TestEqual(TEXT("from before the beginning"), (*Chat)->GetMessages(TNumericLimits<int64>::Min(), MAX_int32).Num(), All);
				TestEqual(TEXT("none"), (*Chat)->GetMessages(0, 0).Num(), 0);
				TestEqual(TEXT("fewer than none"), (*Chat)->GetMessages(0, TNumericLimits<int32>::Min()).Num(), 0);
				TestEqual(TEXT("behind the end"), (*Chat)->GetMessages(All, 10).Num(), 0);
				TestEqual(TEXT("far behind the end"), (*Chat)->GetMessages(Last, MAX_int32).Num(), 0);
				TestEqual(TEXT("the last one"), (*Chat)->GetMessages(All - 1, 10, EVibeUEHistory::View).Num(), 1);
			});
			Chat->Run(Done);
		});

		LatentIt(TEXT("answers requests about messages and summaries that do not exist"), Timeout, [this](const FDoneDelegate& Done)
		{
			const TSharedRef<FString> View = MakeShared<FString>();
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("Hello."));
			Chat->Do([this, View]()
			{
				*View = Chat->Describe(EVibeUEHistory::View);
				(*Chat)->PinMessage(TNumericLimits<int64>::Max());
				(*Chat)->PinMessage(-1);
				(*Chat)->EditSummary(424242, TEXT("forged"));
				(*Chat)->UndoSummarization(7);
				(*Chat)->UndoSummarization();
				(*Chat)->RedoSummarization();
				(*Chat)->AcceptPreview(TEXT("forged"));
			});
			Chat->Wait(TEXT("seven refusals"), [this]() { return Chat->Errors.Num() + Chat->Warnings.Num() >= 7; });
			Chat->Do([this, View]() { TestEqual(TEXT("view"), Chat->Describe(EVibeUEHistory::View), *View); });
			Chat->Say(TEXT("And on."));
			Chat->Run(Done);
		});

		LatentIt(TEXT("that is to switch to a model of no server keeps its own"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]()
			{
				FVibeUEModelChoice Choice;
				Choice.Model = TEXT("anything");
				TestFalse(TEXT("it is taken"), (*Chat)->SwitchModel(Choice));
				Chat->TestOneError(TEXT("switching"), EVibeUEFailure::Settings, TEXT("server"));
			});
			Chat->Say(TEXT("Hello."));
			Chat->Do([this]() { TestEqual(TEXT("model"), (*Chat)->GetModelId(), FString(TEXT("gpt-4o"))); });
			Chat->Run(Done);
		});

#if defined(STANDIN)
		LatentIt(TEXT("goes on when the clock of the wall goes backwards"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("Now."));
			Chat->Do([]() { StandIn::SetWallClock(FDateTime(1999, 12, 31)); });
			Chat->Say(TEXT("Long ago."));
			Chat->Reopen();
			Chat->Do([this]()
			{
				TestTrue(TEXT("opened"), Chat->Openings[0]);
				const FString Text = Chat->TextOf(EVibeUEHistory::Transcript);
				TestTrue(TEXT("order"), Text.Find(TEXT("Now.")) < Text.Find(TEXT("Long ago.")));
				TestTrue(TEXT("it is found"), UChatSession::FindConversations().Contains((*Chat)->GetConversationId()));
				StandIn::ResetWallClock();
			});
			Chat->Run(Done);
		});

		LatentIt(TEXT("lives in a project whose folder has blanks and letters of other scripts"), Timeout, [this](const FDoneDelegate& Done)
		{
			TestTrue(FString::Printf(TEXT("%s is such a folder"), *FPaths::ProjectDir()),
				FPaths::ProjectDir().Contains(TEXT(" ")) && FPaths::ProjectDir().Contains(TEXT("\u00fc\u4e2d")));
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("Hello."));
			Chat->Reopen();
			Chat->Do([this]()
			{
				TestTrue(TEXT("found"), UChatSession::FindConversations().Contains((*Chat)->GetConversationId()));
				TestTrue(TEXT("kept"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("Hello.")));
			});
			Chat->Run(Done);
		});
#endif
	});
}

#endif
