// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// What is made, taken and called in a frame can be counted in the stand-in alone.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Framework/Docking/TabManager.h"
#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/CostComparison.h"
#include "Tests/FrameMeter.h"
#include "Tests/LongJournal.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatRichText.h"

namespace LongChatCostsPrivate
{
/** What one conversation cost. */
struct FCosts
{
	/** The tab, before its first frame. */
	FFrameCost Making;
	FFrameCosts Opening;
	FFrameCosts Resting;
	/** A notch of the wheel, with the layout that follows from it, is a frame here. */
	FFrameCosts Scrolling;
	FFrameCosts Answer;
	/** The blocks of the answer that are shown. */
	int32 AnswerBlocks = 0;
	FFrameCosts Stream;
	int32 StreamBlocks = 0;
};

static constexpr int32 RestingFrames = 50;
static constexpr int32 Notches = 30;

/** An answer that comes in steps: pieces, one a frame, each of some paragraphs of a hundred characters. */
static constexpr int32 Pieces = 200;
static constexpr int32 ParagraphsOfPiece = 10;

/** Returns a line of what some frames cost: their number, what all of them took, and what the heaviest took. */
static FString Describe(const TCHAR* Part, const FFrameCosts& Frames)
{
	const FFrameCost All = Frames.Sum();
	const FFrameCost Most = Frames.Most();
	return FString::Printf(TEXT("%s %d %lld %lld %lld %.9f %lld %lld %lld %.9f\n"), Part, Frames.Num(), All.Widgets, All.Calls, All.Allocations, All.Seconds,
		Most.Widgets, Most.Calls, Most.Allocations, Most.Seconds);
}

/** Writes the costs down where a benchmark asks for them (tests/benches/window.rs); no test depends on a time. */
static void NoteCosts(const FCosts& Costs)
{
	const FString File = FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_WINDOW_COSTS"));
	if (!File.IsEmpty())
	{
		FString Lines;
		FFileHelper::LoadFileToString(Lines, *File);
		FFrameCosts Opening;
		Opening.Add(Costs.Making);
		Opening.Append(Costs.Opening);
		Lines += Describe(TEXT("opening"), Opening);
		Lines += Describe(TEXT("rest"), Costs.Resting);
		Lines += Describe(TEXT("scrolling"), Costs.Scrolling);
		Lines += Describe(TEXT("answer"), Costs.Answer);
		Lines += Describe(TEXT("stream"), Costs.Stream);
		FFileHelper::SaveStringToFile(Lines, *File);
	}
}
} // namespace LongChatCostsPrivate

BEGIN_DEFINE_SPEC(FLongChatCostsSpec, "VibeUE.LongChats.Costs", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

TSharedRef<SChatMessageList> List() const
{
	return StandIn::Find<SChatMessageList>(Window->Get()).ToSharedRef();
}

TSharedRef<SChatMessageRow> LastRow() const
{
	return StandIn::FindAll<SChatMessageRow>(Window->Get()).Last();
}

/** Returns how many blocks of the newest message are shown. */
int32 CountBlocks() const
{
	const TSharedPtr<SChatRichText> Words = StandIn::Find<SChatRichText>(LastRow());
	return Words.IsValid() ? Words->GetBlockCount() : 0;
}

/** Opens the tab on a conversation of this length. */
bool Open(int32 Messages, LongChatCostsPrivate::FCosts& Costs);

/** Scrolls up, and down again. */
void Scroll(LongChatCostsPrivate::FCosts& Costs);

/** Asks the server for an answer of 200 KB, which comes as fast as it can. */
void Answer(LongChatCostsPrivate::FCosts& Costs);

/** Lets an answer of 200 KB come piece by piece, one in each frame. */
void Stream(LongChatCostsPrivate::FCosts& Costs);

/** Closes the tab; its conversation is gone, so that the next one is the newest. */
void Leave();

LongChatCostsPrivate::FCosts Measure(int32 Messages);
void TestOpening(const LongChatCostsPrivate::FCosts& Short, const LongChatCostsPrivate::FCosts& Long);
void TestWithoutChanges(const LongChatCostsPrivate::FCosts& Short, const LongChatCostsPrivate::FCosts& Long);
void TestAnswers(const LongChatCostsPrivate::FCosts& Short, const LongChatCostsPrivate::FCosts& Long);
END_DEFINE_SPEC(FLongChatCostsSpec)

bool FLongChatCostsSpec::Open(int32 Messages, LongChatCostsPrivate::FCosts& Costs)
{
	if (!TestTrue(TEXT("written"), FLongJournal::Write(FString::Printf(TEXT("long-%d"), Messages), Messages)))
	{
		return false;
	}
	FFrameMeter Meter(Costs.Opening);
	const FFrameCost Before = FFrameCost::Now();
	FGlobalTabmanager::Get()->TryInvokeTab(FName(TEXT("VibeUEChat")));
	Costs.Making = FFrameCost::Now() - Before;
	return Window->Open(480.0f, 640.0f) && Window->UntilSeen(*FString::Printf(TEXT("message %d:"), Messages)) && Window->Settle();
}

void FLongChatCostsSpec::Scroll(LongChatCostsPrivate::FCosts& Costs)
{
	using namespace LongChatCostsPrivate;
	const TSharedPtr<SScrollBox> Box = StandIn::Find<SScrollBox>(List());
	for (int32 Notch = 0; Notch < 3 * Notches; ++Notch)
	{
		const FFrameCost Before = FFrameCost::Now();
		StandIn::Wheel(Box, Notch < Notches ? 1.0f : -1.0f);
		Costs.Scrolling.Add(FFrameCost::Now() - Before);
	}
}

void FLongChatCostsSpec::Answer(LongChatCostsPrivate::FCosts& Costs)
{
	{
		FFrameMeter Meter(Costs.Answer);
		Window->Say(TEXT("write 2000 paragraphs"));
	}
	TestTrue(TEXT("the answer is there"), LastRow()->GetFullText().EndsWith(TEXT("word20000")));
	Costs.AnswerBlocks = CountBlocks();
}

void FLongChatCostsSpec::Stream(LongChatCostsPrivate::FCosts& Costs)
{
	using namespace LongChatCostsPrivate;
	// The server says no more than the beginning of this answer. The other pieces are told as the session tells them, because how much
	// of a server's answer comes in a frame is the machine's business.
	Window->Type(TEXT("say the first half"));
	if (!Window->UntilSeen(TEXT("The first half.")) || !Window->Until(TEXT("the rows to be at rest"), [this] { return List()->IsAtRest(); }))
	{
		return;
	}
	for (int32 Piece = 0; Piece < Pieces; ++Piece)
	{
		FString Words;
		for (int32 Paragraph = 0; Paragraph < ParagraphsOfPiece; ++Paragraph)
		{
			Words += FString::Printf(TEXT("Paragraph %04d of an answer that is longer than anybody reads at once, for it has a hundred signs.\n\n"),
				Piece * ParagraphsOfPiece + Paragraph);
		}
		const FFrameCost Before = FFrameCost::Now();
		Window->GetSession()->OnTextDelta().Broadcast(Words);
		StandIn::Frames(1);
		Costs.Stream.Add(FFrameCost::Now() - Before);
	}
	TestTrue(TEXT("its length"), LastRow()->GetFullText().Len() >= 200000);
	Costs.StreamBlocks = CountBlocks();
	Window->GetSession()->CancelTurn();
	Window->Settle();
}

void FLongChatCostsSpec::Leave()
{
	const FString Id = Window->GetSession()->GetConversationId();
	Window->Close();
	TestTrue(TEXT("deleted, so that the next one is the newest"), UChatSession::DeleteConversation(Id));
}

LongChatCostsPrivate::FCosts FLongChatCostsSpec::Measure(int32 Messages)
{
	using namespace LongChatCostsPrivate;
	FCosts Costs;
	if (!Open(Messages, Costs))
	{
		return Costs;
	}
	{
		FFrameMeter Meter(Costs.Resting);
		StandIn::Frames(RestingFrames);
	}
	Scroll(Costs);
	Answer(Costs);
	Stream(Costs);
	NoteCosts(Costs);
	Leave();
	return Costs;
}

void FLongChatCostsSpec::TestOpening(const LongChatCostsPrivate::FCosts& Short, const LongChatCostsPrivate::FCosts& Long)
{
	FCostComparison Costs(*this);
	// The button that shows earlier messages is all that there is more of.
	const int64 ShortWidgets = Short.Making.Widgets + Short.Opening.Sum().Widgets;
	const int64 LongWidgets = Long.Making.Widgets + Long.Opening.Sum().Widgets;
	TestTrue(FString::Printf(TEXT("widgets to open: %lld, %lld"), ShortWidgets, LongWidgets), LongWidgets <= ShortWidgets + 20);
	Costs.TestAlike(TEXT("calls to make the tab"), Short.Making.Calls, Long.Making.Calls);
	Costs.TestAlike(TEXT("allocations to make the tab"), Short.Making.Allocations, Long.Making.Allocations);
	// How many frames pass until a journal is read is the disk's business, and so is which of them hears of what the core has counted
	// meanwhile. What counts is the one that shows the journal, and that the others, most of which wait, do what a frame at rest does.
	Costs.TestHeaviest(TEXT("the frames of opening"), Short.Opening, Long.Opening);
	const FFrameCost Waiting = Long.Opening.Others().Typical();
	const FFrameCost Resting = Short.Resting.Typical();
	Costs.TestAlike(TEXT("calls of a frame at rest and of one that waits"), Resting.Calls, Waiting.Calls, FCostComparison::CallsOfTimer);
	// A frame that waits has the words of an empty window instead of rows: it takes about a tenth.
	Costs.TestAllocationsOfFrame(TEXT("allocations of a frame at rest and of one that waits"), Resting.Allocations, Waiting.Allocations);
}

void FLongChatCostsSpec::TestWithoutChanges(const LongChatCostsPrivate::FCosts& Short, const LongChatCostsPrivate::FCosts& Long)
{
	FCostComparison Costs(*this);
	// Which frames at rest hear of what the core still counts is not the same in both: the heaviest of them are not compared.
	TestEqual(TEXT("widgets of frames at rest"), Short.Resting.Sum().Widgets + Long.Resting.Sum().Widgets, 0LL);
	Costs.TestTypical(TEXT("the frames at rest"), Short.Resting, Long.Resting);
	Costs.TestAlike(TEXT("calls at rest"), Short.Resting.Sum().Calls, Long.Resting.Sum().Calls);
	Costs.TestAlike(TEXT("allocations at rest"), Short.Resting.Sum().Allocations, Long.Resting.Sum().Allocations);
	TestEqual(TEXT("widgets of scrolling"), Short.Scrolling.Sum().Widgets + Long.Scrolling.Sum().Widgets, 0LL);
	Costs.TestTypical(TEXT("the notches"), Short.Scrolling, Long.Scrolling);
	Costs.TestHeaviest(TEXT("the notches"), Short.Scrolling, Long.Scrolling);
	Costs.TestAlike(TEXT("calls of scrolling"), Short.Scrolling.Sum().Calls, Long.Scrolling.Sum().Calls);
	Costs.TestAlike(TEXT("allocations of scrolling"), Short.Scrolling.Sum().Allocations, Long.Scrolling.Sum().Allocations);
}

void FLongChatCostsSpec::TestAnswers(const LongChatCostsPrivate::FCosts& Short, const LongChatCostsPrivate::FCosts& Long)
{
	using namespace LongChatCostsPrivate;
	FCostComparison Costs(*this);
	for (const FCosts& Each : {Short, Long})
	{
		const int64 AnswerWidgets = Each.Answer.Sum().Widgets;
		const int64 StreamWidgets = Each.Stream.Sum().Widgets;
		const int64 HeaviestWidgets = Each.Stream.Most().Widgets;
		// Each block once while it comes, and once in the row of the message; the rest is the question, and what is around the words.
		TestTrue(FString::Printf(TEXT("blocks of the answer: %d"), Each.AnswerBlocks), Each.AnswerBlocks >= 150);
		TestTrue(FString::Printf(TEXT("widgets of the answer: %lld for %d blocks"), AnswerWidgets, Each.AnswerBlocks), AnswerWidgets <= 2 * Each.AnswerBlocks + 200);
		// While it comes, each block once; what is folded makes none.
		TestTrue(FString::Printf(TEXT("blocks that came: %d"), Each.StreamBlocks), Each.StreamBlocks >= 150);
		TestTrue(FString::Printf(TEXT("widgets of the blocks that came: %lld for %d"), StreamWidgets, Each.StreamBlocks), StreamWidgets <= Each.StreamBlocks + 10);
		TestTrue(FString::Printf(TEXT("widgets of the heaviest frame: %lld"), HeaviestWidgets), HeaviestWidgets <= ParagraphsOfPiece + 2);
	}
	// How much of the server's answer comes in a frame is the machine's business: its calls and allocations are compared in the pieces below.
	// Whether a question is seen to wait before it is said depends on the clock: that is a row.
	Costs.TestAlike(TEXT("widgets of the answer"), Short.Answer.Sum().Widgets, Long.Answer.Sum().Widgets, 60);
	TestEqual(TEXT("widgets while it comes"), Long.Stream.Sum().Widgets, Short.Stream.Sum().Widgets);
	Costs.TestTypical(TEXT("the frames while it comes"), Short.Stream, Long.Stream);
	Costs.TestHeaviest(TEXT("the frames while it comes"), Short.Stream, Long.Stream);
	Costs.TestAlike(TEXT("calls of all frames while it comes"), Short.Stream.Sum().Calls, Long.Stream.Sum().Calls);
	Costs.TestAlike(TEXT("allocations of all frames while it comes"), Short.Stream.Sum().Allocations, Long.Stream.Sum().Allocations);
}

void FLongChatCostsSpec::Define()
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

	It(TEXT("opening, resting, scrolling and an answer of 200 KB cost no more in 10,000 messages than in 100, all together and in the heaviest frame"), [this]
	{
		using namespace LongChatCostsPrivate;
		if (!FTestConversation::UseServer(*this, 4000000))
		{
			return;
		}
		// What is read from disk once, such as icons, is read before anything counts.
		FCosts Unmeasured;
		if (!Open(50, Unmeasured))
		{
			return;
		}
		Leave();
		const FCosts Short = Measure(100);
		const FCosts Long = Measure(10000);
		if (HasAnyErrors())
		{
			return;
		}
		if (Short.Resting.Sum().Allocations == 0)
		{
			AddInfo(TEXT("Allocations are not counted here."));
		}
		TestOpening(Short, Long);
		TestWithoutChanges(Short, Long);
		TestAnswers(Short, Long);
	});
}

#endif
