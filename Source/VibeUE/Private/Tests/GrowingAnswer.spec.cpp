// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// Only the stand-in can tell which widgets a text consists of.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/AutomationTest.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecSandbox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatRichText.h"

/** An answer while it comes: what does not change is not made again. */
BEGIN_DEFINE_SPEC(FGrowingAnswerSpec, "VibeUE.GrowingAnswer", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
static constexpr int32 Blocks = 200;
static constexpr int32 Kinds = 7;

TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<SChatRichText> Answer;
FString Text;

/** Returns a block, of another kind than the one before it. */
static FString Block(int32 Number);

/** Shows an answer of two hundred blocks. */
bool Show();

/** Returns the widgets of its blocks, from the first to the last. */
TArray<TSharedRef<SWidget>> FindBlocks() const;

/** Shows another text; returns how many widgets that made. */
int64 Become(const FString& Next) const;

/** Returns how many widgets an answer with only this text takes. */
static int64 CountAlone(const FString& Words);

/** Tests that the blocks before the last ones are the widgets that they were. */
void TestKept(const TCHAR* When, const TArray<TSharedRef<SWidget>>& Before, int32 Kept);
END_DEFINE_SPEC(FGrowingAnswerSpec)

FString FGrowingAnswerSpec::Block(int32 Number)
{
	switch (Number % Kinds)
	{
	case 0:
		return FString::Printf(TEXT("## Part %d\n\n"), Number);
	case 1:
		return FString::Printf(TEXT("Door %d is **red**, and `BP_Door_%d` opens it.\n\n"), Number, Number);
	case 2:
		return FString::Printf(TEXT("- point %d\n\n"), Number);
	case 3:
		return FString::Printf(TEXT("> said %d\n\n"), Number);
	case 4:
		return FString::Printf(TEXT("```cpp\nint32 Door%d = %d;\n```\n\n"), Number, Number);
	case 5:
		return FString::Printf(TEXT("| Door | State |\n|---|---|\n| %d | shut |\n\n"), Number);
	default:
		return TEXT("---\n\n");
	}
}

bool FGrowingAnswerSpec::Show()
{
	Text.Empty();
	for (int32 Number = 0; Number < Blocks; ++Number)
	{
		Text += Block(Number);
	}
	Answer = SNew(SChatRichText).Text(Text);
	StandIn::ShowInWindow(SNew(SScrollBox) + SScrollBox::Slot()[Answer.ToSharedRef()], 600.0f, 400.0f);
	return TestEqual(TEXT("blocks"), Answer->GetBlockCount(), Blocks) && TestEqual(TEXT("their widgets"), FindBlocks().Num(), Blocks);
}

TArray<TSharedRef<SWidget>> FGrowingAnswerSpec::FindBlocks() const
{
	// The answer has one part, which has the blocks after everything else.
	FChildren* const Parts = Answer->GetChildren()->GetChildAt(0)->GetChildren();
	FChildren* const Shown = Parts->GetChildAt(Parts->Num() - 1)->GetChildren();
	TArray<TSharedRef<SWidget>> Found;
	for (int32 Index = 0; Index < Shown->Num(); ++Index)
	{
		Found.Add(Shown->GetChildAt(Index));
	}
	return Found;
}

int64 FGrowingAnswerSpec::Become(const FString& Next) const
{
	const int64 Before = StandIn::WidgetsMade();
	Answer->SetText(Next);
	StandIn::Frames(2);
	return StandIn::WidgetsMade() - Before;
}

int64 FGrowingAnswerSpec::CountAlone(const FString& Words)
{
	const int64 Before = StandIn::WidgetsMade();
	const TSharedRef<SChatRichText> Alone = SNew(SChatRichText).Text(Words);
	return StandIn::WidgetsMade() - Before;
}

void FGrowingAnswerSpec::TestKept(const TCHAR* When, const TArray<TSharedRef<SWidget>>& Before, int32 Kept)
{
	const TArray<TSharedRef<SWidget>> After = FindBlocks();
	int32 Same = 0;
	while (Same < FMath::Min(Before.Num(), After.Num()) && After[Same] == Before[Same])
	{
		++Same;
	}
	TestEqual(FString::Printf(TEXT("%s: blocks that are the same widgets"), When), Same, Kept);
}

// Long because it lists its cases.
void FGrowingAnswerSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
	});

	AfterEach([this]
	{
		Answer.Reset();
		StandIn::CloseTestWindows();
		Sandbox.Reset();
	});

	It(TEXT("two hundred blocks of every kind stay as they are while one more of each kind comes"), [this]
	{
		if (!Show())
		{
			return;
		}
		for (int32 Number = Blocks; Number < Blocks + Kinds; ++Number)
		{
			const TArray<TSharedRef<SWidget>> Before = FindBlocks();
			const int64 Alone = CountAlone(Block(Number));
			Text += Block(Number);
			const int64 New = Become(Text);
			TestKept(*Block(Number).TrimEnd(), Before, Number);
			TestEqual(TEXT("blocks"), FindBlocks().Num(), Number + 1);
			TestTrue(FString::Printf(TEXT("%s: %lld widgets were made, an answer of this block alone takes %lld"), *Block(Number).TrimEnd(), New, Alone), New > 0 && New < Alone);
		}
	});

	It(TEXT("the last block grows in its place, word by word"), [this]
	{
		if (!Show())
		{
			return;
		}
		Text += TEXT("The last door");
		TestTrue(TEXT("it is made"), Become(Text) > 0);
		const TArray<TSharedRef<SWidget>> Before = FindBlocks();
		for (int32 Word = 0; Word < 50; ++Word)
		{
			Text += FString::Printf(TEXT(" word%d"), Word);
			TestEqual(TEXT("widgets for a word"), Become(Text), 0LL);
		}
		TestKept(TEXT("fifty words"), Before, Blocks + 1);
		TestTrue(TEXT("the words are there"), FindBlocks().Last()->StandInText().ToString().EndsWith(TEXT(" word49")));
	});

	It(TEXT("code and tables grow in their place, line by line"), [this]
	{
		if (!Show())
		{
			return;
		}
		Text += TEXT("```cpp\nint32 First = 1;\n");
		TestTrue(TEXT("it is made"), Become(Text) > 0);
		const TArray<TSharedRef<SWidget>> Before = FindBlocks();
		for (int32 Line = 0; Line < 20; ++Line)
		{
			Text += FString::Printf(TEXT("int32 Line%d = %d;\n"), Line, Line);
			TestEqual(TEXT("widgets for a line of code"), Become(Text), 0LL);
		}
		TestKept(TEXT("twenty lines"), Before, Blocks + 1);
		Text += TEXT("```\n\n| Door | State |\n|---|---|\n| 1 | shut |\n");
		Become(Text);
		const TArray<TSharedRef<SWidget>> WithTable = FindBlocks();
		const int64 OneRow = Become(Text + TEXT("| 2 | open |\n"));
		TestKept(TEXT("a row"), WithTable, Blocks + 2);
		Text += TEXT("| 2 | open |\n");
		for (int32 Row = 3; Row < 20; ++Row)
		{
			Text += FString::Printf(TEXT("| %d | open |\n"), Row);
			TestEqual(TEXT("widgets for one more row"), Become(Text), OneRow);
		}
		TestKept(TEXT("twenty rows"), WithTable, Blocks + 2);
	});

	It(TEXT("a block that turns out to be of another kind is made again, and no other"), [this]
	{
		if (!Show())
		{
			return;
		}
		// Its first line is one of a paragraph until the second one has come.
		Become(Text + TEXT("| Door | State |"));
		const TArray<TSharedRef<SWidget>> Before = FindBlocks();
		TestEqual(TEXT("a paragraph"), Before.Num(), Blocks + 1);
		const FString Table = TEXT("| Door | State |\n|---|---|\n| 1 | shut |\n");
		const int64 New = Become(Text + Table);
		const int64 Alone = CountAlone(Table);
		TestTrue(FString::Printf(TEXT("%lld widgets were made, an answer of this table alone takes %lld"), New, Alone), New > 0 && New < Alone);
		TestKept(TEXT("a table"), Before, Blocks);
		// A change in the middle affects what comes after it, and nothing before it.
		const TArray<TSharedRef<SWidget>> WithTable = FindBlocks();
		const int32 Middle = 100;
		FString Changed;
		for (int32 Number = 0; Number < Blocks; ++Number)
		{
			Changed += Number == Middle ? TEXT("### Another heading\n\n") : Block(Number);
		}
		Become(Changed);
		TestKept(TEXT("a change in the middle"), WithTable, Middle);
		TestEqual(TEXT("blocks"), FindBlocks().Num(), Blocks);
	});
}

#endif
