// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "CoreGlobals.h"
#include "HAL/FileManager.h"
#include "Math/NumericLimits.h"
#include "Misc/AutomationTest.h"
#include "Misc/ConfigCacheIni.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "UObject/UObjectGlobals.h"

#if defined(STANDIN)
#include "Framework/Docking/TabManager.h"
#include "InputCoreTypes.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/Docking/SDockTab.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatText.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

// The machine, the server and the files around a conversation, each in a state that nobody wished for. The head of
// BadInput.spec.cpp lists all of them.
BEGIN_DEFINE_SPEC(FBadSurroundingsSpec, "VibeUE.BadSurroundings", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
#if defined(STANDIN)
	TSharedPtr<FSpecWindow> Window;
#endif

	/** Steps that ask something that goes wrong, and test what is said about it and that the conversation continues. */
	void TestFailedTurn(const FString& Text, EVibeUEFailure Kind, const TCHAR* Words);
END_DEFINE_SPEC(FBadSurroundingsSpec)

void FBadSurroundingsSpec::TestFailedTurn(const FString& Text, EVibeUEFailure Kind, const TCHAR* Words)
{
	Chat->Do([this]() { Chat->Forget(); });
	Chat->Say(Text, EVibeUETurnEnd::Failed);
	Chat->Do([this, Text, Kind, Words]()
	{
		Chat->TestOneError(*Text, Kind, Words);
		TestEqual(TEXT("state"), (*Chat)->GetState(), EVibeUEChatState::Idle);
		TestTrue(TEXT("what the person wrote is kept"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(Text));
		Chat->Forget();
	});
}

// Long because it lists its cases.
void FBadSurroundingsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]()
	{
		Chat = MakeShared<FSpecChat>(*this);
#if defined(STANDIN)
		Window = MakeShared<FSpecWindow>(*this);
#endif
	});
	AfterEach([this]()
	{
#if defined(STANDIN)
		Window.Reset();
#endif
		Chat.Reset();
	});

	Describe(TEXT("a server"), [this]()
	{
		LatentIt(TEXT("that is gone is named, and the conversation goes on when it is back"), Timeout, [this](const FDoneDelegate& Done)
		{
			const FString Server = GetMutableDefault<UVibeUESettings>()->BaseUrl;
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("Hello."));
			Chat->Do([]()
			{
				// Nothing listens there.
				GetMutableDefault<UVibeUESettings>()->BaseUrl = TEXT("http://127.0.0.1:9/v1");
				FSpecSandbox::Notify();
			});
			TestFailedTurn(TEXT("Is anybody there?"), EVibeUEFailure::Transport, TEXT("127.0.0.1:9"));
			Chat->Do([Server]()
			{
				GetMutableDefault<UVibeUESettings>()->BaseUrl = Server;
				FSpecSandbox::Notify();
			});
			Chat->Say(TEXT("And now?"));
			Chat->Do([this]() { TestTrue(TEXT("it answers"), Chat->Streamed.Contains(TEXT("You said: And now?"))); });
			Chat->Run(Done);
		});

		LatentIt(TEXT("that answers by a page for browsers is named as such"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			TestFailedTurn(TEXT("show a page"), EVibeUEFailure::Overloaded, TEXT("502"));
			Chat->Say(TEXT("And now?"));
			Chat->Run(Done);
		});

		LatentIt(TEXT("that hangs up in the middle of an answer loses no word that had come"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			const TSharedRef<FString> Came = MakeShared<FString>();
			Chat->Do([this]() { (*Chat)->SubmitUserMessage(TEXT("cut the answer")); });
			Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
			Chat->Do([this, Came]()
			{
				TestNotEqual(TEXT("how it ended"), Chat->TurnEnds[0], EVibeUETurnEnd::Completed);
				TestTrue(TEXT("an error with advice"), Chat->Errors.Num() >= 1 && !Chat->Errors[0].Hint.IsEmpty());
				*Came = Chat->Messages.Num() > 0 ? Chat->Messages.Last().Text : FString();
				TestTrue(FString::Printf(TEXT("\"%s\" is what had come"), **Came), Came->StartsWith(TEXT("Half of it. More.")) && !Came->Contains(TEXT("The end.")));
				TestEqual(TEXT("what was shown, and a note"), *Came, Chat->Streamed.TrimEnd() + TEXT("\n\n[interrupted by an error]"));
				Chat->Forget();
			});
			Chat->Reopen();
			Chat->Do([this, Came]() { TestTrue(TEXT("it is on disk"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(*Came)); });
			Chat->Say(TEXT("And now?"));
			Chat->Run(Done);
		});
	});

	Describe(TEXT("a context window"), [this]()
	{
		for (const int32 Tokens : {1, 100, TNumericLimits<int32>::Max()})
		{
			LatentIt(FString::Printf(TEXT("of %d tokens is refused or used, with words, and a sane one is enough"), Tokens), Timeout,
				[this, Tokens](const FDoneDelegate& Done)
			{
				Chat->Do([this, Tokens]()
				{
					GetMutableDefault<UVibeUESettings>()->ContextWindow = Tokens;
					Chat->Open();
				});
				Chat->WaitUntilOpened();
				Chat->Do([this]()
				{
					for (const FVibeUEError& Error : Chat->Errors)
					{
						TestFalse(TEXT("no words"), Error.Message.IsEmpty() || Error.Hint.IsEmpty());
					}
					TestTrue(TEXT("it opens, or says why not"), Chat->Openings[0] || Chat->Errors.Num() > 0);
					GetMutableDefault<UVibeUESettings>()->ContextWindow = 8000;
					Chat->Forget();
					FSpecSandbox::Notify();
				});
				Chat->Wait(TEXT("the sane window"), [this]() { return (*Chat)->GetTokenBreakdown().Window == 8000; });
				Chat->Say(TEXT("Hello."));
				Chat->Run(Done);
			});
		}
	});

	Describe(TEXT("a tool"), [this]()
	{
		LatentIt(TEXT("that answers 40 MB, or half characters and zeros, is refused or repaired, and the round goes on"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]()
			{
				(*Chat)->SetTools(TEXT("[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"parameters\":{\"type\":\"object\",\"properties\":{}}}}]"));
				(*Chat)->SubmitUserMessage(TEXT("use look {}"));
			});
			Chat->Wait(TEXT("the call"), [this]() { return Chat->ToolCalls.Num() == 1; });
			Chat->Do([this]()
			{
				TestFalse(TEXT("40 MB are taken"), (*Chat)->AnswerToolCall(Chat->ToolCalls[0].CallId, FString::ChrN(40 * 1024 * 1024, TEXT('x'))));
				Chat->TestOneError(TEXT("the answer"), EVibeUEFailure::Invalid, TEXT("33554432"));
				FString Text(TEXT("a door "));
				Text.AppendChar(static_cast<TCHAR>(0xD800));
				Text.AppendChar(static_cast<TCHAR>(0));
				Text += TEXT(" and a lamp");
				TestTrue(TEXT("the next answer is taken"), (*Chat)->AnswerToolCall(Chat->ToolCalls[0].CallId, Text));
			});
			Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
			Chat->Do([this]()
			{
				TestEqual(TEXT("how it ended"), Chat->TurnEnds[0], EVibeUETurnEnd::Completed);
				TestTrue(TEXT("its end came through"), Chat->Streamed.Contains(TEXT("and a lamp")));
			});
			Chat->Run(Done);
		});
	});

	Describe(TEXT("a file"), [this]()
	{
		LatentIt(TEXT("that an editor of texts saved with a mark in front is opened, or refused and left as it is"), Timeout, [this](const FDoneDelegate& Done)
		{
			const TSharedRef<FString> Id = MakeShared<FString>();
			const TSharedRef<int64> Size = MakeShared<int64>(0);
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("Kept."));
			Chat->Do([this, Id, Size]()
			{
				*Id = (*Chat)->GetConversationId();
				Chat->Close();
				Chat->Forget();
				FString Text;
				FFileHelper::LoadFileToString(Text, *FConversationFiles::GetPath(*Id));
				FFileHelper::SaveStringToFile(Text, *FConversationFiles::GetPath(*Id), FFileHelper::EEncodingOptions::ForceUTF8);
				*Size = IFileManager::Get().FileSize(*FConversationFiles::GetPath(*Id));
				Chat->Open(*Id);
			});
			Chat->WaitUntilOpened();
			Chat->Do([this, Id, Size]()
			{
				if (Chat->Openings[0])
				{
					TestTrue(TEXT("what was said"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("Kept.")));
				}
				else
				{
					TestTrue(TEXT("words and advice"), Chat->Errors.Num() == 1 && !Chat->Errors[0].Message.IsEmpty() && !Chat->Errors[0].Hint.IsEmpty());
					Chat->Close();
					TestEqual(TEXT("size"), IFileManager::Get().FileSize(*FConversationFiles::GetPath(*Id)), *Size);
				}
			});
			Chat->Run(Done);
		});

#if defined(STANDIN)
		// Only here: the ini of a real editor belongs to the user.
		LatentIt(TEXT("of settings that cannot be written is named, and the change holds all the same"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]()
			{
				AddExpectedErrorPlain(TEXT("could not be saved"));
				const FString Kept = GEditorPerProjectIni + TEXT(".kept");
				const bool bMoved = IFileManager::Get().FileExists(*GEditorPerProjectIni) && IFileManager::Get().Move(*Kept, *GEditorPerProjectIni);
				IFileManager::Get().MakeDirectory(*GEditorPerProjectIni, true);
				UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
				Settings->ContextWindow = 16000;
				Settings->SaveAndNotify();
				IFileManager::Get().DeleteDirectory(*GEditorPerProjectIni, false, true);
				if (bMoved)
				{
					IFileManager::Get().Move(*GEditorPerProjectIni, *Kept);
				}
			});
			Chat->Wait(TEXT("the new window"), [this]() { return (*Chat)->GetTokenBreakdown().Window == 16000; });
			Chat->Say(TEXT("Hello."));
			Chat->Run(Done);
		});

		LatentIt(TEXT("on a full disk fails with words, and loses nothing that was said before"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("Before the disk was full."));
			Chat->Do([this]()
			{
				StandIn::LimitFileSizes(IFileManager::Get().FileSize(*FConversationFiles::GetPath((*Chat)->GetConversationId())) + 40);
				Chat->Forget();
				(*Chat)->SubmitUserMessage(TEXT("Is there room?"));
			});
			Chat->Wait(TEXT("the failure"), [this]() { return Chat->Errors.Num() > 0; });
			Chat->Do([this]()
			{
				TestEqual(FString::Printf(TEXT("kind of \"%s\""), *Chat->Errors[0].Message), Chat->Errors[0].Kind, EVibeUEFailure::Storage);
				TestFalse(TEXT("advice is missing"), Chat->Errors[0].Hint.IsEmpty());
				StandIn::LimitFileSizes(-1);
			});
			Chat->Reopen();
			Chat->Do([this]()
			{
				TestTrue(TEXT("opened"), Chat->Openings[0]);
				TestTrue(TEXT("what was said before"), Chat->TextOf(EVibeUEHistory::Transcript).Contains(TEXT("You said: Before the disk was full.")));
			});
			Chat->Say(TEXT("And now?"));
			Chat->Run(Done);
		});

		It(TEXT("of settings in UTF-16, or with a mark in front, is read like any other"), [this]
		{
			const FString Text(TEXT("[/Script/VibeUE.VibeUESettings]\r\nModel=mod\u00e8le-\u4e2d\r\nSummarizationThreshold=0.75\r\nNoticeSeconds=1e999\r\nbShowTokenCount=perhaps\r\nContextWindow=abc\r\n=\r\nno key\r\n"));
			for (const FFileHelper::EEncodingOptions Encoding : {FFileHelper::EEncodingOptions::ForceUnicode, FFileHelper::EEncodingOptions::ForceUTF8})
			{
				StandIn::DropConfig(GEditorPerProjectIni);
				FFileHelper::SaveStringToFile(Text, *GEditorPerProjectIni, Encoding);
				UVibeUESettings* Settings = NewObject<UVibeUESettings>();
				Settings->LoadConfig();
				Settings->PostInitProperties();
				TestEqual(TEXT("model"), Settings->Model, FString(TEXT("mod\u00e8le-\u4e2d")));
				TestEqual(TEXT("threshold"), Settings->SummarizationThreshold, 0.75);
				TestTrue(TEXT("notice"), Settings->NoticeSeconds >= 0.0 && Settings->NoticeSeconds <= 600.0);
				TestTrue(TEXT("window"), Settings->ContextWindow >= 0);
			}
			StandIn::DropConfig(GEditorPerProjectIni);
		});
#endif
	});

#if defined(STANDIN)
	Describe(TEXT("the chat's tab"), [this]()
	{
		It(TEXT("that is opened twice is one window with one session"), [this]
		{
			if (!Window->Open())
			{
				return;
			}
			const int32 Sessions = StandIn::LiveObjectCount(UChatSession::StaticClass());
			const TSharedPtr<SDockTab> First = FGlobalTabmanager::Get()->FindExistingLiveTab(FName(TEXT("VibeUEChat")));
			const TSharedPtr<SDockTab> Second = FGlobalTabmanager::Get()->TryInvokeTab(FName(TEXT("VibeUEChat")));
			TestTrue(TEXT("there is a tab"), First.IsValid());
			TestTrue(TEXT("it is the same one"), First == Second);
			TestEqual(TEXT("open tabs"), FGlobalTabmanager::Get()->StandInOpenTabs().Num(), 1);
			TestEqual(TEXT("sessions"), StandIn::LiveObjectCount(UChatSession::StaticClass()), Sessions);
			Window->Settle();
		});

		It(TEXT("takes a paste of 10 MB, says that it does not fit, and goes on"), [this]
		{
			if (!Window->Open() || !Window->Settle())
			{
				return;
			}
			const FString Line(TEXT("LogTemp: Warning: a line of a very long log that somebody has pasted\n"));
			FString Paste;
			Paste.Reserve(10 * 1024 * 1024 + 100);
			while (Paste.Len() < 10 * 1024 * 1024)
			{
				Paste += Line;
			}
			const TSharedPtr<SChatText> Box = StandIn::Find<SChatInput>(Window->Get())->GetTextBox();
			Box->SetText(FText::FromString(Paste));
			TestTrue(TEXT("the box takes the focus"), StandIn::Focus(Box));
			StandIn::PressKey(EKeys::Enter);
			Window->Until(TEXT("the refusal"), [this] { return Window->GetSession()->GetLastError().Kind == EVibeUEFailure::DoesNotFit; });
			Window->UntilSeen(TEXT("tokens"));
			const FString Hint = FChatSentence::Begin(Window->GetSession()->GetLastError().Hint);
			TestFalse(TEXT("there is no advice"), Hint.IsEmpty());
			Window->UntilSeen(*Hint);
			Window->Type(TEXT("Hello."));
			Window->UntilSeen(TEXT("You said: Hello."));
		});

		It(TEXT("survives any size of its window, and shows what it showed before"), [this]
		{
			if (!Window->Open(560.0f, 720.0f) || !Window->Settle())
			{
				return;
			}
			Window->Say(TEXT("write 400 words"));
			Window->UntilSeen(TEXT("word399"));
			Window->Settle();
			const FString Before = Window->Read();
			TestTrue(TEXT("there is something to read"), Before.Contains(TEXT("word1")));
			for (const FVector2f Size : {FVector2f(1.0f, 1.0f), FVector2f(0.0f, 0.0f), FVector2f(40000.0f, 20.0f), FVector2f(20.0f, 40000.0f), FVector2f(560.0f, 720.0f)})
			{
				// A frame at each size is what is tried here, and nothing that is waited for.
				StandIn::ResizeWindow(StandIn::Windows()[0], Size.X, Size.Y);
				StandIn::Frames(1);
			}
			Window->Until(TEXT("what it showed before"), [this, Before] { return Window->Read() == Before; });
		});
	});
#endif
}

#endif
