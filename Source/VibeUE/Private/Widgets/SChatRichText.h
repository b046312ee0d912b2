// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Framework/Text/SlateHyperlinkRun.h"
#include "Widgets/ChatMarkdown.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SChatCodeBlock;
class SMultiLineEditableText;
class SVerticalBox;

/** What a model wrote, with headings, lists, tables and code. Grows while the answer comes. */
class SChatRichText : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatRichText)
	{
	}
	/** What it wrote, in Markdown. */
	SLATE_ARGUMENT(FString, Text)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows another text; what did not change is left alone. */
	void SetText(const FString& Text);

	/** Returns how many parts are shown. */
	int32 GetBlockCount() const
	{
		return Blocks.Num();
	}

private:
	struct FShownBlock
	{
		FChatBlock Block;
		TSharedPtr<SWidget> Widget;
		TSharedPtr<SMultiLineEditableText> Words;
		TSharedPtr<SChatCodeBlock> Code;
	};

	FShownBlock MakeBlock(const FChatBlock& Block, int32 Place);
	TSharedRef<SMultiLineEditableText> MakeWords(const FString& Text, const FName& Style, int32 Place);
	static bool Update(FShownBlock& Shown, const FChatBlock& Block);

	/** Opens what a link of a block leads to, or shows a row below the block that asks first or says why not. */
	void HandleLinkClicked(const FSlateHyperlinkRun::FMetadata& Data, int32 Place);
	void CloseLinkRow();

	TSharedPtr<SVerticalBox> Box;
	TArray<FShownBlock> Blocks;
	TSharedPtr<SWidget> LinkRow;
};
