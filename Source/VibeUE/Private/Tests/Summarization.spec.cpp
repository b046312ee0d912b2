// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Tests/SpecSandbox.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSummarizationSpec, "VibeUE.Summarization", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
FTestConversation Chat;
TSharedPtr<FSpecSandbox> Sandbox;
static constexpr int32 SmallWindow = 4000;

/** Talks until a summarization was applied. */
bool TalkUntilSummarized()
{
	for (int32 Turn = 0; Turn < 20 && Chat.Summarizations.Num() == 0; ++Turn)
	{
		if (!Chat.Say(FString::Printf(TEXT("write %d words"), 150 + Turn)))
		{
			return false;
		}
	}
	return Chat.WaitUntil([this] { return Chat.Summarizations.Num() > 0; });
}
END_DEFINE_SPEC(FSummarizationSpec)

// Long because it lists its cases.
void FSummarizationSpec::Define()
{
	BeforeEach([this] { Sandbox = FSpecSandbox::Enter(); });

	AfterEach([this]
	{
		Chat.Close();
		Chat = FTestConversation();
		Sandbox.Reset();
	});

	It(TEXT("starts by itself, tells its end, and the chat goes on (defects a, b, g)"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow) || !Chat.Open(*this) || !TestTrue(TEXT("summarized"), TalkUntilSummarized()))
		{
			return;
		}
		const FVibeUESummarization& First = Chat.Summarizations[0];
		TestTrue(TEXT("applied"), First.End == EVibeUESummaryEnd::Applied);
		TestTrue(TEXT("smaller"), First.TokensAfter < First.TokensBefore);
		TestTrue(TEXT("messages"), First.MessagesSummarized > 0 && First.MessagesSummarized <= First.MessagesTotal);
		TestFalse(TEXT("text"), First.Summary.IsEmpty());
		TestTrue(TEXT("what fits"), First.Account.TokensAvailable > 0 && First.TokensAfter < First.Account.TokensAvailable);
		TestEqual(TEXT("ratio"), First.Ratio, static_cast<double>(First.TokensAfter) / static_cast<double>(First.TokensBefore));
		TestTrue(TEXT("who wrote it"), First.Strategy != EVibeUESummaryStrategy::None);
		TestTrue(TEXT("the story"), First.Account.StoryFound > 0 && First.Account.StoryKept <= First.Account.StoryFound);
		TestTrue(TEXT("facts"), First.Account.FactsKept <= First.Account.FactsFound);
		const FVibeUESummaryRow Row = Chat.Session->GetSummaries()[0];
		TestEqual(TEXT("the list's ratio"), Row.Ratio, First.Ratio);
		TestTrue(TEXT("the list's strategy"), Row.Strategy == First.Strategy && Row.Depth == First.Depth);
		TestEqual(TEXT("the list's budget"), Row.Account.TokensAvailable, First.Account.TokensAvailable);
		TestEqual(TEXT("the list's facts"), Row.Account.FactsKept, First.Account.FactsKept);
		TestEqual(TEXT("the list's story"), Row.Account.StoryKept, First.Account.StoryKept);
		TestEqual(TEXT("the list's calls"), Row.Account.ModelCalls, First.Account.ModelCalls);
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			TestTrue(TEXT("goes on"), Chat.Say(TEXT("write 100 words")));
		}
		// The session answers at once; that it ended is reported in the next frames.
		Chat.WaitUntil([this] { return !Chat.Session->IsSummarizing() && Chat.Summarizations.Num() == Chat.Started; });
		TestFalse(TEXT("under way"), Chat.Session->IsSummarizing());
		TestEqual(TEXT("each beginning has its end"), Chat.Summarizations.Num(), Chat.Started);
		TestEqual(TEXT("errors"), Chat.Errors.Num(), 0);
		const FVibeUETokenUsage Usage = Chat.Session->GetTokenBreakdown();
		TestTrue(TEXT("fits"), Usage.Used <= Usage.Available);
		TestTrue(TEXT("the summary is counted"), Usage.Summary > 0);
	});

	It(TEXT("keeps the originals, and undo and redo them (defect h)"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow) || !Chat.Open(*this) || !TestTrue(TEXT("summarized"), TalkUntilSummarized()))
		{
			return;
		}
		const int64 All = Chat.Session->GetMessageCount(EVibeUEHistory::Transcript);
		TestTrue(TEXT("the model sees fewer"), Chat.Session->GetMessageCount(EVibeUEHistory::View) < All);
		TestTrue(TEXT("the first is still there"), Chat.Session->GetMessages(0, 1)[0].Text.StartsWith(TEXT("write 150")));
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->bAutoSummarize = false;
		FSpecSandbox::Notify();
		const int64 Before = Chat.Session->GetTokenBreakdown().Used;
		TestTrue(TEXT("undone"), Chat.Session->UndoSummarization());
		TestTrue(TEXT("more tokens again"), Chat.WaitUntil([this, Before] { return Chat.Session->GetTokenBreakdown().Used > Before; }));
		TestTrue(TEXT("redone"), Chat.Session->RedoSummarization());
		TestTrue(TEXT("fewer again"), Chat.WaitUntil([this, Before] { return Chat.Session->GetTokenBreakdown().Used <= Before; }));
	});

	It(TEXT("are still there when the conversation is opened again (defect d)"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow))
		{
			return;
		}
		// A model with an exact tokenizer: an estimate learns while it runs.
		GetMutableDefault<UVibeUESettings>()->Model = TEXT("gpt-4o");
		if (!Chat.Open(*this) || !TestTrue(TEXT("summarized"), TalkUntilSummarized()))
		{
			return;
		}
		TestTrue(TEXT("settled"), Chat.WaitUntil([this] { return !Chat.Session->IsSummarizing(); }));
		const FString Id = Chat.Session->GetConversationId();
		const int32 Rows = Chat.Session->GetSummaries().Num();
		const int64 Used = Chat.Session->GetTokenBreakdown().Used;
		const int64 View = Chat.Session->GetMessageCount(EVibeUEHistory::View);
		Chat.Close();
		if (Chat.Open(*this, Id))
		{
			TestEqual(TEXT("summaries"), Chat.Session->GetSummaries().Num(), Rows);
			TestEqual(TEXT("view"), Chat.Session->GetMessageCount(EVibeUEHistory::View), View);
			TestEqual(TEXT("tokens"), Chat.Session->GetTokenBreakdown().Used, Used);
		}
	});

	It(TEXT("carry an earlier summary's facts on (defect c)"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow) || !Chat.Open(*this))
		{
			return;
		}
		TestTrue(TEXT("a fact"), Chat.Say(TEXT("The door is at /Game/Maps/Door.Door and must stay red.")));
		for (int32 Turn = 0; Turn < 40 && Chat.Summarizations.Num() < 2; ++Turn)
		{
			Chat.Say(FString::Printf(TEXT("write %d words"), 150 + Turn));
		}
		if (!TestTrue(TEXT("two summaries"), Chat.WaitUntil([this] { return Chat.Summarizations.Num() >= 2; })))
		{
			return;
		}
		bool bIsKnown = false;
		for (const FVibeUEMessage& Message : Chat.Session->GetMessages(0, 1000, EVibeUEHistory::View))
		{
			bIsKnown = bIsKnown || Message.Text.Contains(TEXT("/Game/Maps/Door.Door"));
		}
		TestTrue(TEXT("the model still knows the door"), bIsKnown);
	});

	It(TEXT("never part a call from its result (defects e, f)"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow) || !Chat.Open(*this))
		{
			return;
		}
		Chat.Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}}]"));
		for (int32 Turn = 0; Turn < 12; ++Turn)
		{
			const int32 Calls = Chat.Calls.Num();
			const int32 Ends = Chat.Ends.Num();
			Chat.Session->SubmitUserMessage(TEXT("use look"));
			Chat.WaitUntil([this, Calls, Ends] { return Chat.Calls.Num() > Calls || Chat.Ends.Num() > Ends; });
			if (Chat.Calls.Num() > Calls)
			{
				Chat.Session->AnswerToolCall(Chat.Calls.Last().CallId, FString::ChrN(1500, TEXT('x')) + FString::FromInt(Turn));
			}
			TestTrue(TEXT("ended"), Chat.WaitUntil([this, Ends] { return Chat.Ends.Num() > Ends; }));
		}
		// The server refuses an orphan as the real ones do.
		for (const EVibeUETurnEnd End : Chat.Ends)
		{
			TestTrue(TEXT("answered"), End == EVibeUETurnEnd::Completed);
		}
		TSet<FString> Pending;
		for (const FVibeUEMessage& Message : Chat.Session->GetMessages(0, 1000, EVibeUEHistory::View))
		{
			for (const FVibeUEToolCall& Call : Message.ToolCalls)
			{
				Pending.Add(Call.CallId);
			}
			for (const FVibeUEToolResult& Result : Message.ToolResults)
			{
				TestEqual(TEXT("a result has its call"), Pending.Remove(Result.CallId), 1);
			}
		}
		TestEqual(TEXT("calls without result"), Pending.Num(), 0);
	});

	It(TEXT("show first what they would do, and do it as it was edited"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow * 4) || !Chat.Open(*this))
		{
			return;
		}
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Chat.Say(TEXT("write 60 words"));
		}
		const int64 Before = Chat.Session->GetTokenBreakdown().Used;
		TestTrue(TEXT("asked"), Chat.Session->PreviewSummarization(FString()));
		if (!TestTrue(TEXT("shown"), Chat.WaitUntil([this] { return Chat.Preview.IsSet() && !Chat.Session->IsSummarizing(); })))
		{
			return;
		}
		const FVibeUESummaryPreview Preview = Chat.Preview.GetValue();
		TestTrue(TEXT("something would go"), Preview.Goes > 0);
		TestEqual(TEXT("each is named"), Chat.Session->GetPreviewMessages(EVibeUEPreviewPart::Goes, -1, MAX_int32).Num(), static_cast<int32>(Preview.Goes));
		TestEqual(TEXT("what stays, too"), Chat.Session->GetPreviewMessages(EVibeUEPreviewPart::Stays, 0, 1000).Num(), static_cast<int32>(Preview.Stays));
		TestEqual(TEXT("none comes after the last"), Chat.Session->GetPreviewMessages(EVibeUEPreviewPart::Goes, Preview.Goes, 10).Num(), 0);
		TestEqual(TEXT("nothing changed"), Chat.Session->GetTokenBreakdown().Used, Before);
		TestTrue(TEXT("accepted"), Chat.Session->AcceptPreview(TEXT("The person had words counted.")));
		TestTrue(TEXT("applied"), Chat.WaitUntil([this, Before] { return Chat.Session->GetTokenBreakdown().Used < Before; }));
	});

	It(TEXT("tell one beginning and one end each, and one pair of numbers everywhere; a preview has its own events"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow * 4) || !Chat.Open(*this))
		{
			return;
		}
		for (int32 Turn = 0; Turn < 8; ++Turn)
		{
			Chat.Say(TEXT("write 60 words"));
		}
		UChatSession* Session = Chat.Session.Get();
		TArray<FString> Told;
		const FDelegateHandle Started = Session->OnPreviewStarted().AddWeakLambda(Session, [&Told] { Told.Add(TEXT("preview started")); });
		const FDelegateHandle Shown = Session->OnSummaryPreview().AddWeakLambda(Session, [&Told](const FVibeUESummaryPreview&) { Told.Add(TEXT("preview")); });
		const FDelegateHandle Failed = Session->OnPreviewFailed().AddWeakLambda(Session, [&Told](const FVibeUEError&) { Told.Add(TEXT("preview failed")); });
		const int64 Used = Session->GetTokenBreakdown().Used;
		TestTrue(TEXT("asked"), Session->PreviewSummarization());
		TestTrue(TEXT("shown"), Chat.WaitUntil([&Told, Session] { return Told.Num() == 2 && !Session->IsSummarizing(); }));
		TestEqual(TEXT("what a preview tells"), FString::Join(Told, TEXT(", ")), FString(TEXT("preview started, preview")));
		TestEqual(TEXT("summarizations that began with it"), Chat.Started, 0);
		TestEqual(TEXT("summarizations that ended with it"), Chat.Summarizations.Num(), 0);
		TestTrue(TEXT("accepted"), Session->AcceptPreview());
		TestTrue(TEXT("applied"), Chat.WaitUntil([this] { return Chat.Summarizations.Num() == 1; }));
		TestEqual(TEXT("summarizations that began"), Chat.Started, 1);
		const FVibeUESummarization Done = Chat.Summarizations[0];
		const FVibeUESummaryRow Row = Session->GetSummaries().Last();
		TestEqual(TEXT("tokens before, as the meter showed them"), Done.TokensBefore, Used);
		TestEqual(TEXT("tokens after, as the meter shows them"), Done.TokensAfter, Session->GetTokenBreakdown().Used);
		TestEqual(TEXT("tokens before of the row"), Row.TokensBefore, Done.TokensBefore);
		TestEqual(TEXT("tokens after of the row"), Row.TokensAfter, Done.TokensAfter);
		TestEqual(TEXT("messages of the row"), Row.Messages, Done.MessagesSummarized);
		TestEqual(TEXT("tokens before of the preview"), Chat.Preview.GetValue().TokensBefore, Done.TokensBefore);
		TestEqual(TEXT("tokens after of the preview"), Chat.Preview.GetValue().TokensAfter, Done.TokensAfter);
		// Nothing is left to condense.
		Told.Empty();
		Session->PreviewSummarization();
		TestTrue(TEXT("told why not"), Chat.WaitUntil([&Told, Session] { return Told.Num() == 2 && !Session->IsSummarizing(); }));
		TestEqual(TEXT("summarizations that began after it"), Chat.Started, 1);
		Session->OnPreviewStarted().Remove(Started);
		Session->OnSummaryPreview().Remove(Shown);
		Session->OnPreviewFailed().Remove(Failed);
	});

	It(TEXT("are near when the request has reached a share that the host names, and count also when the session is closed"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow) || !Chat.Open(*this) || !Chat.Say(TEXT("write 150 words")))
		{
			return;
		}
		UChatSession* Session = Chat.Session.Get();
		const double Share = Session->GetTokenUsagePercent() / 100.0;
		TestFalse(TEXT("near the threshold"), Session->IsNearContextLimit());
		TestTrue(TEXT("near a smaller share"), Session->IsNearContextLimit(Share * 0.9));
		TestFalse(TEXT("near a larger share"), Session->IsNearContextLimit(Share * 1.1));
		const int64 Used = Session->EstimateConversationTokens();
		const int64 Text = Session->EstimateTokenCount(TEXT("one two three"));
		Session->Close();
		TestTrue(TEXT("there are tokens"), Used > 0 && Text > 0);
		TestEqual(TEXT("tokens of the closed conversation"), Session->EstimateConversationTokens(), Used);
		TestEqual(TEXT("tokens of a text"), Session->EstimateTokenCount(TEXT("one two three")), Text);
	});

	It(TEXT("tell one beginning, one end that applied nothing, and why, when there is nothing to gain"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow) || !Chat.Open(*this))
		{
			return;
		}
		Chat.Session->ForceSummarize(FString());
		// What would be reported twice would be reported before the answer of the next turn.
		if (!TestTrue(TEXT("ended"), Chat.WaitUntil([this] { return Chat.Summarizations.Num() > 0; })) || !TestTrue(TEXT("goes on"), Chat.Say(TEXT("write 5 words"))))
		{
			return;
		}
		const TArray<FString> About = Chat.Told.FilterByPredicate([](const FString& Line) { return Line.StartsWith(TEXT("summarization")); });
		TestEqual(TEXT("what is told"), FString::Join(About, TEXT(", ")), FString(TEXT("summarization started, summarization not applied")));
		TestEqual(TEXT("ends"), Chat.Summarizations.Num(), 1);
		TestTrue(TEXT("as failed"), Chat.Summarizations[0].End == EVibeUESummaryEnd::Failed);
		TestFalse(TEXT("why"), Chat.Summarizations[0].Failure.Message.IsEmpty());
		TestEqual(TEXT("errors beside it"), Chat.Errors.Num(), 0);
	});

	It(TEXT("are off when they are switched off: then what does not fit is an error before any call"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->bAutoSummarize = false;
		if (!Chat.Open(*this))
		{
			return;
		}
		FString Long;
		for (int32 Word = 0; Word < 4000; ++Word)
		{
			Long += FString::Printf(TEXT("word%d "), Word);
		}
		TestTrue(TEXT("ended"), Chat.Say(Long));
		TestTrue(TEXT("as failed"), Chat.Ends.Num() == 1 && Chat.Ends[0] == EVibeUETurnEnd::Failed);
		TestTrue(TEXT("it does not fit"), Chat.Errors.Num() >= 1 && Chat.Errors[0].Kind == EVibeUEFailure::DoesNotFit);
		TestEqual(TEXT("summarizations"), Chat.Started, 0);
	});

	It(TEXT("start at the threshold that the user sets meanwhile"), [this]
	{
		if (!FTestConversation::UseServer(*this, SmallWindow * 4) || !Chat.Open(*this))
		{
			return;
		}
		const int64 Before = Chat.Session->GetTrigger().ThresholdTokens;
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->SummarizationThreshold = 0.75;
		FSpecSandbox::Notify();
		TestTrue(TEXT("lower"), Chat.WaitUntil([this, Before] { return Chat.Session->GetTrigger().ThresholdTokens < Before; }));
		TestFalse(TEXT("explained"), Chat.Session->GetTrigger().Explanation.IsEmpty());
		TestFalse(TEXT("not needed yet"), Chat.Session->TriggerSummarizationIfNeeded());
	});
}

#endif
