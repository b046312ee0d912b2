// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// Which widgets are alive, and what is made, taken and called in a frame, can be counted in the stand-in alone.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/AutomationTest.h"
#include "StandIn/Slate.h"
#include "Tests/CostComparison.h"
#include "Tests/FrameMeter.h"
#include "Tests/LongJournal.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/ShownPages.h"

namespace LongChatScrollingPrivate
{
/** What going from the newest message to the oldest and back came to. */
struct FWalk
{
	/** The most rows of messages, and the most widgets of the window, that were alive at once. */
	int32 MostRows = 0;
	int32 MostWidgets = 0;

	/** The widgets that were alive before the window was. */
	int32 WidgetsBefore = 0;

	/** Each click for another page that ended with four pages and a button for both directions, so that all of them do the same. */
	FFrameCosts Clicks;

	/** The frames after such a click, until the rows are at rest. */
	FFrameCosts Frames;

	/** A notch of the wheel after such a click. */
	FFrameCosts Notches;
};

static constexpr const TCHAR* Earlier = TEXT("Show earlier messages");
static constexpr const TCHAR* Later = TEXT("Show later messages");

/** The most rows: three pages of older messages, and the page of the newest. */
static constexpr int32 MostRows = static_cast<int32>(FShownPages::MostOfStretch + FShownPages::PageSize);

/** More than a tool tip is made of, which may come between two looks or not. */
static constexpr int32 WidgetsOfToolTip = 20;
} // namespace LongChatScrollingPrivate

BEGIN_DEFINE_SPEC(FLongChatScrollingSpec, "VibeUE.LongChats.Scrolling", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

TSharedRef<SChatMessageList> List() const
{
	return StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef();
}

/** Returns the words of a button for another page; null where there is none. */
TSharedPtr<SWidget> FindWords(const TCHAR* Label) const
{
	return StandIn::FindByText(Window->Get(), Label, true);
}

/** Returns how many messages have rows; what the window notes between them has rows of the same kind. */
int32 CountRows() const
{
	int32 Count = 0;
	for (const TSharedRef<SChatMessageRow>& Row : StandIn::FindAll<SChatMessageRow>(Window->Get()))
	{
		Count += Row->GetFullText().StartsWith(TEXT("Words of message ")) ? 1 : 0;
	}
	return Count;
}

/** Opens the tab on a conversation of this length. */
bool Open(int32 Messages);

/** Closes the tab; its conversation is gone, so that the next one is the newest. */
void Leave();

/** Goes to a message as a search does. */
void GoTo(int32 Message);

/** Shows another page by its button; false when there is none. */
bool ShowPage(const TCHAR* Label, LongChatScrollingPrivate::FWalk& Walk);

/** Shows this many more pages, or as many as there are. */
void ShowPages(const TCHAR* Label, int32 Count, LongChatScrollingPrivate::FWalk& Walk);

/** Goes page by page from the newest message to the oldest and back; what is between the ends and the middle of a very long conversation is leapt over. */
bool GoThrough(int32 Messages, LongChatScrollingPrivate::FWalk& Walk);
END_DEFINE_SPEC(FLongChatScrollingSpec)

bool FLongChatScrollingSpec::Open(int32 Messages)
{
	return TestTrue(TEXT("written"), FLongJournal::Write(FString::Printf(TEXT("long-%d"), Messages), Messages)) && Window->Open(480.0f, 640.0f) &&
		Window->UntilSeen(*FString::Printf(TEXT("message %d:"), Messages)) && Window->Settle();
}

void FLongChatScrollingSpec::Leave()
{
	const FString Id = Window->GetSession()->GetConversationId();
	Window->Close();
	TestTrue(TEXT("deleted, so that the next one is the newest"), UChatSession::DeleteConversation(Id));
}

void FLongChatScrollingSpec::GoTo(int32 Message)
{
	List()->ShowMessage(Message);
	Window->UntilSeen(*FString::Printf(TEXT("message %d:"), Message));
	Window->Settle();
}

bool FLongChatScrollingSpec::ShowPage(const TCHAR* Label, LongChatScrollingPrivate::FWalk& Walk)
{
	using namespace LongChatScrollingPrivate;
	const TSharedPtr<SWidget> Words = FindWords(Label);
	if (!Words.IsValid())
	{
		return false;
	}
	Window->ScrollTo(Words);
	const FFrameCost BeforeClick = FFrameCost::Now();
	StandIn::Click(Words);
	const FFrameCost Click = FFrameCost::Now() - BeforeClick;
	FFrameCosts Frames;
	{
		FFrameMeter Meter(Frames);
		Window->Settle();
	}
	const int32 Rows = CountRows();
	Walk.MostRows = FMath::Max(Walk.MostRows, Rows);
	Walk.MostWidgets = FMath::Max(Walk.MostWidgets, SWidget::StandInLiveCount() - Walk.WidgetsBefore);
	if (Rows == LongChatScrollingPrivate::MostRows && FindWords(Earlier).IsValid() && FindWords(Later).IsValid())
	{
		Walk.Clicks.Add(Click);
		Walk.Frames.Append(Frames);
		const TSharedPtr<SScrollBox> Box = StandIn::Find<SScrollBox>(List());
		const FFrameCost BeforeNotch = FFrameCost::Now();
		StandIn::Wheel(Box, 1.0f);
		Walk.Notches.Add(FFrameCost::Now() - BeforeNotch);
	}
	return true;
}

void FLongChatScrollingSpec::ShowPages(const TCHAR* Label, int32 Count, LongChatScrollingPrivate::FWalk& Walk)
{
	int32 Shown = 0;
	while (Shown < Count && !HasAnyErrors() && ShowPage(Label, Walk))
	{
		++Shown;
	}
}

bool FLongChatScrollingSpec::GoThrough(int32 Messages, LongChatScrollingPrivate::FWalk& Walk)
{
	using namespace LongChatScrollingPrivate;
	static constexpr int32 MostPages = 20;
	const bool bLeaps = Messages > 1000;
	Walk.WidgetsBefore = SWidget::StandInLiveCount();
	if (!Open(Messages))
	{
		return false;
	}
	if (bLeaps)
	{
		ShowPages(Earlier, 6, Walk);
		GoTo(Messages / 2);
		ShowPages(Earlier, 4, Walk);
		GoTo(350);
	}
	ShowPages(Earlier, MostPages, Walk);
	const TArray<TSharedRef<SChatMessageRow>> Oldest = StandIn::FindAll<SChatMessageRow>(Window->Get());
	TestTrue(TEXT("the oldest message is there"), Oldest.Num() > 0 && Oldest[0]->GetFullText().StartsWith(TEXT("Words of message 1:")));
	TestFalse(TEXT("nothing is earlier"), FindWords(Earlier).IsValid());
	if (bLeaps)
	{
		ShowPages(Later, 4, Walk);
		GoTo(Messages / 2);
		ShowPages(Later, 4, Walk);
		GoTo(Messages - 450);
	}
	ShowPages(Later, MostPages, Walk);
	TestFalse(TEXT("nothing is later"), FindWords(Later).IsValid());
	const TSharedPtr<SScrollBox> Box = StandIn::Find<SScrollBox>(List());
	Window->Until(TEXT("the end"), [Box]
	{
		StandIn::Wheel(Box, -200.0f);
		return Box->GetScrollOffsetOfEnd() - Box->GetScrollOffset() < 1.0f;
	});
	Window->UntilSeen(*FString::Printf(TEXT("message %d:"), Messages));
	Leave();
	return !HasAnyErrors();
}

// Long because it lists its cases.
void FLongChatScrollingSpec::Define()
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

	It(TEXT("from the newest of 10,000 messages to the oldest and back no more than four pages of rows are alive, and nothing costs more than in 800"), [this]
	{
		using namespace LongChatScrollingPrivate;
		FWalk Short;
		FWalk Long;
		if (!FTestConversation::UseServer(*this, 4000000) || !GoThrough(800, Short) || !GoThrough(10000, Long))
		{
			return;
		}
		TestEqual(TEXT("the most rows in 800"), Short.MostRows, LongChatScrollingPrivate::MostRows);
		TestEqual(TEXT("the most rows in 10,000"), Long.MostRows, LongChatScrollingPrivate::MostRows);
		TestTrue(FString::Printf(TEXT("the most widgets: %d, then %d"), Short.MostWidgets, Long.MostWidgets), Long.MostWidgets <= Short.MostWidgets + WidgetsOfToolTip);
		TestEqual(TEXT("clicks that are compared"), FString::Printf(TEXT("%d, then %d"), Short.Clicks.Num(), Long.Clicks.Num()), FString(TEXT("6, then 16")));
		FCostComparison Costs(*this);
		const int64 WidgetsOfClick = Short.Clicks.Most().Widgets;
		TestTrue(FString::Printf(TEXT("widgets of a click: %lld, then %lld"), WidgetsOfClick, Long.Clicks.Most().Widgets), Long.Clicks.Most().Widgets <= WidgetsOfClick);
		Costs.TestTypical(TEXT("the clicks"), Short.Clicks, Long.Clicks);
		Costs.TestHeaviest(TEXT("the clicks"), Short.Clicks, Long.Clicks);
		const int64 WidgetsOfFrame = Short.Frames.Most().Widgets;
		TestTrue(FString::Printf(TEXT("widgets of a frame after them: %lld, then %lld"), WidgetsOfFrame, Long.Frames.Most().Widgets),
			Long.Frames.Most().Widgets <= WidgetsOfFrame + WidgetsOfToolTip);
		Costs.TestTypical(TEXT("the frames after them"), Short.Frames, Long.Frames);
		Costs.TestHeaviest(TEXT("the frames after them"), Short.Frames, Long.Frames);
		TestEqual(TEXT("widgets of a notch"), Short.Notches.Sum().Widgets + Long.Notches.Sum().Widgets, 0LL);
		Costs.TestTypical(TEXT("the notches"), Short.Notches, Long.Notches);
		Costs.TestHeaviest(TEXT("the notches"), Short.Notches, Long.Notches);
	});

	It(TEXT("page by page through 10,000 messages none is passed over, and no more than four pages are shown"), [this]
	{
		FShownPages Pages;
		Pages.Fit(10000);
		int64 Most = 0;
		FString Told;
		const auto Go = [&Pages, &Most, &Told](const TCHAR* Way, int64 (FShownPages::*Left)() const, void (FShownPages::*Step)())
		{
			int32 Steps = 0;
			int32 WholePages = 0;
			for (int64 Before = (Pages.*Left)(); Before > 0; Before = (Pages.*Left)())
			{
				(Pages.*Step)();
				++Steps;
				WholePages += (Before - (Pages.*Left)() == FShownPages::PageSize) ? 1 : 0;
				Most = FMath::Max(Most, Pages.GetPastEnd() - Pages.GetPastFirst() + Pages.GetTotal() - Pages.GetNewestFirst());
				if (Steps > 1000)
				{
					break;
				}
			}
			Told += FString::Printf(TEXT("%s by %d steps, %d of them of a page; "), Way, Steps, WholePages);
		};
		Go(TEXT("up"), &FShownPages::CountEarlier, &FShownPages::ShowEarlier);
		Go(TEXT("down"), &FShownPages::CountLater, &FShownPages::ShowLater);
		TestEqual(TEXT("the way"), Told, FString(TEXT("up by 99 steps, 99 of them of a page; down by 96 steps, 96 of them of a page; ")));
		TestEqual(TEXT("the most messages"), Most, 400LL);
	});
}

#endif
