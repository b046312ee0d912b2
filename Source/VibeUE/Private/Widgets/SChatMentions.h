// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ChatMention.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SWrapBox;

/** The user takes something out of a message again, by its name. */
DECLARE_DELEGATE_OneParam(FOnVibeUEMentionRemoved, const FString&);

/** What a message names, and what it resolves to: one small box each. */
class SChatMentions : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatMentions)
	{
	}
	/** What it names at first. */
	SLATE_ARGUMENT(TArray<FChatMention>, Mentions)
	/** Something is removed; without a handler nothing can be. */
	SLATE_EVENT(FOnVibeUEMentionRemoved, OnRemoved)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows these. */
	void Show(const TArray<FChatMention>& Mentions);

private:
	TSharedRef<SWidget> MakeBox(const FChatMention& Mention);
	FReply HandleRemoved(FString Name);

	/** Returns how wide the words of a box may be: with its picture and button it fits into a line. */
	FOptionalSize GetWordsWidth() const;
	EVisibility GetShownVisibility() const;

	FOnVibeUEMentionRemoved OnRemoved;
	TSharedPtr<SWrapBox> Box;
	bool bHasAny = false;
};
