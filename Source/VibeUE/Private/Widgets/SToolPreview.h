// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SVerticalBox;

/**
 * What a call would do: one line about it, and in letters of one width a script, a list, or changed lines with their signs and colours.
 *
 * Characters that change the order of others on the screen, or are not seen, are written as their numbers: what is allowed is what is read.
 */
class SToolPreview : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SToolPreview)
	{
	}
	/** What is shown; nothing if it is empty. */
	SLATE_ARGUMENT(FVibeUEToolPreview, Preview)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** The maximum number of lines that are shown before the user asks for all, and the most that are shown at all. */
	static constexpr int32 FirstLines = 24;
	static constexpr int32 MostLines = 2000;

	/** A line with more characters than these counts as several: it takes as much room, and as long to lay out. */
	static constexpr int32 MostCharactersOfLine = 400;

	/** Returns a text with all that hides or turns around its neighbours written as its number, as \u202e. */
	static FString MakeHonest(const FString& Text);

private:
	/** A line, or a piece of a long one. */
	struct FLine
	{
		FString Text;
		/** The previous line continues here. */
		bool bContinues = false;
	};

	/** Takes the lines of a text, the long ones in pieces. */
	void Take(const FString& Text);

	/** Shows this many lines. */
	void Show(int32 Count);

	/** Adds the first lines, with the colours of their signs. */
	void AddLines(int32 Shown);
	/** Adds the first lines with the looks of their language. */
	void AddCode(int32 Shown);
	/** Adds lines of one kind as one text. */
	void AddGroup(const FString& Group, TCHAR Sign);
	/** Adds one line of words. */
	void AddWords(const FText& Words, bool bIsWarning);
	FReply HandleAllAsked();

	FString Title;
	FString Language;
	TArray<FLine> Lines;
	TSharedPtr<SVerticalBox> Groups;
	bool bIsDiff = false;
	bool bWouldFail = false;
};
