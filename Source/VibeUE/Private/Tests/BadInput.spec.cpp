// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreGlobals.h"
#include "Math/NumericLimits.h"
#include "Misc/AutomationTest.h"
#include "Misc/Paths.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "UObject/UObjectGlobals.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

// What a host, the user and a machine may do to a conversation, and the case that shows that nothing is lost, nothing
// aborts and the user reads what is wrong. `plugin::` and `build_rules::` are proofs outside of the specs.
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
//   21. a journal whose last line is torn: Persistence.a last line that was torn costs that line only, and the user is told
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
//   40. a window of no size, or a huge one: BadSurroundings.the chat's tab.survives any size of its window, and shows what it showed before
//   41. a paste of 10 MB into the window: BadSurroundings.the chat's tab.takes a paste of 10 MB, says that it does not fit, and goes on
//   42. something that is not an image: BadInput.a message.with something that is not an image is refused, and no later request has it
BEGIN_DEFINE_SPEC(FBadInputSpec, "VibeUE.BadInput.a session", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
END_DEFINE_SPEC(FBadInputSpec)

// Long because it lists its cases.
void FBadInputSpec::Define()
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
			TestFalse(TEXT("shorten"), Session->ShortenMessage(1));
			TestFalse(TEXT("restore"), Session->RestoreMessage(1));
			TestFalse(TEXT("summarize up to"), Session->SummarizeUpTo(1));
			TestFalse(TEXT("preview up to"), Session->PreviewUpTo(1));
			TestFalse(TEXT("edit"), Session->EditSummary(1, TEXT("x")));
			TestFalse(TEXT("rename"), Session->RenameConversation(TEXT("x")));
			TestFalse(TEXT("switch"), Session->SwitchModel(FVibeUEModelChoice()));
			TestFalse(TEXT("tools"), Session->SetTools(TEXT("[]")));
			TestFalse(TEXT("answer"), Session->AnswerToolCall(TEXT("x"), TEXT("x")));
			TestFalse(TEXT("answer with images"), Session->AnswerToolCallWithImages(TEXT("x"), TEXT("x"), {FVibeUEImage()}));
			TestFalse(TEXT("approve"), Session->ApproveToolCall(TEXT("x"), EVibeUEToolApproval::Allow, FString()));
			TestEqual(TEXT("refusals that were told"), Chat->Errors.Num(), 23);
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
			(*Chat)->ShortenMessage(424242);
			(*Chat)->RestoreMessage(-1);
			(*Chat)->SummarizeUpTo(424242);
			(*Chat)->PreviewUpTo(TNumericLimits<int64>::Min());
			(*Chat)->EditSummary(424242, TEXT("forged"));
			(*Chat)->UndoSummarization(7);
			(*Chat)->UndoSummarization();
			(*Chat)->RedoSummarization();
			(*Chat)->AcceptPreview(TEXT("forged"));
		});
		Chat->Wait(TEXT("eleven refusals"), [this]() { return Chat->Errors.Num() + Chat->Warnings.Num() >= 11; });
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
}

#endif
