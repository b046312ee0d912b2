// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SButton;

/** Says how many messages are selected, and what can be done with them. */
class SChatSelectionBar : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatSelectionBar)
		: _Count(0)
	{
	}
	/** How many messages are selected. */
	SLATE_ATTRIBUTE(int32, Count)
	/** They are to be copied. */
	SLATE_EVENT(FSimpleDelegate, OnCopyAsked)
	/** All messages that have rows are to be selected. */
	SLATE_EVENT(FSimpleDelegate, OnAllAsked)
	/** Selecting ends. */
	SLATE_EVENT(FSimpleDelegate, OnClosed)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Gives the keyboard to the first button, once it can be seen. */
	void TakeKeyboard();

private:
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	EActiveTimerReturnType HandleFocus(double CurrentTime, float DeltaTime);
	FText GetCountText() const;
	bool HasAny() const;
	FReply HandleCopyClicked();
	FReply HandleAllClicked();
	FReply HandleCloseClicked();

	TAttribute<int32> Count;
	FSimpleDelegate OnCopyAsked;
	FSimpleDelegate OnAllAsked;
	FSimpleDelegate OnClosed;
	TSharedPtr<SButton> All;
};
