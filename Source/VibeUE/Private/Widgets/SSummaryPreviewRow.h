// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SChatTextBox;

/** Applies a preview with this text for the summary; false when it was not taken. */
DECLARE_DELEGATE_RetVal_OneParam(bool, FOnVibeUESummaryPreviewAccepted, const FString&);

/** What a summarization would do, with a summary that can be edited before it is applied. */
class SSummaryPreviewRow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SSummaryPreviewRow)
	{
	}
	/** What it would do. */
	SLATE_ARGUMENT(FVibeUESummaryPreview, Preview)
	/** The user wants it done. */
	SLATE_EVENT(FOnVibeUESummaryPreviewAccepted, OnAccepted)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** A summarization was applied: takes the row away, unless the user has edited another one in it. */
	void SetApplied();

	/** What was accepted was not applied: it waits for the user again. */
	void SetNotApplied()
	{
		bIsAccepted = false;
	}

	/** Returns which preview it is. */
	int64 GetId() const
	{
		return Id;
	}

	/** Returns whether it waits for the user. */
	bool IsOpen() const
	{
		return bIsOpen;
	}

	/** Returns whether the user has edited the summary. */
	bool IsEdited() const;

	/** Returns whether something would be lost with the row. */
	bool HasWords() const
	{
		return bIsOpen && IsEdited();
	}

private:
	TSharedRef<SWidget> MakeButtons();
	FReply HandleApplyClicked();
	FReply HandleDiscardClicked();
	bool CanApply() const;
	EVisibility GetRowVisibility() const;

	FOnVibeUESummaryPreviewAccepted OnAccepted;
	int64 Id = 0;
	FString Original;
	TSharedPtr<SChatTextBox> TextBox;
	bool bIsOpen = true;
	bool bIsAccepted = false;
};
