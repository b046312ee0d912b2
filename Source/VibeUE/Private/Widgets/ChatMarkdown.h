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
	/** Rows and columns, set with blanks. */
	Table,
	/** A line across. */
	Rule,
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
	/** What a heading is called in the table of contents; empty where it is in none. */
	FString Contents;
	/** How far in it is there. */
	int32 ContentsDepth = 0;

	bool operator==(const FChatBlock& Other) const
	{
		// To the letter: FString's own comparison takes "Door" for "door".
		return Kind == Other.Kind && Level == Other.Level && Mark.Equals(Other.Mark) && Text.Equals(Other.Text);
	}
};

/** What models write, in parts to draw. The core reads it: see its crate `markdown`. */
struct FChatMarkdown
{
	/** Cuts a text into its parts; takes a time in proportion to its length. Code that is not closed yet goes on to the end. */
	static TArray<FChatBlock> Split(const FString& Text);
};
