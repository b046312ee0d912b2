// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatRichText.h"

#include "Framework/Application/SlateApplication.h"
#include "Framework/Text/RichTextLayoutMarshaller.h"
#include "Framework/Text/TextDecorators.h"
#include "Layout/Margin.h"
#include "ReadingDirection.h"
#include "VibeUEStyle.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SSeparator.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatCodeBlock.h"
#include "Widgets/SChatLinkRow.h"
#include "Widgets/SChatPicture.h"
#include "Widgets/SChatTable.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/SRichTextBlock.h"
#include "Widgets/Text/STextBlock.h"

namespace SChatRichTextPrivate
{
/** Slate units before the words of a point, and of a quote. */
static constexpr float PointWidth = 18.0f;
static constexpr float QuoteWidth = 11.0f;

static FName HeadingStyle(int32 Level)
{
	switch (Level)
	{
	case 1:
		return "VibeUE.Text.Heading1";
	case 2:
		return "VibeUE.Text.Heading2";
	default:
		return "VibeUE.Text.Heading3";
	}
}

static FMargin PaddingOf(const FChatBlock& Block)
{
	// What belongs to a point is as far in as its words.
	const float Indent = 16.0f * static_cast<float>(FMath::Min(Block.Level, 6));
	switch (Block.Kind)
	{
	case EChatBlockKind::Heading:
		return FMargin(0.0f, 8.0f, 0.0f, 2.0f);
	case EChatBlockKind::Point:
		return FMargin(4.0f + Indent, 1.0f, 0.0f, 1.0f);
	case EChatBlockKind::Code:
	case EChatBlockKind::Table:
	case EChatBlockKind::Rule:
		return FMargin(Indent, 5.0f, 0.0f, 5.0f);
	case EChatBlockKind::Paragraph:
	case EChatBlockKind::Quote:
		break;
	}
	return FMargin(Indent, 4.0f, 0.0f, 4.0f);
}

/** What is above and below a block: its indent is at the side of its words. */
static FMargin SpaceAround(const FChatBlock& Block)
{
	const FMargin Padding = PaddingOf(Block);
	return FMargin(0.0f, Padding.Top, 0.0f, Padding.Bottom);
}

/** Returns whether a block consists of words, so that their direction is its own. */
static bool HasWords(const FChatBlock& Block)
{
	return Block.Kind != EChatBlockKind::Code && Block.Kind != EChatBlockKind::Table && Block.Kind != EChatBlockKind::Rule;
}

/** Puts a point's mark, or a quote's line, before the words. */
static TSharedRef<SWidget> WithMark(const FChatBlock& Block, const TSharedRef<SWidget>& Words)
{
	const bool bIsPoint = Block.Kind == EChatBlockKind::Point;
	if (!bIsPoint && Block.Kind != EChatBlockKind::Quote)
	{
		return Words;
	}
	TSharedPtr<SBox> Mark;
	if (bIsPoint)
	{
		SAssignNew(Mark, SBox)
		.MinDesiredWidth(PointWidth)
		// Apart from the words, at whichever side it is.
		.HAlign(HAlign_Left)
		[
			SNew(STextBlock)
			.Text(FText::FromString(Block.Mark))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text"))
		];
	}
	else
	{
		SAssignNew(Mark, SBox)
		.WidthOverride(QuoteWidth - 8.0f)
		[
			SNew(SBorder)
			.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Quote"))
		];
	}
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			Mark.ToSharedRef()
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.Padding(bIsPoint ? 0.0f : 8.0f, 0.0f, 0.0f, 0.0f)
		[
			Words
		];
}
} // namespace SChatRichTextPrivate

void SChatRichText::Construct(const FArguments& InArgs)
{
	OnHeadingAsked = InArgs._OnHeadingAsked;
	WrapWidth = InArgs._WrapWidth;
	WholeText = InArgs._WholeText;
	const TSharedRef<SVerticalBox> All = SNew(SVerticalBox);
	if (InArgs._bHasContents)
	{
		All->AddSlot()
		.AutoHeight()
		[
			SAssignNew(Contents, SChatContents)
			.bOpen(InArgs._bContentsOpen)
			.OnChosen(this, &SChatRichText::HandleHeadingChosen)
			.OnOpened(InArgs._OnContentsOpened)
		];
	}
	All->AddSlot()
	.AutoHeight()
	[
		SAssignNew(Box, SVerticalBox)
	];
	ChildSlot
	[
		All
	];
	SetText(InArgs._Text);
}

void SChatRichText::SetText(const FString& Text)
{
	const TArray<FChatBlock> Wanted = FChatMarkdown::Split(Text);
	int32 Kept = 0;
	while (Kept < Wanted.Num() && Kept < Blocks.Num() && Update(Blocks[Kept], Wanted[Kept]))
	{
		++Kept;
	}
	if (LinkPlace >= Kept)
	{
		// What was asked about no longer exists; while an answer grows, all others stay.
		CloseLinkRow();
	}
	while (Blocks.Num() > Kept)
	{
		Box->RemoveSlot(Blocks.Last().Widget.ToSharedRef());
		Blocks.Pop();
	}
	for (int32 Index = Kept; Index < Wanted.Num(); ++Index)
	{
		Blocks.Add(MakeBlock(Wanted[Index], Index));
		Box->AddSlot()
		.AutoHeight()
		.Padding(SChatRichTextPrivate::SpaceAround(Wanted[Index]))
		[
			Blocks.Last().Widget.ToSharedRef()
		];
	}
	ListHeadings();
	ListLinks();
}

void SChatRichText::ListLinks()
{
	Links.Reset();
	for (const FShownBlock& Shown : Blocks)
	{
		for (const FString& Link : Shown.Block.Links)
		{
			// To the letter, unlike FString's own comparison.
			if (!Links.ContainsByPredicate([&Link](const FString& Listed) { return Listed.Equals(Link); }))
			{
				Links.Add(Link);
			}
		}
	}
}

void SChatRichText::ListHeadings()
{
	if (!Contents.IsValid())
	{
		return;
	}
	TArray<FChatContentsEntry> Entries;
	for (int32 Index = 0; Index < Blocks.Num(); ++Index)
	{
		const FChatBlock& Block = Blocks[Index].Block;
		if (!Block.Contents.IsEmpty())
		{
			Entries.Add(FChatContentsEntry{Block.Contents, Block.ContentsDepth, Index});
		}
	}
	Contents->SetEntries(Entries);
}

void SChatRichText::HandleHeadingChosen(int32 Block)
{
	if (!Blocks.IsValidIndex(Block))
	{
		return;
	}
	OnHeadingAsked.ExecuteIfBound(Blocks[Block].Widget.ToSharedRef());
	if (Blocks[Block].Words.IsValid() && FSlateApplication::IsInitialized())
	{
		// A user of the keyboard continues from there.
		FSlateApplication::Get().SetKeyboardFocus(Blocks[Block].Words);
	}
}

bool SChatRichText::Update(FShownBlock& Shown, const FChatBlock& Block)
{
	if (Shown.Block == Block)
	{
		// A text that grows gets its table of contents late.
		Shown.Block = Block;
		return true;
	}
	if (Shown.Block.Kind != Block.Kind || Shown.Block.Level != Block.Level || !Shown.Block.Mark.Equals(Block.Mark))
	{
		return false;
	}
	if (SChatRichTextPrivate::HasWords(Block) && Shown.Flow != FReadingDirection::Of(Block.Text))
	{
		// What was written so far had no letter.
		return false;
	}
	if (!Shown.Block.Picture.Equals(Block.Picture) || (Shown.Table.IsValid() ? !Shown.Table->SetBlock(Block) : SChatTable::IsTable(Block)))
	{
		return false;
	}
	if (Shown.Code.IsValid())
	{
		Shown.Code->SetCode(Block.Text);
	}
	else if (Shown.Words.IsValid())
	{
		Shown.Words->SetText(FText::FromString(Block.Text));
	}
	Shown.Block = Block;
	return true;
}

TAttribute<float> SChatRichText::WrapWidthOf(const FChatBlock& Block) const
{
	const FMargin Padding = SChatRichTextPrivate::PaddingOf(Block);
	const float Mark = Block.Kind == EChatBlockKind::Point ? SChatRichTextPrivate::PointWidth : Block.Kind == EChatBlockKind::Quote ? SChatRichTextPrivate::QuoteWidth : 0.0f;
	return TAttribute<float>::CreateSP(this, &SChatRichText::GetWrapWidth, Padding.Left + Padding.Right + Mark);
}

float SChatRichText::GetWrapWidth(float Beside) const
{
	return WrapWidth.Get() > 0.0f ? FMath::Max(WrapWidth.Get() - Beside, 1.0f) : 0.0f;
}

FString SChatRichText::FindWhole(int32 Place) const
{
	const FString Whole = WholeText.Get();
	if (Whole.IsEmpty() || Place != Blocks.Num() - 1)
	{
		// Only the last block can be cut off.
		return FString();
	}
	const TArray<FChatBlock> All = FChatMarkdown::Split(Whole);
	return All.IsValidIndex(Place) && All[Place].Kind == Blocks[Place].Block.Kind ? All[Place].Text : FString();
}

TSharedRef<SMultiLineEditableText> SChatRichText::MakeWords(const FChatBlock& Block, const FName& Style, int32 Place)
{
	TArray<TSharedRef<ITextDecorator>> Decorators;
	Decorators.Add(SRichTextBlock::HyperlinkDecorator(TEXT("link"), OnLinkOf(Place)));
	// Editable texts can be selected and copied; each needs a marshaller of its own.
	return SNew(SMultiLineEditableText)
		.Text(FText::FromString(Block.Text))
		.TextStyle(FVibeUEStyle::GetText(Style))
		.Marshaller(FRichTextLayoutMarshaller::Create(Decorators, &FVibeUEStyle::Get()))
		.TextFlowDirection(ETextFlowDirection::Auto)
		.IsReadOnly(true)
		.WrapTextAt(WrapWidthOf(Block))
		.AutoWrapText(true);
}

FSlateHyperlinkRun::FOnClick SChatRichText::OnLinkOf(int32 Place)
{
	return FSlateHyperlinkRun::FOnClick::CreateSP(this, &SChatRichText::HandleLinkClicked, Place);
}

void SChatRichText::MakeTable(FShownBlock& Shown, int32 Place)
{
	if (SChatTable::IsTable(Shown.Block))
	{
		Shown.Widget = SAssignNew(Shown.Table, SChatTable)
			.Block(Shown.Block)
			.WrapWidth(WrapWidthOf(Shown.Block))
			.WholeText(this, &SChatRichText::FindWhole, Place)
			.OnLinkClicked(OnLinkOf(Place));
		return;
	}
	Shown.Widget = SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Code"))
		.Padding(FMargin(10.0f, 8.0f))
		[
			SAssignNew(Shown.Words, SMultiLineEditableText)
			.Text(FText::FromString(Shown.Block.Text))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Code"))
			// Its columns are of blanks.
			.TextFlowDirection(ETextFlowDirection::LeftToRight)
			.IsReadOnly(true)
			.AutoWrapText(true)
		];
}

EFlowDirectionPreference SChatRichText::FlowOf(const FChatBlock& Block, int32 Place) const
{
	if (SChatRichTextPrivate::HasWords(Block))
	{
		return FReadingDirection::Of(Block.Text);
	}
	// What belongs to a point is as far in as its words, at their side.
	return Place > 0 ? Blocks[Place - 1].Flow : EFlowDirectionPreference::Inherit;
}

SChatRichText::FShownBlock SChatRichText::MakeBlock(const FChatBlock& Block, int32 Place)
{
	FShownBlock Shown;
	Shown.Block = Block;
	Shown.Flow = FlowOf(Block, Place);
	MakeContent(Shown, Place);
	const float Indent = SChatRichTextPrivate::PaddingOf(Block).Left;
	if (Indent > 0.0f || Block.Kind == EChatBlockKind::Quote)
	{
		Shown.Widget = SNew(SBox)
			.FlowDirectionPreference(Shown.Flow)
			.Padding(FMargin(Indent, 0.0f, 0.0f, 0.0f))
			[
				Shown.Widget.ToSharedRef()
			];
	}
	return Shown;
}

void SChatRichText::MakeContent(FShownBlock& Shown, int32 Place)
{
	const FChatBlock& Block = Shown.Block;
	switch (Block.Kind)
	{
	case EChatBlockKind::Code:
		Shown.Widget = SAssignNew(Shown.Code, SChatCodeBlock)
			.Code(Block.Text)
			.Language(Block.Mark)
			.WrapWidth(WrapWidthOf(Block))
			.WholeText(this, &SChatRichText::FindWhole, Place);
		return;
	case EChatBlockKind::Table:
		MakeTable(Shown, Place);
		return;
	case EChatBlockKind::Rule:
		Shown.Widget = SNew(SSeparator).Thickness(1.0f);
		return;
	case EChatBlockKind::Heading:
		Shown.Words = MakeWords(Block, SChatRichTextPrivate::HeadingStyle(Block.Level), Place);
		break;
	case EChatBlockKind::Point:
	case EChatBlockKind::Quote:
	case EChatBlockKind::Paragraph:
		Shown.Words = MakeWords(Block, "VibeUE.Text", Place);
		break;
	}
	Shown.Widget = SChatRichTextPrivate::WithMark(Block, Shown.Words.ToSharedRef());
	if (!Block.Picture.IsEmpty())
	{
		// Its words are its caption, and lead to its folder.
		Shown.Widget = SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SChatPicture).Name(Block.Picture)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				Shown.Words.ToSharedRef()
			];
	}
}

void SChatRichText::HandleLinkClicked(const FSlateHyperlinkRun::FMetadata& Data, int32 Place)
{
	const FString* Number = Data.Find(TEXT("href"));
	if (!Number || !Blocks.IsValidIndex(Place) || !Blocks[Place].Block.Links.IsValidIndex(FCString::Atoi(**Number)))
	{
		return;
	}
	const FString Link = Blocks[Place].Block.Links[FCString::Atoi(**Number)];
	CloseLinkRow();
	LinkRow = SChatLinkRow::Follow(Link, FSimpleDelegate::CreateSP(this, &SChatRichText::CloseLinkRow));
	if (LinkRow.IsValid())
	{
		Box->InsertSlot(Place + 1)
		.AutoHeight()
		.Padding(0.0f, 2.0f, 0.0f, 6.0f)
		[
			LinkRow.ToSharedRef()
		];
		LinkPlace = Place;
	}
}

void SChatRichText::CloseLinkRow()
{
	if (LinkRow.IsValid())
	{
		Box->RemoveSlot(LinkRow.ToSharedRef());
		LinkRow.Reset();
		LinkPlace = INDEX_NONE;
	}
}
