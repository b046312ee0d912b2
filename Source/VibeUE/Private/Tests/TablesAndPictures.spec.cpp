// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "CoreMinimal.h"

// Only the stand-in can tell how a widget is laid out.
#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Tests/SpecWindow.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatPicture.h"
#include "Widgets/SChatRichText.h"
#include "Widgets/SChatTable.h"
#include "Widgets/Text/SRichTextBlock.h"

/** What an answer shows besides words. */
BEGIN_DEFINE_SPEC(FTablesAndPicturesSpec, "VibeUE.TablesAndPictures", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TArray<FString> Made;

/** Writes a file below the project's folder. */
void Make(const FString& Name, const TArray<uint8>& Content)
{
	const FString Path = FPaths::ProjectDir() / Name;
	Made.Add(Path);
	TestTrue(*Name, FFileHelper::SaveArrayToFile(Content, *Path));
}

/** Returns the cells of the only table, row after row, each with its words. */
static FString Cells(const TSharedRef<SWidget>& Root)
{
	TArray<FString> Words;
	for (const TSharedRef<SRichTextBlock>& Cell : StandIn::FindAll<SRichTextBlock>(Root))
	{
		Words.Add(Cell->StandInText().ToString());
	}
	return FString::Join(Words, TEXT("|"));
}

/** Waits until a picture is shown or refused. */
void Await(const TSharedRef<SChatPicture>& Picture)
{
	TestTrue(TEXT("it is read"), StandIn::FramesUntil([Picture] { return Picture->IsFinished(); }, FSpecSandbox::FramePatience));
	StandIn::Frames(2);
}
END_DEFINE_SPEC(FTablesAndPicturesSpec)

// Long because it lists its cases.
void FTablesAndPicturesSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
	});

	AfterEach([this]
	{
		StandIn::CloseTestWindows();
		FSpecSandbox::DeleteFiles(Made);
		Sandbox.Reset();
	});

	It(TEXT("a table has cells that share its width, and its rows stay while it grows"), [this]
	{
		const TSharedRef<SChatRichText> Words = SNew(SChatRichText).Text(TEXT("| File | Lines |\n|---|--:|\n| `Source/Door.cpp` | 12 |"));
		StandIn::ShowInWindow(Words, 400.0f, 300.0f);
		TestEqual(TEXT("cells"), Cells(Words), FString(TEXT("File|Lines|Source/Door.cpp|12")));
		const TArray<TSharedRef<SRichTextBlock>> Before = StandIn::FindAll<SRichTextBlock>(Words);
		Words->SetText(TEXT("| File | Lines |\n|---|--:|\n| `Source/Door.cpp` | 12 |\n| a much longer name that needs its room | **7** |"));
		StandIn::Frames(3);
		const TArray<TSharedRef<SRichTextBlock>> After = StandIn::FindAll<SRichTextBlock>(Words);
		TestEqual(TEXT("cells, later"), Cells(Words), FString(TEXT("File|Lines|Source/Door.cpp|12|a much longer name that needs its room|7")));
		TestTrue(TEXT("the same rows"), After[0] == Before[0] && After[3] == Before[3]);
		const auto WidthOf = [&After](int32 Cell) { return static_cast<float>(After[Cell]->StandInGeometry().GetLocalSize().X); };
		TestTrue(FString::Printf(TEXT("the columns are %.0f and %.0f wide"), WidthOf(0), WidthOf(1)), WidthOf(0) > 4.0f * WidthOf(1) && WidthOf(0) + WidthOf(1) < 400.0f);
		TestEqual(TEXT("a column is as wide in each row"), WidthOf(4), WidthOf(0));
		// Another alignment takes other cells.
		Words->SetText(TEXT("| File | Lines |\n|---|---|\n| `Source/Door.cpp` | 12 |"));
		StandIn::Frames(3);
		TestFalse(TEXT("the same cell"), StandIn::FindAll<SRichTextBlock>(Words)[0] == Before[0]);
	});

	It(TEXT("a table can be copied, and one with very many cells is text"), [this]
	{
		const TSharedRef<SChatRichText> Words = SNew(SChatRichText).Text(TEXT("| a | b |\n|---|---|\n| 1 | 2 |"));
		StandIn::ShowInWindow(Words, 400.0f, 300.0f);
		const TSharedPtr<SWidget> Copy = StandIn::FindWhere(Words, [](const SWidget& Widget) { return Widget.StandInToolTipText().ToString() == TEXT("Copy this table as text."); });
		StandIn::Click(StandIn::Find<SButton>(Copy.ToSharedRef()));
		TestEqual(TEXT("copied"), StandIn::Clipboard(), FString(TEXT("a   b\n\u2500\u2500\u2500\u2500\u2500\n1   2")));
		FString Long = TEXT("| a | b |\n|---|---|\n");
		for (int32 Row = 0; Row < 300; ++Row)
		{
			Long += FString::Printf(TEXT("| %d | x |\n"), Row);
		}
		Words->SetText(Long);
		StandIn::Frames(3);
		TestFalse(TEXT("a table of widgets"), StandIn::Find<SChatTable>(Words).IsValid());
		TestTrue(TEXT("its last row"), StandIn::ReadAll(Words).Contains(TEXT("299   x")));
	});

	It(TEXT("a row that was never painted is as high as it will be"), [this]
	{
		const FString Long = TEXT("Words that go on and on, so that they take more than one line of the window. ");
		const auto HeightOf = [](const TSharedRef<SWidget>& Row) { return static_cast<float>(Row->GetDesiredSize().Y); };
		TSharedPtr<SChatRichText> Words;
		TSharedPtr<SScrollBox> Box;
		const TSharedRef<SChatRichText> Above = SNew(SChatRichText).WrapWidth(300.0f).Text(FString::Printf(TEXT("%s%s%s\n\n```\n%s%s\n```\n\n| a | b |\n|---|---|\n| %s | 2 |"), *Long, *Long, *Long, *Long, *Long, *Long));
		SAssignNew(Box, SScrollBox)
			+ SScrollBox::Slot()[Above]
			+ SScrollBox::Slot()[SNew(SChatRichText).Text(TEXT("- a\n") + FString::ChrN(40, TEXT('\n')) + TEXT("b"))];
		Above->SlatePrepass(1.0f);
		const float Before = HeightOf(Above);
		StandIn::ShowInWindow(Box.ToSharedRef(), 300.0f, 200.0f);
		StandIn::Frames(5);
		TestTrue(FString::Printf(TEXT("%.0f before it was seen, %.0f since"), Before, HeightOf(Above)), FMath::Abs(HeightOf(Above) - Before) <= 40.0f && Before > 150.0f);
	});

	It(TEXT("a picture of the project is shown as wide as there is room, with its caption"), [this]
	{
		TArray<uint8> Icon;
		TestTrue(TEXT("a picture"), FFileHelper::LoadFileToArray(Icon, *(FPaths::GetPath(FPaths::ConvertRelativePathToFull(FString(ANSI_TO_TCHAR(__FILE__)))) / TEXT("../../../../Resources/Icon128.png"))));
		Make(TEXT("Saved/door.png"), Icon);
		const TSharedRef<SChatRichText> Words = SNew(SChatRichText).Text(TEXT("Look:\n\n![The door](Saved/door.png)\n\nThat is it."));
		StandIn::ShowInWindow(Words, 400.0f, 300.0f);
		const TSharedRef<SChatPicture> Picture = StandIn::Find<SChatPicture>(Words).ToSharedRef();
		Await(Picture);
		const TSharedPtr<SImage> Image = StandIn::Find<SImage>(Picture);
		if (TestTrue(TEXT("it is there"), Image.IsValid()))
		{
			TestEqual(TEXT("its size"), FVector2D(Image->StandInGeometry().GetLocalSize()), FVector2D(128.0, 128.0));
		}
		TestTrue(TEXT("its caption"), StandIn::ReadAll(Words).Contains(TEXT("The door (Saved/door.png)")));
		StandIn::ShowInWindow(SNew(SChatRichText).Text(TEXT("![The door](Saved/door.png)")), 90.0f, 300.0f);
	});

	It(TEXT("a picture that cannot be shown says why, and one of a page is a link"), [this]
	{
		Make(TEXT("Saved/torn.png"), TArray<uint8>{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0});
		const TSharedRef<SChatRichText> Words = SNew(SChatRichText).Text(TEXT("![a](Saved/torn.png)\n\n![b](Saved/none.png)\n\n![c](https://example.com/c.png)"));
		StandIn::ShowInWindow(Words, 400.0f, 300.0f);
		for (const TSharedRef<SChatPicture>& Picture : StandIn::FindAll<SChatPicture>(Words))
		{
			Await(Picture);
		}
		const FString Shown = StandIn::ReadAll(Words);
		TestTrue(*Shown, Shown.Contains(TEXT("Picture not shown: the picture is cut off or damaged")) && Shown.Contains(TEXT("Picture not shown: the project has no such file")));
		TestEqual(TEXT("pictures"), StandIn::FindAll<SChatPicture>(Words).Num(), 2);
		TestTrue(TEXT("the link"), Shown.Contains(TEXT("c (https://example.com/c.png)")));
	});
}

#endif
