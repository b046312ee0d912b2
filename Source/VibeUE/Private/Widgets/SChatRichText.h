// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Framework/Text/SlateHyperlinkRun.h"
#include "Layout/FlowDirection.h"
#include "Widgets/ChatMarkdown.h"
#include "Widgets/SChatContents.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SChatCodeBlock;
class SChatTable;
class SMultiLineEditableText;
class SVerticalBox;

/** The user chose a heading: its widget. */
DECLARE_DELEGATE_OneParam(FOnVibeUEChatHeadingAsked, const TSharedRef<SWidget>&);

/** What a model wrote, with headings, lists, tables and code. Grows while the answer comes. */
class SChatRichText : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatRichText)
		: _bHasContents(false)
		, _bContentsOpen(false)
		, _WrapWidth(0.0f)
	{
	}
	/** What it wrote, in Markdown. */
	SLATE_ARGUMENT(FString, Text)
	/** Whether a long text has its headings above it, and whether they are seen at first. */
	SLATE_ARGUMENT(bool, bHasContents)
	SLATE_ARGUMENT(bool, bContentsOpen)
	/** How wide it is, in Slate units, so that its height is right before it is painted; 0 if not known yet. */
	SLATE_ATTRIBUTE(float, WrapWidth)
	/** All of a text of which only the beginning is shown; empty if all is shown. What copies a part of it takes all of that part. */
	SLATE_ATTRIBUTE(FString, WholeText)
	/** The user chose one of them. */
	SLATE_EVENT(FOnVibeUEChatHeadingAsked, OnHeadingAsked)
	/** The user opened the list of them, or folded it. */
	SLATE_EVENT(FOnVibeUEChatContentsOpened, OnContentsOpened)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows another text; what did not change is kept. */
	void SetText(const FString& Text);

	/** Returns how many parts are shown. */
	int32 GetBlockCount() const
	{
		return Blocks.Num();
	}

	/** Returns what the text links to, for FChatLinks::Find: each once, in the order of the text. */
	const TArray<FString>& GetLinks() const
	{
		return Links;
	}

private:
	struct FShownBlock
	{
		FChatBlock Block;
		TSharedPtr<SWidget> Widget;
		TSharedPtr<SMultiLineEditableText> Words;
		TSharedPtr<SChatCodeBlock> Code;
		TSharedPtr<SChatTable> Table;
		/** The side of its indent and its mark: that at which its words begin. */
		EFlowDirectionPreference Flow = EFlowDirectionPreference::Inherit;
	};

	FShownBlock MakeBlock(const FChatBlock& Block, int32 Place);
	void MakeContent(FShownBlock& Shown, int32 Place);
	EFlowDirectionPreference FlowOf(const FChatBlock& Block, int32 Place) const;
	void MakeTable(FShownBlock& Shown, int32 Place);
	FSlateHyperlinkRun::FOnClick OnLinkOf(int32 Place);
	TSharedRef<SMultiLineEditableText> MakeWords(const FChatBlock& Block, const FName& Style, int32 Place);
	TAttribute<float> WrapWidthOf(const FChatBlock& Block) const;
	float GetWrapWidth(float Beside) const;

	/** Returns all of the text of a block that may be cut off; empty if it is shown whole. */
	FString FindWhole(int32 Place) const;
	static bool Update(FShownBlock& Shown, const FChatBlock& Block);

	/** Opens what a link of a block leads to, or shows a row below the block that asks first or says why not. */
	void HandleLinkClicked(const FSlateHyperlinkRun::FMetadata& Data, int32 Place);
	void CloseLinkRow();

	/** Lists the headings of what is shown. */
	void ListHeadings();
	void HandleHeadingChosen(int32 Block);
	void ListLinks();

	TSharedPtr<SChatContents> Contents;
	FOnVibeUEChatHeadingAsked OnHeadingAsked;
	TSharedPtr<SVerticalBox> Box;
	TArray<FShownBlock> Blocks;
	TArray<FString> Links;
	TSharedPtr<SWidget> LinkRow;
	/** The block below which it is. */
	int32 LinkPlace = INDEX_NONE;
	TAttribute<float> WrapWidth;
	TAttribute<FString> WholeText;
};
