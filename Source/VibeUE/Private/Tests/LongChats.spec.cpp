// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// Only in the stand-in can the rows that are made be counted.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/AutomationTest.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/LongJournal.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatSummaryRow.h"
#include "Widgets/SToolCallRow.h"
#include "Widgets/ShownPages.h"
#include "Widgets/Text/SMultiLineEditableText.h"

BEGIN_DEFINE_SPEC(FLongChatsSpec, "VibeUE.LongChats", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

TSharedRef<SChatMessageList> List() const
{
	return StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef();
}

/** Returns the texts of the rows of messages, in their order. */
TArray<FString> Texts() const
{
	TArray<FString> Texts;
	for (const TSharedRef<SChatMessageRow>& Row : StandIn::FindAll<SChatMessageRow>(Window->Get()))
	{
		Texts.Add(Row->GetFullText());
	}
	return Texts;
}

/** Returns the numbers of the messages that have rows, as stretches: `1-100, 301-400`. */
FString Stretches() const
{
	TArray<FString> Stretches;
	int32 First = 0;
	int32 Last = 0;
	const auto Add = [&Stretches, &First, &Last]
	{
		if (First != 0)
		{
			Stretches.Add(FString::Printf(TEXT("%d-%d"), First, Last));
		}
	};
	for (const FString& Text : Texts())
	{
		const FString Beginning = TEXT("Words of message ");
		if (!Text.StartsWith(Beginning))
		{
			continue;
		}
		const int32 Number = FCString::Atoi(*Text.Mid(Beginning.Len()));
		if (First == 0 || Number != Last + 1)
		{
			Add();
			First = Number;
		}
		Last = Number;
	}
	Add();
	return FString::Join(Stretches, TEXT(", "));
}

/** Opens the window on a conversation of this length: the newest one is the one that is opened. */
bool Open(int32 Messages)
{
	return TestTrue(TEXT("written"), FLongJournal::Write(FString::Printf(TEXT("long-%d"), Messages), Messages)) && Window->Open(480.0f, 640.0f) &&
		Window->UntilSeen(*FString::Printf(TEXT("message %d:"), Messages)) && Window->Settle();
}
END_DEFINE_SPEC(FLongChatsSpec)

// Long because it lists its cases.
void FLongChatsSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		Window.Reset();
		Sandbox.Reset();
	});

	It(TEXT("a message of long ago is shown with those around it, and the user reads on from there in both directions"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Open(2000))
		{
			return;
		}
		TestEqual(TEXT("at first"), Stretches(), FString(TEXT("1901-2000")));
		List()->ShowMessage(700);
		Window->UntilSeen(TEXT("message 700:"));
		TestEqual(TEXT("around it"), Stretches(), FString(TEXT("650-749, 1901-2000")));
		// What is shown already is only scrolled to.
		List()->ShowMessage(720);
		Window->UntilSeen(TEXT("message 720:"));
		TestEqual(TEXT("no more"), Stretches(), FString(TEXT("650-749, 1901-2000")));
		List()->ShowMessage(650);
		Window->Settle();
		Window->ScrollTo(StandIn::FindButton(Window->Get(), TEXT("Show earlier messages (649)")));
		Window->Click(TEXT("Show earlier messages (649)"));
		Window->UntilSeen(TEXT("message 650:"));
		TestEqual(TEXT("before it"), Stretches(), FString(TEXT("550-749, 1901-2000")));
		Window->ScrollTo(StandIn::FindButton(Window->Get(), TEXT("Show later messages (1,151)")));
		Window->Click(TEXT("Show later messages (1,151)"));
		Window->UntilSeen(TEXT("message 749:"));
		TestEqual(TEXT("behind it"), Stretches(), FString(TEXT("550-849, 1901-2000")));
		// What arrives is at the end. A user who returns there and continues has left the past.
		const TSharedPtr<SScrollBox> Box = StandIn::Find<SScrollBox>(List());
		Window->Until(TEXT("the end"), [Box]
		{
			StandIn::Wheel(Box, -20.0f);
			return Box->GetScrollOffsetOfEnd() - Box->GetScrollOffset() < 1.0f;
		});
		Window->Say(TEXT("hello"));
		Window->UntilSeen(TEXT("You said: hello"));
		// A page, which the answer made longer unless it was there as soon as the question.
		const TArray<FString> All = Texts();
		if (!TestTrue(FString::Printf(TEXT("rows: %d"), All.Num()), All.Num() == 100 || All.Num() == 101))
		{
			return;
		}
		TestEqual(TEXT("the newest alone"), Stretches(), FString::Printf(TEXT("%d-2000"), 2003 - All.Num()));
		TestEqual(TEXT("the question, once"), All.Last(1), FString(TEXT("hello")));
		TestEqual(TEXT("the answer, once"), All.Last(), FString(TEXT("You said: hello")));
	});

	It(TEXT("the user reads on where they were also where a call belongs to no message"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Open(300))
		{
			return;
		}
		// As an agent's calls come.
		FVibeUEToolCall Call;
		Call.CallId = TEXT("of-no-message");
		Call.Name = TEXT("look");
		Window->GetSession()->OnToolCallRequested().Broadcast(Call);
		Window->ScrollTo(StandIn::FindButton(Window->Get(), TEXT("Show earlier messages (200)")));
		Window->Click(TEXT("Show earlier messages (200)"));
		TestEqual(TEXT("before it"), Stretches(), FString(TEXT("101-300")));
		Window->Until(TEXT("what was read to be in view"), [this]
		{
			for (const TSharedRef<SChatMessageRow>& Row : StandIn::FindAll<SChatMessageRow>(Window->Get()))
			{
				if (Row->GetFullText().StartsWith(TEXT("Words of message 201:")))
				{
					return List()->IsAtRest() && StandIn::IsOnScreen(Row);
				}
			}
			return false;
		});
	});

	It(TEXT("a call that asks is found by its message without making any row again"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->Open(480.0f, 640.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"look\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->SubmitUserMessage(TEXT("use look {\"at\": \"the door\"}"));
		Window->UntilSeen(TEXT("Allow once"));
		Window->Until(TEXT("the message of the call"), [this] { return List()->IsAtRest() && Window->Part<SToolCallRow>()->GetMessageId() != 0; });
		const int64 Id = StandIn::Find<SToolCallRow>(Window->Get())->GetMessageId();
		const int64 Before = StandIn::WidgetsMade();
		List()->ShowMessage(Id);
		TestTrue(TEXT("the call has a message"), Id != 0);
		TestEqual(TEXT("widgets that were made"), StandIn::WidgetsMade() - Before, 0LL);
	});

	It(TEXT("a long answer is unfolded in steps, with its code whole"), [this]
	{
		FString Code;
		for (int32 Line = 0; Line < 1000; ++Line)
		{
			Code += FString::Printf(TEXT("Doors[%d]->Open(); // all of them, one after the other\n"), Line);
		}
		const FString Text = TEXT("```cpp\n") + Code + TEXT("```\n\nThe end.");
		const TSharedRef<SChatMessageRow> Row = SNew(SChatMessageRow).Kind(EChatRowKind::Assistant).Text(Text).MessageId(7);
		const TSharedRef<SScrollBox> Box = SNew(SScrollBox) + SScrollBox::Slot()[Row];
		StandIn::ShowInWindow(Box, 700.0f, 600.0f);
		const auto Shown = [Row] { return StandIn::Find<SMultiLineEditableText>(Row)->GetText().ToString(); };
		TestFalse(TEXT("words of ours within the code"), Shown().Contains(TEXT("characters")));
		TestFalse(TEXT("the end is seen"), StandIn::ReadAll(Row).Contains(TEXT("The end.")));
		const int64 Before = StandIn::WidgetsMade();
		int32 Clicks = 0;
		while (const TSharedPtr<SWidget> More = StandIn::FindByText(Row, TEXT("Show more ("), true))
		{
			const int32 Lines = Shown().Len();
			Box->ScrollDescendantIntoView(More, false, EDescendantScrollDestination::Center);
			TestTrue(TEXT("the button comes into view"), StandIn::FramesUntil([More] { return StandIn::IsOnScreen(More.ToSharedRef()); }, FSpecSandbox::FramePatience));
			StandIn::Click(More);
			const bool bIsMore = StandIn::FramesUntil([Shown, Lines] { return Shown().Len() > Lines; }, FSpecSandbox::FramePatience);
			if (!TestTrue(TEXT("more is shown"), bIsMore) || ++Clicks > 9)
			{
				break;
			}
		}
		TestEqual(TEXT("steps"), Clicks, 2);
		Box->ScrollToEnd();
		FString All;
		StandIn::FramesUntil([Row, &All]
		{
			All = StandIn::ReadAll(Row);
			return All.Contains(TEXT("The end."));
		}, FSpecSandbox::FramePatience);
		TestTrue(FString::Printf(TEXT("the end is seen now: %s"), *All.Right(300)), All.Contains(TEXT("The end.")));
		TestTrue(FString::Printf(TEXT("widgets of two steps: %lld"), StandIn::WidgetsMade() - Before), StandIn::WidgetsMade() - Before < 60);
		StandIn::CloseTestWindows();
	});

	It(TEXT("code and tables are copied whole where only their beginnings are shown"), [this]
	{
		FString Code;
		FString Rows;
		for (int32 Line = 0; Line < 1000; ++Line)
		{
			Code += FString::Printf(TEXT("Doors[%d]->Open(); // all of them, one after the other\n"), Line);
		}
		// Few cells, and many letters in each.
		for (int32 Line = 0; Line < 100; ++Line)
		{
			Rows += FString::Printf(TEXT("| %d | %s |\n"), Line, *FString::ChrN(400, TEXT('x')));
		}
		const auto Copy = [this](const FString& Text, const TCHAR* Tip)
		{
			const TSharedRef<SChatMessageRow> Row = SNew(SChatMessageRow).Kind(EChatRowKind::Assistant).Text(Text);
			StandIn::ShowInWindow(SNew(SScrollBox) + SScrollBox::Slot()[Row], 700.0f, 600.0f);
			TestTrue(TEXT("a part of it is shown"), StandIn::FindByText(Row, TEXT("Show more ("), true).IsValid());
			StandIn::Click(StandIn::Find<SButton>(
				StandIn::FindWhere(Row, [Tip](const SWidget& Widget) { return Widget.StandInToolTipText().ToString() == Tip; }).ToSharedRef()));
			StandIn::CloseTestWindows();
			return StandIn::Clipboard();
		};
		TestEqual(TEXT("the code"), Copy(TEXT("Look:\n\n```cpp\n") + Code + TEXT("```\n\nThe end."), TEXT("Copy this code.")).TrimEnd(), Code.TrimEnd());
		const FString Table = Copy(TEXT("| a | b |\n|---|---|\n") + Rows + TEXT("\nThe end."), TEXT("Copy this table as text."));
		TestTrue(FString::Printf(TEXT("the last row of the table: %s"), *Table.Right(440)), Table.Contains(TEXT("| 99 |")));
		TestFalse(TEXT("what comes after it"), Table.Contains(TEXT("The end.")));
	});

	It(TEXT("the summary has its row where the condensed messages end, wherever the user looks"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Open(400))
		{
			return;
		}
		Window->GetSession()->ForceSummarize();
		Window->UntilSeen(TEXT("Earlier messages summarized"));
		const auto Places = [this]
		{
			// The rows around the summary's, in the order in which they are shown.
			TArray<FString> Rows;
			for (const TSharedRef<SWidget>& Widget : StandIn::FindAllWhere(List(), [](const SWidget& Any)
					 { return StandIn::Is<SChatMessageRow>(Any) || StandIn::Is<SChatSummaryRow>(Any); }))
			{
				const bool bIsSummary = StandIn::Is<SChatSummaryRow>(*Widget);
				Rows.Add(bIsSummary ? FString(TEXT("summary")) : StaticCastSharedRef<SChatMessageRow>(Widget)->GetFullText().Left(20));
			}
			const int32 At = Rows.IndexOfByPredicate([](const FString& Row) { return Row == TEXT("summary"); });
			return FString::Printf(TEXT("%d of %d"), At, Rows.Num());
		};
		const FString AtTheEnd = Places();
		TestFalse(TEXT("it is among the newest rows"), AtTheEnd.StartsWith(TEXT("0 ")) || AtTheEnd.StartsWith(TEXT("-1 ")));
		// All that is seen there is condensed: the summary stays where it was, after the gap.
		List()->ShowMessage(60);
		Window->UntilSeen(TEXT("message 60:"));
		const int32 Before = FCString::Atoi(*AtTheEnd);
		TestEqual(TEXT("behind the past"), Places(), FString::Printf(TEXT("%d of %d"), Before + 100, FCString::Atoi(*AtTheEnd.Mid(AtTheEnd.Find(TEXT("of ")) + 3)) + 100));
	});

	It(TEXT("however far the user goes back, no more than four pages have rows"), [this]
	{
		if (!FTestConversation::UseServer(*this, 4000000) || !Open(1000))
		{
			return;
		}
		TArray<FString> Shown;
		for (int32 Click = 0; Click < 9; ++Click)
		{
			const TSharedPtr<SWidget> Label = StandIn::FindByText(Window->Get(), TEXT("Show earlier messages"), true);
			if (!TestTrue(TEXT("a button"), Label.IsValid()))
			{
				return;
			}
			Window->ScrollTo(Label);
			StandIn::Click(Label);
			Window->Settle();
			Shown.Add(Stretches());
		}
		TestEqual(TEXT("shown"), FString::Join(Shown, TEXT(" | ")), FString(
			TEXT("801-1000 | 701-1000 | 601-1000 | 501-800, 901-1000 | 401-700, 901-1000 | 301-600, 901-1000 | 201-500, 901-1000 | 101-400, 901-1000 | 1-300, 901-1000")));
		TestFalse(TEXT("nothing is earlier"), StandIn::FindByText(Window->Get(), TEXT("Show earlier messages"), true).IsValid());
	});

	It(TEXT("a gap closes where both sides meet, and pages that a conversation has lost are not shown"), [this]
	{
		const auto Tell = [](const FShownPages& Pages)
		{
			return FString::Printf(TEXT("%lld-%lld %lld-%lld"), Pages.GetPastFirst(), Pages.GetPastEnd(), Pages.GetNewestFirst(), Pages.GetTotal());
		};
		FShownPages Pages;
		Pages.Fit(0);
		TestEqual(TEXT("empty"), Tell(Pages), FString(TEXT("0-0 0-0")));
		Pages.ShowEarlier();
		Pages.ShowAround(5);
		TestEqual(TEXT("still empty"), Tell(Pages), FString(TEXT("0-0 0-0")));
		Pages = FShownPages();
		Pages.Fit(1000);
		Pages.ShowAround(820);
		TestEqual(TEXT("near the newest"), Tell(Pages), FString(TEXT("770-870 900-1000")));
		Pages.ShowAround(880);
		TestEqual(TEXT("joined"), Tell(Pages), FString(TEXT("0-0 830-1000")));
		Pages.ShowAround(10);
		Pages.ShowAround(-1);
		TestEqual(TEXT("the first"), Tell(Pages), FString(TEXT("0-100 830-1000")));
		for (int32 Click = 0; Click < 7; ++Click)
		{
			Pages.ShowLater();
		}
		TestEqual(TEXT("almost"), Tell(Pages), FString(TEXT("500-800 830-1000")));
		Pages.ShowLater();
		TestEqual(TEXT("met"), Tell(Pages), FString(TEXT("0-0 530-1000")));
		TestTrue(TEXT("more than a stretch"), Pages.Trim(1001));
		TestEqual(TEXT("trimmed"), Tell(Pages), FString(TEXT("0-0 901-1001")));
		TestFalse(TEXT("enough"), Pages.Trim(1002));
		Pages.ShowAround(400);
		Pages.Fit(380);
		TestEqual(TEXT("shorter"), Tell(Pages), FString(TEXT("280-280 280-380")));
		TestFalse(TEXT("no past"), Pages.HasPast());
		Pages = FShownPages();
		Pages.Fit(1000);
		Pages.ShowAround(700);
		Pages.Fit(800);
		TestEqual(TEXT("met by losing what was between"), Tell(Pages), FString(TEXT("0-0 650-800")));
		Pages.Fit(10);
		TestEqual(TEXT("a few"), Tell(Pages), FString(TEXT("0-0 0-10")));
	});
}

#endif
