// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

struct FSlateBrush;

class SVerticalBox;

/** A heading of a long answer. */
struct FChatContentsEntry
{
	/** Its words. */
	FString Title;
	/** How far in it is, from 0. */
	int32 Depth = 0;
	/** Its place among the parts of the answer. */
	int32 Block = 0;

	bool operator==(const FChatContentsEntry& Other) const
	{
		return Depth == Other.Depth && Block == Other.Block && Title.Equals(Other.Title);
	}
};

/** The user chose a heading, by its place among the parts of the answer. */
DECLARE_DELEGATE_OneParam(FOnVibeUEChatHeadingChosen, int32);

/** The user opened the list, or folded it. */
DECLARE_DELEGATE_OneParam(FOnVibeUEChatContentsOpened, bool);

/** The headings of a long answer, folded away until the user opens them. */
class SChatContents : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatContents)
		: _bOpen(false)
	{
	}
	/** Whether it is open at first. */
	SLATE_ARGUMENT(bool, bOpen)
	/** The user chose a heading. */
	SLATE_EVENT(FOnVibeUEChatHeadingChosen, OnChosen)
	/** The user opened it, or folded it. */
	SLATE_EVENT(FOnVibeUEChatContentsOpened, OnOpened)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Lists these; nothing is shown if there are none. */
	void SetEntries(const TArray<FChatContentsEntry>& InEntries);

	/** Returns whether the headings are seen. */
	bool IsOpen() const
	{
		return bOpen;
	}

private:
	TSharedRef<SWidget> MakeHead();
	TSharedRef<SWidget> MakeEntry(const FChatContentsEntry& Entry);
	FReply HandleHeadClicked();
	FReply HandleEntryClicked(int32 Block);
	FText GetHeadText() const;
	FText GetHeadTip() const;
	const FSlateBrush* GetArrow() const;
	EVisibility GetListVisibility() const;

	TArray<FChatContentsEntry> Entries;
	TSharedPtr<SVerticalBox> List;
	FText HeadText;
	FOnVibeUEChatHeadingChosen OnChosen;
	FOnVibeUEChatContentsOpened OnOpened;
	bool bOpen = false;
};
