// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Styling/SlateColor.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** What a row of the chat is. */
enum class EChatRowKind : uint8
{
	/** The person's message. */
	User,
	/** The model's answer. */
	Assistant,
	/** What the model thought before. */
	Reasoning,
	/** A summary that stands for earlier messages. */
	Summary,
	/** Something failed. */
	Error,
	/** Something to know. */
	Warning,
};

/** One message, error or warning. */
class SChatMessageRow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatMessageRow)
		: _Kind(EChatRowKind::Assistant)
	{
	}
	/** What the row is. */
	SLATE_ARGUMENT(EChatRowKind, Kind)
	/** Its text. */
	SLATE_ARGUMENT(FString, Text)
	/** What to do about it; may be empty. */
	SLATE_ARGUMENT(FString, Hint)
	/** More to say beside the author; may be empty. */
	SLATE_ARGUMENT(FText, Note)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Adds words at the end. */
	void AppendText(const FString& Words);

	/** Shows another text. */
	void SetText(const FString& InText);

	/** Returns the whole text, however much of it is shown. */
	const FString& GetFullText() const
	{
		return Text;
	}

	/** Returns what the row is. */
	EChatRowKind GetKind() const
	{
		return Kind;
	}

private:
	FText GetShownText() const;
	FText GetAuthor() const;
	FSlateColor GetAuthorColor() const;
	FReply HandleCopyClicked();

	EChatRowKind Kind = EChatRowKind::Assistant;
	FString Text;
	mutable FText ShownText;
	mutable bool bShownTextIsStale = true;
};
