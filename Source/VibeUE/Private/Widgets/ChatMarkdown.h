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
	/** Code, shown as it stands. */
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
	/** A heading's level from 1 to 3, a point's depth from 0. */
	int32 Level = 0;
	/** What comes before a point, or the code's language. */
	FString Mark;
	/** Code and tables as they stand; all others as a rich text. */
	FString Text;

	bool operator==(const FChatBlock& Other) const
	{
		// To the letter: FString's own comparison takes "Door" for "door".
		return Kind == Other.Kind && Level == Other.Level && Mark.Equals(Other.Mark) && Text.Equals(Other.Text);
	}
};

/** Reads the part of Markdown that models write. Whatever is not Markdown is a paragraph: nothing is lost. */
struct FChatMarkdown
{
	/** Cuts a text into its parts; takes a time in proportion to its length. Code that is not closed yet goes on to the end. */
	static TArray<FChatBlock> Split(const FString& Text);

	/** Turns a line into a rich text with the tags Strong, Emphasis and Mono. */
	static FString ToRichText(const FString& Line);

	/** Makes a text safe to put into a rich text. */
	static FString Escape(const FString& Text);
};
