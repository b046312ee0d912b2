// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/FocusOutline.h"
#include "Widgets/SCompoundWidget.h"

class SExpandableArea;

/** What a model thought before it answered: a line that says how long, and opens. */
class SThoughtRow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SThoughtRow)
		: _Milliseconds(-1)
	{
	}
	/** What it thought, if it has answered already; empty while it thinks. */
	SLATE_ARGUMENT(FString, Thought)
	/** How long it thought; -1 if that was not measured. */
	SLATE_ARGUMENT(int64, Milliseconds)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	//~ Begin SWidget Interface
	virtual bool SupportsKeyboardFocus() const override
	{
		return true;
	}
	virtual const FSlateBrush* GetFocusBrush() const override
	{
		return FFocusOutline::GetBrush();
	}
	virtual FReply OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	//~ End SWidget Interface

	/** Adds words at the end. */
	void AppendText(const FString& Words);

	/** The model has begun to answer: how long it thought is known now, from the core or by the row's own clock; that asks only once. */
	void Finish(int64 Milliseconds = -1);

	/** Returns whether it is open, and the thought can be read. */
	bool IsOpen() const;

	/** Opens it. */
	void Unfold();

	/** Returns whether the model has begun to answer. */
	bool IsFinished() const
	{
		return bIsFinished;
	}

private:
	EActiveTimerReturnType HandleFrame(double CurrentTime, float DeltaTime);
	void ShowThought();
	FText GetText() const;
	FText GetTitle() const;
	FText GetSpoken() const;

	TSharedPtr<SExpandableArea> Area;
	FString Thought;
	FText Text;
	FText Title;
	double Begin = 0.0;
	bool bIsFinished = false;
	bool bTimerRuns = false;
};
