// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatTable.h"

#include "Framework/Text/TextDecorators.h"
#include "HAL/PlatformApplicationMisc.h"
#include "Layout/Margin.h"
#include "ReadingDirection.h"
#include "VibeUEStyle.h"
#include "Widgets/Layout/SSeparator.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatCard.h"
#include "Widgets/SNullWidget.h"
#include "Widgets/Text/SRichTextBlock.h"

#define LOCTEXT_NAMESPACE "SChatTable"

namespace SChatTablePrivate
{
/** The maximum number of cells: more widgets at once would hold up the frame in which they are made. */
static constexpr int32 MostCells = 400;

/** Slate units next to the cells: the edges of the box. Slate units of a cell: what is between it and its neighbours. */
static constexpr float Edges = 14.0f;
static constexpr float Between = 12.0f;

/** Keeps all cells of a column at one side: a text takes left and right for its own start and end. */
static ETextJustify::Type JustifyOf(EChatTableSide Side, const FString& Cell, bool bTableIsRightToLeft)
{
	if (Side == EChatTableSide::Middle)
	{
		return ETextJustify::Center;
	}
	// What is not right-aligned begins where the table does.
	const bool bAtRight = Side == EChatTableSide::Right || bTableIsRightToLeft;
	const bool bIsRightToLeft = FReadingDirection::Of(Cell) == EFlowDirectionPreference::RightToLeft;
	return bAtRight == bIsRightToLeft ? ETextJustify::Left : ETextJustify::Right;
}

/** The direction of a table is that of its head. */
static bool IsRightToLeft(const FChatBlock& Block)
{
	const FString Head = Block.Rows.Num() > 0 ? FString::Join(Block.Rows[0].Cells, TEXT(" ")) : FString();
	return FReadingDirection::Of(Head) == EFlowDirectionPreference::RightToLeft;
}
} // namespace SChatTablePrivate

bool SChatTable::CanShow(const FChatBlock& Block)
{
	return Block.Columns.Num() * Block.Rows.Num() <= SChatTablePrivate::MostCells;
}

void SChatTable::Construct(const FArguments& InArgs)
{
	OnLinkClicked = InArgs._OnLinkClicked;
	WrapWidth = InArgs._WrapWidth;
	WholeText = InArgs._WholeText;
	ChildSlot
	[
		SNew(SChatCard)
		.Box("VibeUE.Box.Code")
		.Padding(FMargin(10.0f, 3.0f, 4.0f, 8.0f))
		.Icon("VibeUE.Copy.Small")
		.IconTip(LOCTEXT("CopyTip", "Copy this table as text."))
		.OnIconClicked(this, &SChatTable::HandleCopyClicked)
		.Head()
		[
			SNullWidget::NullWidget
		]
		[
			SAssignNew(Box, SVerticalBox)
		]
	];
	SetBlock(InArgs._Block);
}

bool SChatTable::SetBlock(const FChatBlock& InBlock)
{
	if (!IsTable(InBlock))
	{
		return false;
	}
	const bool bWasRightToLeft = bIsRightToLeft;
	bIsRightToLeft = SChatTablePrivate::IsRightToLeft(InBlock);
	SetFlowDirectionPreference(bIsRightToLeft ? EFlowDirectionPreference::RightToLeft : EFlowDirectionPreference::LeftToRight);
	bool bIsSame = Block.Columns.Num() == InBlock.Columns.Num() && bIsRightToLeft == bWasRightToLeft;
	for (int32 Column = 0; bIsSame && Column < Block.Columns.Num(); ++Column)
	{
		// A cell keeps the alignment that it was made with.
		bIsSame = Block.Columns[Column].Side == InBlock.Columns[Column].Side;
	}
	int32 Kept = 0;
	while (bIsSame && Kept < Shown.Num() && Kept < InBlock.Rows.Num() && Block.Rows[Kept] == InBlock.Rows[Kept])
	{
		++Kept;
	}
	while (Shown.Num() > Kept)
	{
		Box->RemoveSlot(Shown.Last());
		Shown.Pop();
	}
	Block = InBlock;
	for (int32 Index = Kept; Index < Block.Rows.Num(); ++Index)
	{
		Shown.Add(MakeRow(Block.Rows[Index], Index == 0));
		Box->AddSlot()
		.AutoHeight()
		[
			Shown.Last()
		];
	}
	return true;
}

TSharedRef<SWidget> SChatTable::MakeRow(const FChatTableRow& Row, bool bIsHead)
{
	const TSharedRef<SHorizontalBox> Cells = SNew(SHorizontalBox);
	for (int32 Column = 0; Column < Row.Cells.Num(); ++Column)
	{
		Cells->AddSlot()
		.FillWidth(TAttribute<float>::CreateSP(this, &SChatTable::GetColumnWidth, Column))
		.Padding(Column > 0 ? 6.0f : 0.0f, 3.0f, 6.0f, 3.0f)
		[
			SNew(SRichTextBlock)
			.Text(FText::FromString(Row.Cells[Column]))
			.TextStyle(FVibeUEStyle::GetText(bIsHead ? "VibeUE.Text.Bold" : "VibeUE.Text"))
			.TextFlowDirection(ETextFlowDirection::Auto)
			.Justification(SChatTablePrivate::JustifyOf(Block.Columns[Column].Side, Row.Cells[Column], bIsRightToLeft))
			.WrapTextAt(TAttribute<float>::CreateSP(this, &SChatTable::GetCellWidth, Column))
			.AutoWrapText(true)
			// A path in a narrow dock is longer than its column, and has no blanks.
			.WrappingPolicy(ETextWrappingPolicy::AllowPerCharacterWrapping)
			.DecoratorStyleSet(&FVibeUEStyle::Get())
			+ SRichTextBlock::HyperlinkDecorator(TEXT("link"), OnLinkClicked)
		];
	}
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			bIsHead ? SNullWidget::NullWidget : TSharedRef<SWidget>(SNew(SSeparator).Thickness(1.0f))
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			Cells
		];
}

float SChatTable::GetColumnWidth(int32 Column) const
{
	return Block.Columns.IsValidIndex(Column) ? static_cast<float>(Block.Columns[Column].Width) : 1.0f;
}

float SChatTable::GetCellWidth(int32 Column) const
{
	float All = 0.0f;
	for (int32 Any = 0; Any < Block.Columns.Num(); ++Any)
	{
		All += GetColumnWidth(Any);
	}
	const float Width = (WrapWidth.Get() - SChatTablePrivate::Edges) * GetColumnWidth(Column) / FMath::Max(All, 1.0f) - SChatTablePrivate::Between;
	return WrapWidth.Get() > 0.0f ? FMath::Max(Width, 1.0f) : 0.0f;
}

FReply SChatTable::HandleCopyClicked()
{
	const FString Whole = WholeText.Get();
	FPlatformApplicationMisc::ClipboardCopy(Whole.IsEmpty() ? *Block.Text : *Whole);
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
