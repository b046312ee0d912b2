// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** What a part of an answer is. */
enum class EChatBlockKind : uint8
{
	/** Words. */
	Paragraph,
	/** A heading. */
	Heading,
	/** A point of a list. */
	Point,
	/** What somebody else said. */
	Quote,
	/** Code, shown as it was written. */
	Code,
	/** Rows and columns. */
	Table,
	/** A line across. */
	Rule,
};

/** How the cells of a column are aligned. */
enum class EChatTableSide : uint8
{
	Left,
	Middle,
	Right,
};

/** A column of a table. */
struct FChatTableColumn
{
	EChatTableSide Side = EChatTableSide::Left;
	/** Its share of the table's width. */
	int32 Width = 0;

	bool operator==(const FChatTableColumn& Other) const
	{
		return Side == Other.Side && Width == Other.Width;
	}
};

/** A row of a table: a cell for each column, as a rich text like a block's. */
struct FChatTableRow
{
	TArray<FString> Cells;

	bool operator==(const FChatTableRow& Other) const
	{
		bool bIsSame = Cells.Num() == Other.Cells.Num();
		for (int32 Index = 0; bIsSame && Index < Cells.Num(); ++Index)
		{
			bIsSame = Cells[Index].Equals(Other.Cells[Index]);
		}
		return bIsSame;
	}
};

/** One part of an answer. */
struct FChatBlock
{
	EChatBlockKind Kind = EChatBlockKind::Paragraph;
	/** A heading's level, from 1; for all others, how far in it is, from 0. */
	int32 Level = 0;
	/** What comes before a point, or the code's language. */
	FString Mark;
	/** Code and tables as they are; all others as a rich text with the tags Strong, Emphasis and Mono, and links by their number. */
	FString Text;
	/** What leads somewhere, for FChatLinks::Find. */
	TArray<FString> Links;
	/** What a heading is called in the table of contents; empty if it is in none. */
	FString Contents;
	/** How far in it is there. */
	int32 ContentsDepth = 0;
	/** The columns of a table; none if its text, set with blanks, is all that can be shown. */
	TArray<FChatTableColumn> Columns;
	/** Its rows, the first as the head. */
	TArray<FChatTableRow> Rows;
	/** The path of the picture that a paragraph consists of, for FChatLinks::Find; empty if it is words. */
	FString Picture;

	bool operator==(const FChatBlock& Other) const
	{
		// To the letter: FString's own comparison takes "Door" for "door".
		return Kind == Other.Kind && Level == Other.Level && Mark.Equals(Other.Mark) && Text.Equals(Other.Text) && Columns == Other.Columns && Rows == Other.Rows &&
			Picture.Equals(Other.Picture);
	}
};

/** What models write, in parts to draw. The core reads it: see its crate `markdown`. */
struct FChatMarkdown
{
	/** Cuts a text into its parts; takes time proportional to its length. Code that is not closed yet extends to the end. */
	static TArray<FChatBlock> Split(const FString& Text);
};
