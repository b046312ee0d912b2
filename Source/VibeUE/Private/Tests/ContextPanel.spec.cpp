// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Styling/AppStyle.h"
#include "Styling/SlateTypes.h"
#include "Tests/SpecContextPanel.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SContextPanel.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The context panel: what it shows is what the session says. */
BEGIN_DEFINE_SPEC(FContextPanelSpec, "VibeUE.Looks.Context", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;
TSharedPtr<FSpecContextPanel> Panel;

/** Whether summarizing by hand is what the eye falls on. */
bool IsSummarizingProminent() const
{
	const TSharedPtr<SButton> Button = StandIn::As<SButton>(StandIn::FindButton(Panel->GetPanel(), TEXT("Summarize now")));
	return Button.IsValid() && Button->StandInStyle() == &FAppStyle::Get().GetWidgetStyle<FButtonStyle>("PrimaryButton");
}
END_DEFINE_SPEC(FContextPanelSpec)

// Long because it lists its cases.
void FContextPanelSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
		Panel = MakeShared<FSpecContextPanel>(*this, Window.ToSharedRef());
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Panel.Reset();
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("says how full it is, by what, when the next summary comes and what it brings"), [this]
	{
		if (!Panel->OpenTalk(900.0f, 1000.0f, 12000))
		{
			return;
		}
		Panel->OpenPanel();
		TestTrue(TEXT("nothing was said yet"), Window->Sees(TEXT("No messages yet.")) && Window->Sees(TEXT("Nothing has been summarized yet")));
		Window->GetSession()->RenameConversation(TEXT("The airlock door"));
		Panel->TalkPlainly(8);
		Panel->AskAboutTheDoor(40);
		Panel->TestShowsReport(TEXT("the report of a talk with tools"));
		const FVibeUEContextReport Report = Window->GetSession()->GetContextReport();
		int64 Sum = 0;
		for (const FVibeUEContextPart& Part : Report.Parts)
		{
			Sum += Part.Tokens;
		}
		TestEqual(TEXT("the parts are the token bar's number"), Sum, Window->GetSession()->GetTokenBreakdown().Used);
		TestTrue(TEXT("a forecast"), Report.Next.Forecast == EVibeUEForecast::InTurns && Report.Next.Turns > 0);
		// The largest first, each by its own words.
		int32 Place = 0;
		for (const TCHAR* Name : {TEXT("BP_AirlockDoor"), TEXT("BP_Generator"), TEXT("BP_PowerGrid")})
		{
			const FVibeUEHeavyMessage& Heavy = Report.Heaviest[Place++];
			TestTrue(TEXT("the heaviest are what the tool read"), Heavy.bIsToolResult && Heavy.Tools[0] == TEXT("read_blueprint"));
			TestTrue(Heavy.FirstWords, Heavy.FirstWords.StartsWith(FString(TEXT("Blueprint /Game/Doors/")) + Name));
		}
		TestTrue(TEXT("the conversation is beside it"), StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()));
		Panel->TestNothingIsCutOff();
	});

	It(TEXT("offers to summarize first only when a summary is near or due"), [this]
	{
		if (!Panel->OpenTalk(900.0f, 1000.0f, 12000))
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Panel->Talk(8, 90);
		Panel->OpenPanel();
		Panel->TestShowsReport(TEXT("the report of a short talk"));
		TestTrue(TEXT("something could be freed"), Session->GetContextReport().Next.bHasGain);
		TestFalse(TEXT("there is room for many turns"), Session->GetContextReport().Next.bIsNear);
		TestFalse(TEXT("nothing asks for it"), IsSummarizingProminent());
		for (int32 Turn = 0; Turn < 60 && !Session->GetContextReport().Next.bIsNear; ++Turn)
		{
			Panel->Talk(1, 300);
		}
		TestTrue(TEXT("the talk came near the line, and not beyond it"), Session->GetContextReport().Next.bIsNear && Session->GetSummaries().Num() == 0);
		Window->Until(TEXT("the button to stand out"), [this] { return IsSummarizingProminent(); });
		Panel->Pull(TEXT("Summarize now"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Window->Until(TEXT("the button to step back"), [this] { return !IsSummarizingProminent(); });
	});

	It(TEXT("fits a narrow dock in place of the conversation, and follows what is said meanwhile"), [this]
	{
		if (!Panel->OpenTalk(320.0f, 900.0f, 12000))
		{
			return;
		}
		Panel->Talk(4, 150);
		Panel->AskAboutTheDoor(30);
		Window->GetSession()->ForceSummarize(FString());
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		Panel->OpenPanel();
		Panel->TestShowsReport(TEXT("the report in a narrow dock"));
		TestFalse(TEXT("the conversation is covered"), StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()));
		Panel->TestNothingIsCutOff();
		const int64 Before = Window->GetSession()->GetContextReport().Used;
		TestTrue(TEXT("said"), Window->GetSession()->SubmitUserMessage(TEXT("write 90 words")));
		Window->Until(TEXT("the answer"), [this, Before]
		{
			return Window->GetSession()->GetState() == EVibeUEChatState::Idle && Window->GetSession()->GetContextReport().Used > Before;
		});
		Panel->TestShowsReport(TEXT("the report after another turn"));
		StandIn::RenderNow();
		Window->ClickIcon(TEXT("Close the context"));
		Window->Until(TEXT("the conversation"), [this] { return StandIn::IsOnScreen(StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef()); });
		TestFalse(TEXT("the panel is gone"), StandIn::IsOnScreen(Panel->GetPanel()));
	});

	It(TEXT("shows a message that is older than the rows that were read"), [this]
	{
		// The conversation takes place without a window, because a frame of the stand-in lays all rows out.
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
		// Above what is shown, if its answer is at the top.
		const auto HasFirst = [List] { return StandIn::FindByText(List, TEXT("write 300 words"), true).IsValid(); };
		TestFalse(TEXT("the first question has a row"), HasFirst());
		Panel->OpenPanel();
		Panel->Pull(TEXT("Show"));
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

	It(TEXT("says what a summary by a model would cost, and in its row what it did cost"), [this]
	{
		if (!FTestConversation::UseServer(*this, 24000))
		{
			return;
		}
		UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
		Settings->SummarizationMode = EVibeUESummarizationMode::Hybrid;
		Settings->InputPrice = 2.0;
		Settings->OutputPrice = 8.0;
		FSpecSandbox::Notify();
		if (!Window->OpenScene(900.0f, 1000.0f) || !Window->Settle())
		{
			return;
		}
		const auto Says = [this](const FString& Words) { return StandIn::FindByText(Panel->GetPanel(), Words, true).IsValid(); };
		const auto Money = [](double Dollars)
		{
			FNumberFormattingOptions Cents;
			Cents.SetMinimumFractionalDigits(2).SetMaximumFractionalDigits(4);
			return FText::AsNumber(Dollars, &Cents).ToString();
		};
		UChatSession* Session = Window->GetSession();
		Window->Say(TEXT("A STORY IN CHAPTERS"));
		Panel->Talk(8, 90);
		Panel->OpenPanel();
		Panel->TestShowsReport(TEXT("the report before"));
		const FVibeUENextSummary Next = Session->GetContextReport().Next;
		TestTrue(TEXT("the price is known"), Next.bHasPrice && Next.Dollars > 0.0);
		TestEqual(TEXT("nothing was spent on summaries yet"), Session->GetCosts().SummaryDollars, 0.0);
		const FString Offer = FString::Printf(TEXT("scripted writes the summary, for about $%s. If you summarize now, messages condensed: %s; tokens freed: about %s."), *Money(Next.Dollars),
			*FText::AsNumber(Next.Messages).ToString(), *FText::AsNumber(Next.Frees).ToString());
		TestTrue(Offer, Says(Offer));
		TestTrue(TEXT("how many summaries Undo takes back"), Says(TEXT("Undo takes back one summary at a time, the newest first.")));
		Panel->Pull(TEXT("Summarize now"));
		Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
		const FVibeUESummaryAccount Account = Session->GetSummaries()[0].Account;
		TestEqual(TEXT("calls"), Account.ModelCalls, static_cast<int64>(1));
		TestTrue(TEXT("it was not free"), Account.Dollars > 0.0);
		TestEqual(TEXT("what was spent on summaries"), Session->GetCosts().SummaryDollars, Account.Dollars);
		const FString Origin = FString::Printf(TEXT("Written by scripted and rules, calls: 1, $%s"), *Money(Account.Dollars));
		Window->Until(*Origin, [Says, Origin] { return Says(Origin); });
		Panel->TestShowsReport(TEXT("the report after"));
		StandIn::MovePointerAway();
		Panel->TestNothingIsCutOff();
	});

	It(TEXT("writes the report as JSON and as a table, never over a file"), [this]
	{
		if (!Panel->OpenTalk(900.0f, 800.0f, 24000))
		{
			return;
		}
		Panel->Talk(4, 120);
		// Each outcome that was reported: the file, and what failed.
		const TSharedRef<TArray<TPair<FString, FVibeUEError>>> Told = MakeShared<TArray<TPair<FString, FVibeUEError>>>();
		UChatSession* Session = Window->GetSession();
		Session->OnExported().AddWeakLambda(Session,
			[Told](const FString& Path, const FVibeUEError& Error) { Told->Add(TPair<FString, FVibeUEError>(Path, Error)); });
		Panel->OpenPanel();
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
		if (!Panel->OpenTalk(420.0f, 800.0f, 24000))
		{
			return;
		}
		Panel->Talk(8, 90);
		Panel->OpenPanel();
		Panel->Pull(TEXT("Preview"));
		Window->UntilSeen(TEXT("CONDENSED"));
		TestFalse(TEXT("the panel made room"), StandIn::IsOnScreen(Panel->GetPanel()));
	});
}

#endif
