// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"

/** What a row of a completion stands for. */
enum class ETextCompletionKind : uint8
{
	Command,
	File,
	Conversation,
	Asset,
	Actor,
};

/** One of several words that a word may become. */
struct FTextCompletionRow
{
	/** What the user chooses by. */
	FString Label;
	/** A description; may be empty. */
	FString Detail;
	/** What is put in the word's place. */
	FString Words;
	/** What it stands for. */
	ETextCompletionKind Kind = ETextCompletionKind::Command;
};

/** A text, and where its caret is. */
struct FTextAtCaret
{
	FString Text;
	int32 Line = 0;
	int32 Column = 0;
};

/** What the word at the caret of a text may become. */
struct FTextCompletion
{
	/** The word's line, from 0. */
	int32 Line = 0;
	/** Where it begins in its line. */
	int32 From = 0;
	/** Where it ends. */
	int32 To = 0;
	/** What it may become, the best first. */
	TArray<FTextCompletionRow> Rows;

	/** What can be named is still being listed: look again. */
	bool bPending = false;

	/** A name was begun: what the editor has may be listed for it. */
	bool bWantsHost = false;

	/** Puts a row's words into the text that this was found in. */
	FTextAtCaret Put(const FString& Text, const FTextCompletionRow& Row) const;
};
