// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "ChatLinks.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** Shows where a link leads before it is opened, or that it leads nowhere. */
class SChatLinkRow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatLinkRow)
		: _CanClose(true)
	{
	}
	/** Where the link leads. */
	SLATE_ARGUMENT(FChatLink, Link)
	/** The user can close the row without opening anything. */
	SLATE_ARGUMENT(bool, CanClose)
	/** The row is no longer needed. */
	SLATE_EVENT(FSimpleDelegate, OnClosed)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/**
	 * Opens the file or the asset that a link leads to. Returns a row to show below the link if it is a page, which is
	 * opened only after its address was shown, or if there is nothing to open; else null.
	 */
	static TSharedPtr<SWidget> Follow(const FString& Text, const FSimpleDelegate& OnRowClosed);

private:
	TSharedRef<SWidget> MakeButtons();
	FText GetSentence() const;
	FText GetSpoken() const;
	FReply HandleOpenClicked();
	FReply HandleCopyClicked();
	FReply HandleCloseClicked();

	FChatLink Link;
	FSimpleDelegate OnClosed;
};
