// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "ChatLinks.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** A glance at where a link leads before it is opened; or that it leads nowhere. */
class SChatLinkRow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatLinkRow)
		: _CanClose(true)
	{
	}
	/** Where the link leads. */
	SLATE_ARGUMENT(FChatLink, Link)
	/** A person can close the row without opening anything. */
	SLATE_ARGUMENT(bool, CanClose)
	/** The row is not needed any more. */
	SLATE_EVENT(FSimpleDelegate, OnClosed)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	TSharedRef<SWidget> MakeButtons();
	FText GetSentence() const;
	FReply HandleOpenClicked();
	FReply HandleCopyClicked();
	FReply HandleCloseClicked();

	FChatLink Link;
	FSimpleDelegate OnClosed;
};
