// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUESummarySource.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SButton;
class SVerticalBox;

/** The user wants to see the message behind a line of a summary, by its id. */
DECLARE_DELEGATE_OneParam(FOnVibeUESourceShown, int64);

/**
 * A summary line by line: each is a button that shows the messages behind it, and each of those a button that leads to it. One more shows the
 * messages that no line comes from, if there are any.
 */
class SSummarySources : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SSummarySources)
	{
	}
	/** The lines. */
	SLATE_ARGUMENT(TArray<FVibeUESourcedLine>, Lines)
	/** The messages that none of them comes from: the last row. */
	SLATE_ARGUMENT(FVibeUEMessagesWithoutLine, WithoutLine)
	/** The user wants to see a message. */
	SLATE_EVENT(FOnVibeUESourceShown, OnMessageShown)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Returns the first line that is a button; null if none is. */
	TSharedPtr<SButton> GetFirstLine() const
	{
		return FirstLine;
	}

private:
	TSharedRef<SWidget> MakeLine(int32 Index);
	TSharedRef<SWidget> MakeFold(int32 Index, const FText& Name, const TSharedRef<SWidget>& Words, const FText& Tip);
	TSharedRef<SWidget> MakeSource(const FVibeUESourceMessage& Source);

	/** Returns what those hear of a line who do not see it: its words, and whether it is open. */
	FText GetSpoken(int32 Index, FText Name) const;
	FText GetNote(const FVibeUESourcedLine& Line) const;
	FText GetNoteWithoutLine() const;
	FReply HandleLineClicked(int32 Index);
	FReply HandleSourceClicked(int64 MessageId);

	TArray<FVibeUESourcedLine> Lines;
	FVibeUEMessagesWithoutLine WithoutLine;
	TSharedPtr<SButton> FirstLine;
	FOnVibeUESourceShown OnMessageShown;

	/** What is below each line and below the last row; empty if it is closed. */
	TArray<TSharedPtr<SVerticalBox>> Behind;
};
