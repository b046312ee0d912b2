// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/PlatformTime.h"
#include "Misc/AutomationTest.h"
#include "Misc/Timespan.h"
#include "Tests/SpecChat.h"
#include "UObject/UObjectGlobals.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace OldChatDefectsPrivate
{
static const TCHAR* const Tools =
	TEXT("[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"description\":\"Looks at an actor of the level.\","
		 "\"parameters\":{\"type\":\"object\",\"properties\":{\"actor\":{\"type\":\"string\"}}}}}]");
} // namespace OldChatDefectsPrivate

// What went wrong in the chat that this one replaces, each as something that must hold now.
BEGIN_DEFINE_SPEC(FOldChatDefectsSpec, "VibeUE.OldChatDefects", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TSharedPtr<FSpecChat> Chat;
END_DEFINE_SPEC(FOldChatDefectsSpec)

// Long because it lists its cases.
void FOldChatDefectsSpec::Define()
{
	static const FTimespan Timeout = FSpecSandbox::GetCaseTimeout();

	BeforeEach([this]() { Chat = MakeShared<FSpecChat>(*this); });
	AfterEach([this]() { Chat.Reset(); });

	Describe(TEXT("a"), [this]()
	{
		LatentIt(TEXT("a summary in its own slot is not cancelled by the message that caused it"), Timeout, [this](const FDoneDelegate& Done)
		{
			GetMutableDefault<UVibeUESettings>()->SummarizationMode = EVibeUESummarizationMode::Llm;
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("SUMMARIES TAKE A WHILE"));
			Chat->Talk(7, 500);
			Chat->Do([this]()
			{
				// The one that starts it, and another right after it.
				(*Chat)->SubmitUserMessage(FSpecChat::Words(2000, 77));
				(*Chat)->SubmitUserMessage(TEXT("And now?"));
			});
			Chat->Wait(TEXT("both turns"), [this]() { return Chat->TurnEnds.Num() == 10; });
			// The session answers at once; that it ended is reported in the next frames.
			Chat->Wait(TEXT("no summarization under way, and each to be told"), [this]() { return !(*Chat)->IsSummarizing() && Chat->Summarizations.Num() == Chat->Reasons.Num(); });
			Chat->Do([this]()
			{
				TestTrue(TEXT("a summarization began"), Chat->Reasons.Num() > 0);
				TestEqual(TEXT("each that began has ended"), Chat->Summarizations.Num(), Chat->Reasons.Num());
				for (const FVibeUESummarization& Summarization : Chat->Summarizations)
				{
					TestEqual(FString::Printf(TEXT("how it ended (%s)"), *Summarization.Failure.Message), Summarization.End, EVibeUESummaryEnd::Applied);
				}
				TestTrue(TEXT("the model's words are in the view"),
					Chat->TextOf(EVibeUEHistory::View).Contains(TEXT("The notes that took a while.")));
				TestEqual(TEXT("the last two turns"), Chat->TurnEnds.Last(), EVibeUETurnEnd::Completed);
				TestEqual(TEXT("errors"), Chat->Errors.Num(), 0);
				TestEqual(TEXT("state"), (*Chat)->GetState(), EVibeUEChatState::Idle);
			});
			Chat->Say(TEXT("Does it go on?"));
			Chat->Run(Done);
		});
	});

	Describe(TEXT("b"), [this]()
	{
		LatentIt(TEXT("a summary that fails in a round of tools does not hold the round up"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]() { TestTrue(TEXT("the tools are taken"), (*Chat)->SetTools(OldChatDefectsPrivate::Tools)); });
			// There is nothing to condense yet, so this one fails.
			Chat->SayWithTool(TEXT("use look {\"actor\":\"Door\"}"), [this]() { (*Chat)->ForceSummarize(FString()); }, TEXT("The door is open."));
			Chat->WaitUntilSummarized();
			Chat->Do([this]()
			{
				TestEqual(TEXT("how the summarization ended"), Chat->Summarizations[0].End, EVibeUESummaryEnd::Failed);
				TestEqual(TEXT("why"), Chat->Summarizations[0].Failure.Kind, EVibeUEFailure::Summarization);
				TestTrue(TEXT("the model heard of the result"), Chat->Streamed.Contains(TEXT("The door is open.")));
			});
			Chat->SayWithTool(TEXT("use look {\"actor\":\"Lamp\"}"), []() {}, TEXT("The lamp is off."));
			Chat->Do([this]() { TestTrue(TEXT("and of the next"), Chat->Streamed.Contains(TEXT("The lamp is off."))); });
			Chat->Run(Done);
		});

		LatentIt(TEXT("a model that cannot write the summary is replaced by rules, and the round of tools goes on"), Timeout,
			[this](const FDoneDelegate& Done)
		{
			UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
			Settings->SummarizationMode = EVibeUESummarizationMode::Llm;
			Settings->SummarizationModels = {FString(TEXT("no-such-model"))};
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]() { TestTrue(TEXT("the tools are taken"), (*Chat)->SetTools(OldChatDefectsPrivate::Tools)); });
			Chat->Talk(7, 500);
			Chat->SayWithTool(TEXT("use look {\"actor\":\"Everything\"}\n") + FSpecChat::Words(2000, 5), []() {}, TEXT("Nothing moves."));
			Chat->WaitUntilSummarized();
			Chat->Do([this]()
			{
				TestEqual(TEXT("how the summarization ended"), Chat->Summarizations[0].End, EVibeUESummaryEnd::Applied);
				TestTrue(TEXT("a warning says that the model failed"),
					FString::Join(Chat->Summarizations[0].Warnings, TEXT(" ")).Contains(TEXT("no-such-model")));
			});
			Chat->Say(TEXT("Go on."));
			Chat->Run(Done);
		});
	});

	Describe(TEXT("c"), [this]()
	{
		LatentIt(TEXT("a second summary is given the first one"), Timeout, [this](const FDoneDelegate& Done)
		{
			GetMutableDefault<UVibeUESettings>()->SummarizationMode = EVibeUESummarizationMode::Llm;
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("A STORY IN CHAPTERS"));
			Chat->Talk(6, 150);
			Chat->Do([this]() { (*Chat)->ForceSummarize(FString()); });
			Chat->WaitUntilSummarized(1);
			Chat->Do([this]()
			{
				TestTrue(FString::Printf(TEXT("the first summary in \"%s\""), *Chat->Summarizations[0].Summary),
					Chat->Summarizations[0].Summary.Contains(TEXT("KEPT-BY-THE-FIRST-NOTES")));
			});
			Chat->Talk(6, 150);
			Chat->Do([this]() { (*Chat)->ForceSummarize(FString()); });
			Chat->WaitUntilSummarized(2);
			Chat->Do([this]()
			{
				// The server writes this only when the request shows it the first notes as notes.
				TestTrue(FString::Printf(TEXT("the second summary in \"%s\""), *Chat->Summarizations[1].Summary),
					Chat->Summarizations[1].Summary.Contains(TEXT("The second notes carry KEPT-BY-THE-FIRST-NOTES on")));
				const TArray<FVibeUESummaryRow> Rows = (*Chat)->GetSummaries();
				TestEqual(TEXT("summaries"), Rows.Num(), 2);
				TestEqual(TEXT("summaries beneath the second"), Rows.Last().Depth, 1);
			});
			Chat->Run(Done);
		});
	});

	Describe(TEXT("d"), [this]()
	{
		LatentIt(TEXT("a summary is still there when the conversation is opened again"), Timeout, [this](const FDoneDelegate& Done)
		{
			const TSharedRef<FString> View = MakeShared<FString>();
			const TSharedRef<FString> Summary = MakeShared<FString>();
			const TSharedRef<int64> Tokens = MakeShared<int64>(0);
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Talk(8, 200);
			Chat->Do([this]() { (*Chat)->ForceSummarize(FString()); });
			Chat->WaitUntilSummarized();
			Chat->Do([this, View, Summary, Tokens]()
			{
				*View = Chat->Describe(EVibeUEHistory::View);
				*Summary = Chat->Summarizations[0].Summary;
				*Tokens = (*Chat)->EstimateConversationTokens();
				TestFalse(TEXT("there is a summary"), Summary->IsEmpty());
			});
			Chat->Reopen();
			Chat->Do([this, View, Summary, Tokens]()
			{
				TestEqual(TEXT("the view"), Chat->Describe(EVibeUEHistory::View), *View);
				TestTrue(TEXT("the summary is in it"), Chat->TextOf(EVibeUEHistory::View).Contains(*Summary));
				TestEqual(TEXT("tokens"), (*Chat)->EstimateConversationTokens(), *Tokens);
				const TArray<FVibeUESummaryRow> Rows = (*Chat)->GetSummaries();
				TestTrue(TEXT("it is in force"), Rows.Num() == 1 && Rows[0].bInForce);
			});
			Chat->Say(TEXT("Does it go on?"));
			Chat->Run(Done);
		});
	});

	Describe(TEXT("e"), [this]()
	{
		LatentIt(TEXT("keeping the last messages never parts a call from its result"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]() { TestTrue(TEXT("the tools are taken"), (*Chat)->SetTools(OldChatDefectsPrivate::Tools)); });
			for (int32 Round = 0; Round < 6; ++Round)
			{
				Chat->SayWithTool(FString::Printf(TEXT("use look {\"actor\":\"Door%d\"}\nuse look {\"actor\":\"Lamp%d\"}"), Round, Round), [this]()
				{
					// Two calls at once: the last but one is answered here, the last one by the step that follows.
					(*Chat)->AnswerToolCall(Chat->ToolCalls[Chat->ToolCalls.Num() - 2].CallId, TEXT("It is a door."));
				}, FSpecChat::Words(60, Round));
			}
			// Each number of messages to keep cuts elsewhere in the rounds.
			for (int32 Keep = 7; Keep >= 1; --Keep)
			{
				const TSharedRef<int32> Before = MakeShared<int32>(0);
				Chat->Do([this, Keep, Before]()
				{
					UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
					Settings->RecentMessagesToKeep = Keep;
					Settings->MinimumRecentMessages = 1;
					FSpecSandbox::Notify();
					*Before = Chat->Summarizations.Num();
					(*Chat)->ForceSummarize(FString());
				});
				Chat->Wait(TEXT("the end of the summarization"), [this, Before]() { return Chat->Summarizations.Num() > *Before; });
				Chat->Do([this, Keep]() { Chat->TestPairs(*FString::Printf(TEXT("%d kept"), Keep), EVibeUEHistory::View); });
				// The server refuses a request with a lonely call or result, as the real ones do.
				Chat->Say(TEXT("Go on."));
				Chat->Do([this]() { (*Chat)->UndoSummarization(); });
			}
			Chat->Do([this]()
			{
				TestEqual(TEXT("errors but those of undoing nothing"), Chat->Errors.FilterByPredicate([](const FVibeUEError& Error)
				{
					return Error.Kind != EVibeUEFailure::Conflict && Error.Kind != EVibeUEFailure::Invalid && Error.Kind != EVibeUEFailure::Summarization;
				}).Num(), 0);
				TestTrue(TEXT("a summary was applied"), (*Chat)->GetSummaries().Num() > 0);
				Chat->TestPairs(TEXT("transcript"), EVibeUEHistory::Transcript);
			});
			Chat->Run(Done);
		});
	});

	Describe(TEXT("f"), [this]()
	{
		LatentIt(TEXT("shortening what does not fit never parts a call from its result"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this]() { TestTrue(TEXT("the tools are taken"), (*Chat)->SetTools(OldChatDefectsPrivate::Tools)); });
			for (int32 Round = 0; Round < 4; ++Round)
			{
				// Each of them by itself is larger than the window.
				Chat->SayWithTool(FString::Printf(TEXT("use look {\"actor\":\"Log%d\"}"), Round), []() {}, FSpecChat::Words(9000, 100 + Round));
				Chat->Do([this, Round]()
				{
					Chat->TestPairs(*FString::Printf(TEXT("round %d"), Round), EVibeUEHistory::View);
					TestTrue(TEXT("it fits"), (*Chat)->EstimateConversationTokens() <= (*Chat)->GetTokenBudget());
				});
			}
			Chat->Say(TEXT("Go on."));
			Chat->Do([this]()
			{
				TestEqual(TEXT("errors"), Chat->Errors.Num(), 0);
				// What was shortened for the model is complete for the user.
				int32 Whole = 0;
				for (const FVibeUEMessage& Message : (*Chat)->GetMessages(0, 100))
				{
					for (const FVibeUEToolResult& Result : Message.ToolResults)
					{
						Whole += Result.Text.Len() > 9000 * 4 ? 1 : 0;
					}
				}
				TestEqual(TEXT("whole results in the transcript"), Whole, 4);
			});
			Chat->Run(Done);
		});
	});

	Describe(TEXT("h"), [this]()
	{
		LatentIt(TEXT("original messages are kept, and a summarization can be undone"), Timeout, [this](const FDoneDelegate& Done)
		{
			const TSharedRef<FString> Transcript = MakeShared<FString>();
			const TSharedRef<FString> View = MakeShared<FString>();
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Talk(8, 150);
			Chat->Do([this, Transcript, View]()
			{
				*Transcript = Chat->Describe(EVibeUEHistory::Transcript);
				*View = Chat->Describe(EVibeUEHistory::View);
				(*Chat)->ForceSummarize(FString());
			});
			Chat->WaitUntilSummarized();
			Chat->Do([this, Transcript, View]()
			{
				TestEqual(TEXT("how it ended"), Chat->Summarizations[0].End, EVibeUESummaryEnd::Applied);
				TestEqual(TEXT("what was said"), Chat->Describe(EVibeUEHistory::Transcript), *Transcript);
				TestNotEqual(TEXT("what the model sees"), Chat->Describe(EVibeUEHistory::View), *View);
				Chat->HistoryChanges = 0;
				TestTrue(TEXT("undone"), (*Chat)->UndoSummarization());
			});
			Chat->Wait(TEXT("the undo"), [this]() { return Chat->HistoryChanges > 0; });
			Chat->Do([this, View]() { TestEqual(TEXT("what the model sees again"), Chat->Describe(EVibeUEHistory::View), *View); });
			Chat->Run(Done);
		});
	});

	Describe(TEXT("i"), [this]()
	{
		LatentIt(TEXT("summarizing by hand and by the trigger both do something"), Timeout, [this](const FDoneDelegate& Done)
		{
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Talk(6, 150);
			Chat->Do([this]()
			{
				TestFalse(TEXT("the trigger sees no need"), (*Chat)->TriggerSummarizationIfNeeded());
				TestTrue(TEXT("by hand"), (*Chat)->ForceSummarize(FString()));
			});
			Chat->WaitUntilSummarized(1);
			Chat->Do([this]() { TestEqual(TEXT("by hand"), Chat->Summarizations[0].End, EVibeUESummaryEnd::Applied); });
			Chat->Talk(6, 150);
			Chat->Do([]()
			{
				UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
				Settings->SummarizationThreshold = 0.12;
				Settings->SummarizationResetRatio = 0.11;
				Settings->SummarizationTargetRatio = 0.1;
				Settings->SummaryShare = 0.08;
				Settings->LedgerShare = 0.02;
				FSpecSandbox::Notify();
			});
			Chat->Wait(TEXT("the trigger to see the new threshold"), [this]() { return (*Chat)->GetTrigger().bWouldStart; });
			Chat->Do([this]() { TestTrue(TEXT("the trigger"), (*Chat)->TriggerSummarizationIfNeeded()); });
			Chat->WaitUntilSummarized(2);
			Chat->Do([this]() { TestEqual(TEXT("by the trigger"), Chat->Summarizations[1].End, EVibeUESummaryEnd::Applied); });
			Chat->Run(Done);
		});
	});

	Describe(TEXT("j"), [this]()
	{
		LatentIt(TEXT("the context window of an unknown model is the one that its server tells"), Timeout, [this](const FDoneDelegate& Done)
		{
			UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
			Settings->Model = TEXT("scripted");
			Settings->ContextWindow = 0;
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("How much can you read?"));
			Chat->Do([this]() { TestEqual(TEXT("window"), (*Chat)->GetTokenBreakdown().Window, static_cast<int64>(96000)); });
			Chat->Run(Done);
		});

		LatentIt(TEXT("the context window that the user sets wins over what the server says"), Timeout, [this](const FDoneDelegate& Done)
		{
			UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
			Settings->Model = TEXT("scripted");
			Settings->ContextWindow = 20000;
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("How much can you read?"));
			Chat->Do([this]() { TestEqual(TEXT("window"), (*Chat)->GetTokenBreakdown().Window, static_cast<int64>(20000)); });
			Chat->Run(Done);
		});
	});

	Describe(TEXT("k"), [this]()
	{
		LatentIt(TEXT("a session that is collected in the middle of an answer is not called any more"), Timeout, [this](const FDoneDelegate& Done)
		{
			const TSharedRef<TWeakObjectPtr<UChatSession>> Weak = MakeShared<TWeakObjectPtr<UChatSession>>();
			const TSharedRef<double> Until = MakeShared<double>(0.0);
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this, Weak]()
			{
				*Weak = Chat->Get();
				(*Chat)->SubmitUserMessage(TEXT("count slowly"));
			});
			Chat->Wait(TEXT("the first word"), [this]() { return Chat->Streamed.Contains(TEXT("one")); });
			Chat->Do([this, Weak, Until]()
			{
				Chat->LetGo();
				CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
				TestFalse(TEXT("the session is there"), Weak->IsValid());
				// As long as the answer takes: what came too late to be heard cannot make this fail.
				*Until = FPlatformTime::Seconds() + 1.5;
				Chat->Forget();
			});
			Chat->Wait(TEXT("the rest of the answer to pass"), [Until]() { return FPlatformTime::Seconds() > *Until; });
			Chat->Do([this]() { TestEqual(TEXT("what was told of it"), Chat->Streamed, FString()); });
			Chat->Run(Done);
		});

		LatentIt(TEXT("a listener that is gone is not called any more"), Timeout, [this](const FDoneDelegate& Done)
		{
			struct FListener : public TSharedFromThis<FListener>
			{
				explicit FListener(TSharedRef<int32> InHeard)
					: Heard(InHeard)
				{
				}
				void Hear(const FString&)
				{
					++*Heard;
				}
				TSharedRef<int32> Heard;
			};
			const TSharedRef<int32> Heard = MakeShared<int32>(0);
			const TSharedRef<TSharedPtr<FListener>> Listener = MakeShared<TSharedPtr<FListener>>();
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Do([this, Listener, Heard]()
			{
				*Listener = MakeShared<FListener>(Heard);
				(*Chat)->OnTextDelta().AddSP(Listener->Get(), &FListener::Hear);
				(*Chat)->SubmitUserMessage(TEXT("count slowly"));
			});
			Chat->Wait(TEXT("the first word"), [Heard]() { return *Heard > 0; });
			Chat->Do([Listener, Heard]()
			{
				Listener->Reset();
				*Heard = 0;
			});
			Chat->Wait(TEXT("the end of the turn"), [this]() { return Chat->TurnEnds.Num() == 1; });
			Chat->Do([this, Heard]()
			{
				TestEqual(TEXT("what a listener heard that is gone"), *Heard, 0);
				TestTrue(TEXT("the others heard all"), Chat->Streamed.Contains(TEXT("eight")));
			});
			Chat->Run(Done);
		});
	});

	Describe(TEXT("l"), [this]()
	{
		LatentIt(TEXT("a running summary is visible and can be cancelled, and the conversation stays as it was"), Timeout,
			[this](const FDoneDelegate& Done)
		{
			const TSharedRef<FString> View = MakeShared<FString>();
			GetMutableDefault<UVibeUESettings>()->SummarizationMode = EVibeUESummarizationMode::Llm;
			Chat->Open();
			Chat->WaitUntilOpened();
			Chat->Say(TEXT("SUMMARIES NEVER COME"));
			Chat->Talk(6, 150);
			Chat->Do([this, View]()
			{
				*View = Chat->Describe(EVibeUEHistory::View);
				(*Chat)->ForceSummarize(FString());
			});
			Chat->Wait(TEXT("the summarization to begin"), [this]() { return Chat->Reasons.Num() == 1 && (*Chat)->IsSummarizing(); });
			Chat->Do([this]()
			{
				TestFalse(TEXT("a reason without words"), Chat->Reasons[0].IsEmpty());
				TestTrue(TEXT("cancelling is taken"), (*Chat)->CancelSummarization());
			});
			Chat->WaitUntilSummarized();
			Chat->Do([this, View]()
			{
				TestEqual(TEXT("how it ended"), Chat->Summarizations[0].End, EVibeUESummaryEnd::Cancelled);
				TestFalse(TEXT("it is under way"), (*Chat)->IsSummarizing());
				TestEqual(TEXT("what the model sees"), Chat->Describe(EVibeUEHistory::View), *View);
			});
			Chat->Say(TEXT("Does it go on?"));
			Chat->Run(Done);
		});
	});
}

#endif
