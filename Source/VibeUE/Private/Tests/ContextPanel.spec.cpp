// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "HAL/FileManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/ContextTexts.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SContextPanel.h"
#include "Widgets/SToolCallRow.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The context panel: what it shows is what the session says, and each lever does what it says. */
BEGIN_DEFINE_SPEC(FContextPanelSpec, "VibeUE.Looks.Context", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens a conversation in a window of this size; rules write its summaries. */
bool OpenTalk(float Width, float Height, int32 ContextWindow)
{
	if (!FTestConversation::UseServer(*this, ContextWindow))
	{
		return false;
	}
	GetMutableDefault<UVibeUESettings>()->Model = TEXT("gpt-4o");
	FSpecSandbox::Notify();
	return Window->OpenScene(Width, Height) && Window->Settle();
}

/** Says some things of about one size. */
void Talk(int32 Turns, int32 Words)
{
	for (int32 Turn = 0; Turn < Turns; ++Turn)
	{
		Window->Say(FString::Printf(TEXT("write %d words"), Words + Turn));
	}
}

/** Lets a tool answer a question about the door, at length. */
void AskAboutTheDoor(int32 Nodes)
{
	UChatSession* Session = Window->GetSession();
	Session->SetTools(TEXT("[{\"name\": \"read_blueprint\", \"description\": \"Reads a Blueprint's graph as text.\", \"parameters\": {\"type\": \"object\"}}]"));
	Session->OnToolCallRequested().AddWeakLambda(Session, [Session, Nodes](const FVibeUEToolCall& Call)
	{
		FString Text = TEXT("Blueprint /Game/Doors/BP_AirlockDoor, parent Actor\n");
		for (int32 Node = 0; Node < Nodes; ++Node)
		{
			Text += FString::Printf(TEXT("  Node K2Node_CallFunction_%d: Target=Generator, Function=GetPower\n"), Node);
		}
		Session->AnswerToolCall(Call.CallId, Text);
	});
	Window->Say(TEXT("Why does the airlock door stay shut? Please never touch BP_Legacy."));
}

TSharedRef<SContextPanel> GetPanel() const
{
	return StandIn::Find<SContextPanel>(Window->Get()).ToSharedRef();
}

void OpenPanel()
{
	Window->ClickIcon(TEXT("Show what fills the context"));
	Window->Until(TEXT("the panel"), [this] { return StandIn::IsOnScreen(GetPanel()); });
	// The button's tip would cover what is looked at.
	StandIn::Hover(StandIn::FindByText(GetPanel(), TEXT("Context")));
}

/** Waits until the panel shows what the session says now, whole. */
void TestShowsReport(const TCHAR* When)
{
	Window->Until(When, [this]
	{
		const FVibeUEContextReport Report = Window->GetSession()->GetContextReport();
		return FindMissing(Report).Num() == 0;
	});
	TestEqual(When, FString::Join(FindMissing(Window->GetSession()->GetContextReport()), TEXT("\n")), FString());
}

/** The texts of the report that the panel does not show. */
TArray<FString> FindMissing(const FVibeUEContextReport& Report) const
{
	TArray<FText> Texts = {FContextTexts::Fill(Report), FContextTexts::Line(Report.Next), FContextTexts::Window(Report), FContextTexts::Forecast(Report.Next),
		FContextTexts::Gain(Report.Next)};
	for (const FVibeUEContextPart& Part : Report.Parts)
	{
		if (Part.Tokens > 0)
		{
			Texts.Add(FContextTexts::NameOf(Part.Kind));
			Texts.Add(FContextTexts::LetterOf(Part.Kind));
			Texts.Add(FText::AsNumber(Part.Tokens));
		}
	}
	for (int32 Index = 0; Index < FMath::Min(Report.Heaviest.Num(), SContextPanel::MostHeavy); ++Index)
	{
		const FVibeUEHeavyMessage& Message = Report.Heaviest[Index];
		Texts.Add(FContextTexts::Speaker(Message));
		Texts.Add(FContextTexts::Age(Message));
		if (!Message.FirstWords.IsEmpty())
		{
			Texts.Add(FText::FromString(Message.FirstWords));
		}
		Texts.Add(FText::AsNumber(Message.Tokens));
	}
	for (const FVibeUESummaryRow& Row : Report.Summaries)
	{
		Texts.Add(FContextTexts::Size(Row));
		Texts.Add(FContextTexts::Origin(Row));
	}
	TArray<FString> Missing;
	for (const FText& Text : Texts)
	{
		if (!StandIn::FindByText(GetPanel(), Text.ToString()).IsValid())
		{
			Missing.Add(Text.ToString());
		}
	}
	return Missing;
}

/** Clicks a lever of the panel, the first of this name, wherever it is scrolled to. */
void Pull(const TCHAR* Lever)
{
	const auto Find = [this, Lever] { return StandIn::FindButton(GetPanel(), Lever); };
	const auto CanBePulled = [Find] { return Find().IsValid() && StandIn::IsReallyEnabled(Find().ToSharedRef()); };
	if (Window->Until(*FString::Printf(TEXT("the lever \"%s\""), Lever), CanBePulled))
	{
		StandIn::Find<SScrollBox>(GetPanel())->ScrollDescendantIntoView(Find(), false, EDescendantScrollDestination::Center);
		Window->Until(*FString::Printf(TEXT("\"%s\" to be in view"), Lever), [Find] { return StandIn::IsOnScreen(Find().ToSharedRef()); });
		StandIn::Click(Find());
	}
}

bool HasLever(const TCHAR* Lever) const
{
	return StandIn::FindButton(GetPanel(), Lever).IsValid();
}

void TestNothingIsCutOff()
{
	StandIn::Layout();
	const FGeometry& Whole = Window->Get()->GetCachedGeometry();
	const float Left = static_cast<float>(Whole.GetAbsolutePosition().X);
	const float Right = Left + static_cast<float>(Whole.GetLocalSize().X);
	for (const TSharedRef<SWidget>& Widget : StandIn::Descendants(GetPanel()))
	{
		if (StandIn::IsOnScreen(Widget))
		{
			const float From = static_cast<float>(Widget->GetCachedGeometry().GetAbsolutePosition().X);
			const float To = From + static_cast<float>(Widget->GetCachedGeometry().GetLocalSize().X);
			TestTrue(FString::Printf(TEXT("%s (%s) lies within the window"), *FString(Widget->StandInTypeName()), *Widget->StandInText().ToString()),
				From >= Left - 0.5f && To <= Right + 0.5f);
		}
	}
}
END_DEFINE_SPEC(FContextPanelSpec)

void FContextPanelSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("says how full it is, by what, when the next summary comes and what it brings"), [this]
	{
		if (!OpenTalk(900.0f, 1000.0f, 12000))
		{
			return;
		}
		OpenPanel();
		TestTrue(TEXT("nothing was said yet"), Window->Sees(TEXT("No messages yet.")) && Window->Sees(TEXT("Nothing was summarized yet")));
		Talk(5, 130);
		AskAboutTheDoor(40);
		TestShowsReport(TEXT("the report of a talk with tools"));
		const FVibeUEContextReport Report = Window->GetSession()->GetContextReport();
		int64 Sum = 0;
		for (const FVibeUEContextPart& Part : Report.Parts)
		{
			Sum += Part.Tokens;
		}
		TestEqual(TEXT("the parts are the token bar's number"), Sum, Window->GetSession()->GetTokenBreakdown().Used);
		TestTrue(TEXT("a forecast"), Report.Next.Forecast == EVibeUEForecast::InTurns && Report.Next.Turns > 0);
		TestTrue(TEXT("the heaviest is what the tool read"), Report.Heaviest[0].bIsToolResult && Report.Heaviest[0].Tools[0] == TEXT("read_blueprint"));
		TestTrue(TEXT("the conversation is beside it"), StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()));
		TestNothingIsCutOff();
	});

	It(TEXT("fits a narrow dock in place of the conversation, and follows what is said meanwhile"), [this]
	{
		if (!OpenTalk(320.0f, 900.0f, 12000))
		{
			return;
		}
		Talk(4, 150);
		AskAboutTheDoor(30);
		Window->GetSession()->ForceSummarize(FString());
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		OpenPanel();
		TestShowsReport(TEXT("the report in a narrow dock"));
		TestFalse(TEXT("the conversation is covered"), StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()));
		TestNothingIsCutOff();
		const int64 Before = Window->GetSession()->GetContextReport().Used;
		TestTrue(TEXT("said"), Window->GetSession()->SubmitUserMessage(TEXT("write 90 words")));
		Window->Until(TEXT("the answer"), [this, Before]
		{
			return Window->GetSession()->GetState() == EVibeUEChatState::Idle && Window->GetSession()->GetContextReport().Used > Before;
		});
		TestShowsReport(TEXT("the report after another turn"));
		StandIn::RenderNow();
		Window->ClickIcon(TEXT("Close the context"));
		Window->Until(TEXT("the conversation"), [this] { return StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()); });
		TestFalse(TEXT("the panel is gone"), StandIn::IsOnScreen(GetPanel()));
	});

	It(TEXT("pins and unpins a heavy message, and shows it in the conversation"), [this]
	{
		if (!OpenTalk(420.0f, 700.0f, 24000))
		{
			return;
		}
		AskAboutTheDoor(60);
		Talk(4, 150);
		UChatSession* Session = Window->GetSession();
		const int64 Heaviest = Session->GetContextReport().Heaviest[0].Id;
		OpenPanel();
		Pull(TEXT("Pin"));
		Window->Until(TEXT("pinned"), [Session] { return Session->GetContextReport().Heaviest[0].bPinned; });
		Window->Until(TEXT("the lever to turn"), [this] { return HasLever(TEXT("Unpin")); });
		TestTrue(TEXT("the age says it"), StandIn::ReadAll(GetPanel()).Contains(TEXT("4 turns ago, pinned")));
		TestEqual(TEXT("the same message"), Session->GetContextReport().Heaviest[0].Id, Heaviest);
		Pull(TEXT("Unpin"));
		Window->Until(TEXT("released"), [Session] { return !Session->GetContextReport().Heaviest[0].bPinned; });
		Window->Until(TEXT("the lever to turn back"), [this] { return !HasLever(TEXT("Unpin")); });
		Pull(TEXT("Show"));
		Window->Until(TEXT("the result to be in view"), [this]
		{
			const TSharedPtr<SToolCallRow> Row = StandIn::Find<SToolCallRow>(Window->Get());
			return Row.IsValid() && StandIn::IsOnScreen(Row.ToSharedRef());
		});
		TestFalse(TEXT("the panel made room"), StandIn::IsOnScreen(GetPanel()));
	});

	It(TEXT("shortens a heavy result, says what that freed, and puts it back"), [this]
	{
		if (!OpenTalk(420.0f, 900.0f, 24000))
		{
			return;
		}
		AskAboutTheDoor(60);
		UChatSession* Session = Window->GetSession();
		const FVibeUEContextReport Before = Session->GetContextReport();
		const int64 Heaviest = Before.Heaviest[0].Id;
		TestTrue(TEXT("a result that can be shortened"), Before.Heaviest[0].bIsToolResult && Before.Heaviest[0].bCanShorten);
		OpenPanel();
		Pull(TEXT("Shorten"));
		Window->Until(TEXT("shortened"), [Session] { return Session->GetSummaries().Num() == 1; });
		TestShowsReport(TEXT("the report after shortening"));
		const FVibeUEContextReport After = Session->GetContextReport();
		TestTrue(TEXT("it freed something"), After.Used < Before.Used);
		TestTrue(TEXT("the row says what"), Window->Sees(*FContextTexts::Size(After.Summaries[0]).ToString()));
		const FVibeUEHeavyMessage* Short = After.Heaviest.FindByPredicate([Heaviest](const FVibeUEHeavyMessage& Message) { return Message.Id == Heaviest; });
		if (TestNotNull(TEXT("the message is still there"), Short))
		{
			TestTrue(TEXT("in a short form"), Short->bShortened && !Short->bCanShorten && Short->Tokens * 5 < Before.Heaviest[0].Tokens);
		}
		TestTrue(TEXT("the age says it"), StandIn::ReadAll(GetPanel()).Contains(TEXT("this turn, shortened")));
		TestNothingIsCutOff();
		Pull(TEXT("Restore"));
		Window->Until(TEXT("whole again"), [Session] { return !Session->GetSummaries().Last().bInForce; });
		TestShowsReport(TEXT("the report after putting it back"));
		TestEqual(TEXT("as large as before"), Session->GetContextReport().Heaviest[0].Tokens, Before.Heaviest[0].Tokens);
		Pull(TEXT("Redo"));
		Window->Until(TEXT("short again"), [Session] { return Session->GetSummaries().Last().bInForce; });
		Pull(TEXT("Undo"));
		Window->Until(TEXT("undone"), [Session] { return !Session->GetSummaries().Last().bInForce; });
		TestEqual(TEXT("the model sees the whole one"), Session->GetContextReport().Condensed, static_cast<int64>(0));
	});

	It(TEXT("refuses in words to shorten what has to stay, and changes nothing"), [this]
	{
		if (!OpenTalk(900.0f, 900.0f, 24000))
		{
			return;
		}
		AskAboutTheDoor(60);
		UChatSession* Session = Window->GetSession();
		const FVibeUEContextReport Before = Session->GetContextReport();
		TestTrue(TEXT("asked for the person's own request"), Session->ShortenMessage(Session->GetMessages(0, 1)[0].Id));
		Window->UntilSeen(TEXT("it is never shortened by itself"));
		// Nothing lies up to the first message but the newest request, which stays.
		TestTrue(TEXT("asked for too short a range"), Session->PreviewUpTo(Session->GetMessages(0, 1)[0].Id));
		Window->UntilSeen(TEXT("there is nothing that could still be condensed"));
		TestEqual(TEXT("as it was"), Session->GetContextReport().Used, Before.Used);
		TestEqual(TEXT("nothing was done"), Session->GetSummaries().Num(), 0);
	});

	It(TEXT("previews a summary up to a heavy message, and does exactly that when it is accepted"), [this]
	{
		if (!OpenTalk(900.0f, 1000.0f, 24000))
		{
			return;
		}
		Talk(2, 90);
		AskAboutTheDoor(60);
		Talk(3, 90);
		UChatSession* Session = Window->GetSession();
		const int64 Heaviest = Session->GetContextReport().Heaviest[0].Id;
		const int64 Seen = Session->GetMessageCount(EVibeUEHistory::View);
		OpenPanel();
		Pull(TEXT("Up to here"));
		Window->UntilSeen(TEXT("Summarizing now would condense"));
		const TArray<int64> Goes = Session->GetPreviewMessages(EVibeUEPreviewPart::Goes, 0, 1000);
		// Two turns, the question, three calls in one message and their results: the heaviest is the first of them.
		Window->UntilSeen(TEXT("calls and their results stay together"));
		TestEqual(TEXT("what would go"), Goes.Num(), 9);
		TestEqual(TEXT("its end"), Goes.Last(), Heaviest + 2);
		TestEqual(TEXT("what would stay"), static_cast<int64>(Session->GetPreviewMessages(EVibeUEPreviewPart::Stays, 0, 1000).Num()), Seen - 9);
		TestTrue(TEXT("accepted"), Session->AcceptPreview());
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		TestShowsReport(TEXT("the report after the summary"));
		TestEqual(TEXT("the summary in their place"), Session->GetMessageCount(EVibeUEHistory::View), Seen - 9 + 1);
		TestEqual(TEXT("what went in"), Session->GetSummaries()[0].Messages, static_cast<int64>(9));
	});

	It(TEXT("shows a message that is older than the rows that were read"), [this]
	{
		// Talked without a window, because a frame of the stand-in lays all rows out.
		FTestConversation Chat;
		if (!FTestConversation::UseServer(*this, 100000) || !Chat.Open(*this))
		{
			return;
		}
		TestTrue(TEXT("said"), Chat.Say(TEXT("write 300 words")));
		for (int32 Turn = 0; Turn < 52; ++Turn)
		{
			if (!TestTrue(TEXT("said"), Chat.Say(FString::Printf(TEXT("Message %d of many"), Turn))))
			{
				return;
			}
		}
		Chat.Close();
		if (!Window->OpenScene(900.0f, 700.0f) || !Window->Settle())
		{
			return;
		}
		const TSharedRef<SChatMessageList> List = StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef();
		// Above what is shown, where its answer is at the top.
		const auto HasFirst = [List] { return StandIn::FindByText(List, TEXT("write 300 words"), true).IsValid(); };
		TestFalse(TEXT("the first question has a row"), HasFirst());
		OpenPanel();
		Pull(TEXT("Show"));
		Window->Until(TEXT("the first question"), HasFirst);
		const int64 Heaviest = Window->GetSession()->GetContextReport().Heaviest[0].Id;
		TestEqual(TEXT("the first answer is the heaviest"), Heaviest, Window->GetSession()->GetMessages(1, 1)[0].Id);
		Window->Until(TEXT("its row to be in view"), [this]
		{
			const TSharedPtr<SWidget> Row = StandIn::FindWhere(Window->Get(), [](const SWidget& Widget)
			{
				return StandIn::Is<SChatMessageRow>(Widget) && static_cast<const SChatMessageRow&>(Widget).GetKind() == EChatRowKind::Assistant;
			});
			return Row.IsValid() && StandIn::IsOnScreen(Row.ToSharedRef());
		});
	});

	It(TEXT("summarizes, takes it back and applies it again"), [this]
	{
		if (!OpenTalk(900.0f, 1100.0f, 12000))
		{
			return;
		}
		Talk(8, 120);
		UChatSession* Session = Window->GetSession();
		OpenPanel();
		TestShowsReport(TEXT("the report before"));
		const int64 Used = Session->GetContextReport().Used;
		const int64 Seen = Session->GetMessageCount(EVibeUEHistory::View);
		Pull(TEXT("Summarize now"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		TestShowsReport(TEXT("the report after summarizing"));
		TestTrue(TEXT("it freed something"), Session->GetContextReport().Used < Used);
		TestFalse(TEXT("nothing to redo"), HasLever(TEXT("Redo")));
		Pull(TEXT("Undo"));
		Window->Until(TEXT("undone"), [Session] { return !Session->GetSummaries().Last().bInForce; });
		TestShowsReport(TEXT("the report after the undo"));
		TestEqual(TEXT("the model sees all messages again"), Session->GetMessageCount(EVibeUEHistory::View), Seen);
		TestEqual(TEXT("none is condensed"), Session->GetContextReport().Condensed, static_cast<int64>(0));
		Pull(TEXT("Redo"));
		Window->Until(TEXT("redone"), [Session] { return Session->GetSummaries().Last().bInForce; });
		TestShowsReport(TEXT("the report after the redo"));
		TestTrue(TEXT("it can be taken back, and not applied twice"), HasLever(TEXT("Undo")) && !HasLever(TEXT("Redo")));
		Pull(TEXT("Show"));
		Window->Until(TEXT("rest"), [this] { return StandIn::Find<SChatMessageList>(Window->Get())->IsAtRest(); });
		TestNothingIsCutOff();
	});

	It(TEXT("shows what an edit changed in a summary, line by line"), [this]
	{
		if (!OpenTalk(420.0f, 1000.0f, 12000))
		{
			return;
		}
		Talk(8, 120);
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("asked"), Session->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		OpenPanel();
		Window->Until(TEXT("its row"), [this] { return HasLever(TEXT("Undo")); });
		TestFalse(TEXT("one version has no changes"), HasLever(TEXT("Changes")));
		const FVibeUESummaryRow Row = Session->GetSummaries()[0];
		TestEqual(TEXT("nor a text of them"), Session->GetSummaryChanges(Row.Compaction), FString());
		TestTrue(TEXT("edited"), Session->EditSummary(Row.MessageId, TEXT("All doors are red.")));
		Window->Until(TEXT("the edit"), [Session] { return Session->GetSummaries()[0].Versions == 2; });
		Pull(TEXT("Changes"));
		Window->UntilSeen(TEXT("+ All doors are red."));
		TestTrue(TEXT("who did it"), StandIn::ReadAll(GetPanel()).Contains(TEXT("version 2 of 2, by you: 1 line added")));
		TestNothingIsCutOff();
		Pull(TEXT("Hide changes"));
		Window->Until(TEXT("they are hidden"), [this] { return HasLever(TEXT("Changes")); });
		TestFalse(TEXT("gone"), StandIn::ReadAll(GetPanel()).Contains(TEXT("+ All doors are red.")));
	});

	It(TEXT("names what keeps models from writing summaries, and the lever beside it helps"), [this]
	{
		if (!OpenTalk(900.0f, 900.0f, 12000))
		{
			return;
		}
		GetMutableDefault<UVibeUESettings>()->MaxSummaryChainDepth = 1;
		FSpecSandbox::Notify();
		Talk(8, 120);
		UChatSession* Session = Window->GetSession();
		TestTrue(TEXT("asked"), Session->ForceSummarize(FString()));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		OpenPanel();
		Window->Until(TEXT("the breaker"), [this] { return HasLever(TEXT("Summarize from the originals")); });
		TestEqual(TEXT("breakers"), Session->GetContextReport().Breakers.Num(), 1);
		TestTrue(TEXT("it says what helps"), Window->Sees(*FString::Printf(TEXT("What helps: %s."), *Session->GetContextReport().Breakers[0].Fix)));
		Pull(TEXT("Summarize from the originals"));
		Window->Until(TEXT("the new summary"), [this] { return Window->Applied == 2; });
		TestShowsReport(TEXT("the report after the new summary"));
	});

	It(TEXT("writes the report as JSON and as a table, never over a file"), [this]
	{
		if (!OpenTalk(900.0f, 800.0f, 24000))
		{
			return;
		}
		Talk(4, 120);
		// Each outcome that was told: the file, and what failed.
		const TSharedRef<TArray<TPair<FString, FVibeUEError>>> Told = MakeShared<TArray<TPair<FString, FVibeUEError>>>();
		UChatSession* Session = Window->GetSession();
		Session->OnExported().AddWeakLambda(Session,
			[Told](const FString& Path, const FVibeUEError& Error) { Told->Add(TPair<FString, FVibeUEError>(Path, Error)); });
		OpenPanel();
		for (const TCHAR* Tip : {TEXT("Write this report to a new file, as JSON"), TEXT("Write this report to a new file, as a table")})
		{
			const int32 Before = Told->Num();
			Window->ClickIcon(Tip);
			if (!Window->Until(TEXT("the file"), [Told, Before] { return Told->Num() > Before; }))
			{
				return;
			}
			TestEqual(TEXT("problem"), (*Told)[Before].Value.Message, FString());
		}
		const FString JsonPath = (*Told)[0].Key;
		const FString TablePath = (*Told)[1].Key;
		FString Json;
		FString Table;
		TestTrue(TEXT("both are there"), FFileHelper::LoadFileToString(Json, *JsonPath) && FFileHelper::LoadFileToString(Table, *TablePath));
		TestTrue(TEXT("names"), JsonPath.EndsWith(TEXT(".json")) && TablePath.EndsWith(TEXT(".csv")));
		const int64 Used = Session->GetContextReport().Used;
		TestTrue(TEXT("the number is in the data"), Json.Contains(FString::Printf(TEXT("\"used\": %lld,"), Used)));
		TestTrue(TEXT("the table has its heading"), Table.StartsWith(TEXT("section,id,name,tokens,percent,turns_ago,detail\r\n")));
		TestTrue(TEXT("the number is in the table"), Table.Contains(FString::Printf(TEXT("room,,used,%lld,"), Used)));
		TestTrue(TEXT("asked"), Session->ExportContextReport(JsonPath));
		if (Window->Until(TEXT("the refusal"), [Told] { return Told->Num() == 3; }))
		{
			TestTrue(TEXT("refused"), (*Told)[2].Value.Kind == EVibeUEFailure::Storage || (*Told)[2].Value.Kind == EVibeUEFailure::Invalid);
		}
		FString Again;
		TestTrue(TEXT("what was there is as it was"), FFileHelper::LoadFileToString(Again, *JsonPath) && Again.Equals(Json));
	});

	It(TEXT("opens the preview where it is shown, also in a narrow dock"), [this]
	{
		if (!OpenTalk(420.0f, 800.0f, 24000))
		{
			return;
		}
		Talk(8, 90);
		OpenPanel();
		Pull(TEXT("Preview"));
		Window->UntilSeen(TEXT("Summarizing now would condense"));
		TestFalse(TEXT("the panel made room"), StandIn::IsOnScreen(GetPanel()));
	});
}

#endif
