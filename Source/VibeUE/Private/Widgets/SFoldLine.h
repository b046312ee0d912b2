// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SCompoundWidget.h"

struct FSlateBrush;

/** A line with an arrow, a button that opens and closes what is below it; the owner of that decides when it is open. */
class SFoldLine : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SFoldLine)
		: _IsOpen(false)
	{
	}
	/** What it says. */
	SLATE_ATTRIBUTE(FText, Words)
	/** What a click does. */
	SLATE_ATTRIBUTE(FText, Tip)
	/** What is below it can be seen. */
	SLATE_ATTRIBUTE(bool, IsOpen)
	/** Somebody clicked. */
	SLATE_EVENT(FOnClicked, OnClicked)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Returns what takes the keyboard. */
	TSharedPtr<SButton> GetButton() const
	{
		return Button;
	}

private:
	FText GetSpoken() const;
	const FSlateBrush* GetArrow() const;

	TAttribute<FText> Words;
	TAttribute<bool> IsOpen;
	TSharedPtr<SButton> Button;
};
