// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// What is made, taken and called in a frame can be counted in the stand-in alone.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Bridge/CoreHeaders.h"
#include "Framework/Docking/TabManager.h"
#include "HAL/PlatformMisc.h"
#include "HAL/PlatformTime.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/LongJournal.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SChatRichText.h"

namespace LongChatCostsPrivate
{
/** What the game thread did. */
struct FCost
{
	int64 Widgets = 0;
	int64 Calls = 0;
	int64 Allocations = 0;
	double Seconds = 0.0;

	/** All that it did so far. */
	static FCost Now()
	{
		return FCost{StandIn::WidgetsMade(), static_cast<int64>(vibeue::calls_made()), StandIn::AllocationCount(), FPlatformTime::Seconds()};
	}

	FCost operator-(const FCost& Earlier) const
	{
		return FCost{Widgets - Earlier.Widgets, Calls - Earlier.Calls, Allocations - Earlier.Allocations, Seconds - Earlier.Seconds};
	}
};

/** What some frames cost. */
struct FFrames
{
	/** All of them. */
	FCost All;

	/** The most of each that one frame took. */
	FCost Most;

	void Add(const FCost& Frame)
	{
		All = FCost{All.Widgets + Frame.Widgets, All.Calls + Frame.Calls, All.Allocations + Frame.Allocations, All.Seconds + Frame.Seconds};
		Most = FCost{FMath::Max(Most.Widgets, Frame.Widgets), FMath::Max(Most.Calls, Frame.Calls), FMath::Max(Most.Allocations, Frame.Allocations),
			FMath::Max(Most.Seconds, Frame.Seconds)};
	}
};

/** Adds up what frames cost while it is there, without what the spec looks at between them. */
class FFrameMeter
{
public:
	explicit FFrameMeter(FFrames& Frames)
	{
		StandIn::WatchFrames([this, &Frames](bool bBegins)
		{
			if (bBegins)
			{
				Began = FCost::Now();
			}
			else
			{
				Frames.Add(FCost::Now() - Began);
			}
		});
	}

	~FFrameMeter()
	{
		StandIn::WatchFrames(nullptr);
	}

	FFrameMeter(const FFrameMeter&) = delete;
	FFrameMeter& operator=(const FFrameMeter&) = delete;

private:
	FCost Began;
};

/** What one conversation cost. */
struct FCosts
{
	/** The tab, before its first frame. */
	FCost Making;
	FFrames Opening;
	FFrames Resting;
	FCost Scrolling;
	FFrames Answer;
	/** The blocks of the answer that are shown. */
	int32 AnswerBlocks = 0;
	FFrames Stream;
	int32 StreamBlocks = 0;
};

static constexpr int32 RestingFrames = 50;
static constexpr int32 Notches = 30;

/** An answer that comes in steps: pieces, one a frame, each of some paragraphs of a hundred characters. */
static constexpr int32 Pieces = 200;
static constexpr int32 ParagraphsOfPiece = 10;

/** Writes the times down where a benchmark asks for them (tests/benches/window.rs); no test depends on a time. */
static void NoteTimes(const FCosts& Costs)
{
	const FString File = FPlatformMisc::GetEnvironmentVariable(TEXT("VIBEUE_WINDOW_TIMES"));
	if (!File.IsEmpty())
	{
		FString Lines;
		FFileHelper::LoadFileToString(Lines, *File);
		Lines += FString::Printf(TEXT("%.9f %.9f %.9f %.9f\n"), Costs.Making.Seconds + Costs.Opening.All.Seconds, Costs.Resting.All.Seconds / RestingFrames,
			Costs.Scrolling.Seconds / (3 * Notches), Costs.Answer.All.Seconds);
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

/** Tests that the longer conversation costs no more than the shorter one, but for what a clock decides. */
void TestAlike(const TCHAR* What, int64 Short, int64 Long, int64 ByTheClock = 0)
{
	TestTrue(FString::Printf(TEXT("%s: %lld, then %lld"), What, Short, Long), Long <= Short + Short / 10 + ByTheClock);
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
void TestAnswers(const LongChatCostsPrivate::FCosts& Short, const LongChatCostsPrivate::FCosts& Long);
END_DEFINE_SPEC(FLongChatCostsSpec)

bool FLongChatCostsSpec::Open(int32 Messages, LongChatCostsPrivate::FCosts& Costs)
{
	using namespace LongChatCostsPrivate;
	if (!TestTrue(TEXT("written"), FLongJournal::Write(FString::Printf(TEXT("long-%d"), Messages), Messages)))
	{
		return false;
	}
	const FFrameMeter Meter(Costs.Opening);
	const FCost Before = FCost::Now();
	FGlobalTabmanager::Get()->TryInvokeTab(FName(TEXT("VibeUEChat")));
	Costs.Making = FCost::Now() - Before;
	return Window->Open(480.0f, 640.0f) && Window->UntilSeen(*FString::Printf(TEXT("message %d:"), Messages)) && Window->Settle();
}

void FLongChatCostsSpec::Scroll(LongChatCostsPrivate::FCosts& Costs)
{
	using namespace LongChatCostsPrivate;
	const TSharedPtr<SScrollBox> Box = StandIn::Find<SScrollBox>(List());
	const FCost Before = FCost::Now();
	for (int32 Notch = 0; Notch < Notches; ++Notch)
	{
		StandIn::Wheel(Box, 1.0f);
	}
	for (int32 Notch = 0; Notch < 2 * Notches; ++Notch)
	{
		StandIn::Wheel(Box, -1.0f);
	}
	Costs.Scrolling = FCost::Now() - Before;
}

void FLongChatCostsSpec::Answer(LongChatCostsPrivate::FCosts& Costs)
{
	{
		const LongChatCostsPrivate::FFrameMeter Meter(Costs.Answer);
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
		const FCost Before = FCost::Now();
		Window->GetSession()->OnTextDelta().Broadcast(Words);
		StandIn::Frames(1);
		Costs.Stream.Add(FCost::Now() - Before);
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
		const FFrameMeter Meter(Costs.Resting);
		StandIn::Frames(RestingFrames);
	}
	Scroll(Costs);
	Answer(Costs);
	NoteTimes(Costs);
	Stream(Costs);
	Leave();
	return Costs;
}

void FLongChatCostsSpec::TestOpening(const LongChatCostsPrivate::FCosts& Short, const LongChatCostsPrivate::FCosts& Long)
{
	// The button that shows earlier messages is all that there is more of.
	const int64 ShortWidgets = Short.Making.Widgets + Short.Opening.All.Widgets;
	const int64 LongWidgets = Long.Making.Widgets + Long.Opening.All.Widgets;
	TestTrue(FString::Printf(TEXT("widgets to open: %lld, %lld"), ShortWidgets, LongWidgets), LongWidgets <= ShortWidgets + 20);
	TestAlike(TEXT("calls to make the tab"), Short.Making.Calls, Long.Making.Calls);
	TestAlike(TEXT("allocations to make the tab"), Short.Making.Allocations, Long.Making.Allocations);
	// How many frames pass until a journal is read is the disk's business: what counts is the one that shows it.
	TestAlike(TEXT("calls of the heaviest frame of opening"), Short.Opening.Most.Calls, Long.Opening.Most.Calls, 8);
	TestAlike(TEXT("allocations of the heaviest frame of opening"), Short.Opening.Most.Allocations, Long.Opening.Most.Allocations, Short.Opening.Most.Allocations);
}

void FLongChatCostsSpec::TestAnswers(const LongChatCostsPrivate::FCosts& Short, const LongChatCostsPrivate::FCosts& Long)
{
	using namespace LongChatCostsPrivate;
	for (const FCosts& Each : {Short, Long})
	{
		// Each block once while it comes, and once in the row of the message; the rest is the question, and what is around the words.
		TestTrue(FString::Printf(TEXT("blocks of the answer: %d"), Each.AnswerBlocks), Each.AnswerBlocks >= 150);
		TestTrue(FString::Printf(TEXT("widgets of the answer: %lld for %d blocks"), Each.Answer.All.Widgets, Each.AnswerBlocks), Each.Answer.All.Widgets <= 2 * Each.AnswerBlocks + 200);
		// While it comes, each block once; what is folded makes none.
		TestTrue(FString::Printf(TEXT("blocks that came: %d"), Each.StreamBlocks), Each.StreamBlocks >= 150);
		TestTrue(FString::Printf(TEXT("widgets of the blocks that came: %lld for %d"), Each.Stream.All.Widgets, Each.StreamBlocks), Each.Stream.All.Widgets <= Each.StreamBlocks + 10);
		TestTrue(FString::Printf(TEXT("widgets of the heaviest frame: %lld"), Each.Stream.Most.Widgets), Each.Stream.Most.Widgets <= ParagraphsOfPiece + 2);
	}
	// Whether a question is seen to wait before it is said depends on the clock: that is a row.
	TestAlike(TEXT("widgets of the answer"), Short.Answer.All.Widgets, Long.Answer.All.Widgets, 60);
	TestEqual(TEXT("widgets while it comes"), Long.Stream.All.Widgets, Short.Stream.All.Widgets);
	TestAlike(TEXT("calls of the heaviest frame while it comes"), Short.Stream.Most.Calls, Long.Stream.Most.Calls, 8);
	TestAlike(TEXT("calls of all frames while it comes"), Short.Stream.All.Calls, Long.Stream.All.Calls);
	// What two timers do may fall into one frame. Whatever looked at each message would take a hundred times as many.
	TestAlike(TEXT("allocations of the heaviest frame while it comes"), Short.Stream.Most.Allocations, Long.Stream.Most.Allocations, Short.Stream.Most.Allocations);
	TestAlike(TEXT("allocations of all frames while it comes"), Short.Stream.All.Allocations, Long.Stream.All.Allocations);
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
		if (Short.Resting.All.Allocations == 0)
		{
			AddInfo(TEXT("Allocations are not counted here."));
		}
		TestOpening(Short, Long);
		TestEqual(TEXT("widgets of a frame at rest"), Short.Resting.All.Widgets + Long.Resting.All.Widgets, 0LL);
		TestAlike(TEXT("calls at rest"), Short.Resting.All.Calls, Long.Resting.All.Calls);
		TestAlike(TEXT("allocations at rest"), Short.Resting.All.Allocations, Long.Resting.All.Allocations);
		TestEqual(TEXT("widgets of scrolling"), Short.Scrolling.Widgets + Long.Scrolling.Widgets, 0LL);
		TestAlike(TEXT("calls of scrolling"), Short.Scrolling.Calls, Long.Scrolling.Calls);
		TestAlike(TEXT("allocations of scrolling"), Short.Scrolling.Allocations, Long.Scrolling.Allocations);
		TestAnswers(Short, Long);
	});
}

#endif
