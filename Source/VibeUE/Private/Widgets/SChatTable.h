// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Framework/Text/SlateHyperlinkRun.h"
#include "Input/Reply.h"
#include "Widgets/ChatMarkdown.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SHorizontalBox;
class SVerticalBox;

/** A table of an answer: columns share its width, cells break their lines. Grows while the answer comes. */
class SChatTable : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatTable)
		: _WrapWidth(0.0f)
	{
	}
	/** The table: a block that has columns. */
	SLATE_ARGUMENT(FChatBlock, Block)
	/** How wide it is, in Slate units, so that its height is right before it is painted; 0 if nobody knows yet. */
	SLATE_ATTRIBUTE(float, WrapWidth)
	/** All of the table as text if only its beginning is shown, asked for when it is copied; else empty. */
	SLATE_ATTRIBUTE(FString, WholeText)
	/** The user clicked a link. */
	SLATE_ARGUMENT(FSlateHyperlinkRun::FOnClick, OnLinkClicked)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows another state of the table; rows that are the same stay. Returns false if that takes another widget. */
	bool SetBlock(const FChatBlock& InBlock);

private:
	TSharedRef<SWidget> MakeRow(const FChatTableRow& Row, bool bIsHead);
	float GetColumnWidth(int32 Column) const;
	float GetCellWidth(int32 Column) const;
	FReply HandleCopyClicked();

	/** A table with more cells is text: that many widgets would hold up the frame. */
	static bool CanShow(const FChatBlock& Block);

	FChatBlock Block;
	bool bIsRightToLeft = false;
	FSlateHyperlinkRun::FOnClick OnLinkClicked;
	TSharedPtr<SVerticalBox> Box;
	TAttribute<float> WrapWidth;
	TAttribute<FString> WholeText;

	/** The widgets of the rows, each with the line above it. */
	TArray<TSharedRef<SWidget>> Shown;

public:
	/** Returns whether a block is shown as such a table. */
	static bool IsTable(const FChatBlock& Any)
	{
		return Any.Columns.Num() > 0 && CanShow(Any);
	}
};
