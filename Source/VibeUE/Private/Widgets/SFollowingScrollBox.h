// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Layout/ArrangedWidget.h"
#include "Layout/Margin.h"
#include "Math/Vector2D.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/KeptKeyboard.h"
#include "Widgets/SCompoundWidget.h"

class SScrollBox;

/**
 * Rows below each other, in a column in the middle if there is more room than they need. They follow the newest one only while the user is at the
 * end, and keep the keyboard where it is when they are made again.
 */
class SFollowingScrollBox : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SFollowingScrollBox)
		: _MostRowWidth(0.0f)
	{
	}
	/** How wide rows are at most, in Slate units; 0 if they are as wide as the view. */
	SLATE_ARGUMENT(float, MostRowWidth)
	/** The row that had the keyboard is gone, and no other row has a control to give it to. */
	SLATE_EVENT(FSimpleDelegate, OnKeyboardLost)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	//~ Begin SWidget Interface
	virtual void Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime) override;
	virtual void OnFocusChanging(const FWeakWidgetPath& PreviousFocusPath, const FWidgetPath& NewWidgetPath, const FFocusEvent& InFocusEvent) override;
	//~ End SWidget Interface

	/** Adds a row at the end; its name is the same whenever it is made again. While it is wide, it is as wide as the view. */
	void AddRow(const TSharedRef<SWidget>& Row, const FMargin& Padding = FMargin(0.0f), const FString& Name = FString(),
		const TAttribute<bool>& IsWide = TAttribute<bool>());

	/** Takes a row away. */
	void RemoveRow(const TSharedRef<SWidget>& Row);

	/** Takes all rows away. */
	void Clear();

	/** Follows the end from now on, wherever the user is. */
	void StartFollowing();

	/** Shows the newest row, if the user is at the end. */
	void FollowEnd();

	/** Brings a row to the top from wherever the user is; the end is no longer followed. */
	void ShowRow(const TSharedRef<SWidget>& Row);

	/**
	 * Returns where rows are on the screen, or would be if they were in view. What a row was painted with last says nothing about that: a row that has left
	 * the view keeps it.
	 */
	TMap<TSharedRef<SWidget>, FArrangedWidget> FindPlaces(const TSet<TSharedRef<SWidget>>& Sought) const;

	/** Returns how wide the rows are, but for wide ones, in Slate units; 0 before they are painted. */
	float GetRowWidth() const;

	/** Scrolls by this many views: up if negative. */
	void ScrollByViews(float Views);

	/** Returns whether the user is at the end. */
	bool IsFollowing() const
	{
		return bFollows;
	}

	/** Returns whether the rows stand still: the end is not being followed at the moment. */
	bool IsAtRest() const
	{
		return !bTimerRuns;
	}

private:
	float GetViewWidth() const;

	/** Returns how wide a row is to be. */
	FOptionalSize GetWidthOfRow(bool bIsWide) const;
	void StartTimer();

	/** Returns whether the view ends near the end if it is scrolled this far. */
	bool IsAtEnd(float Offset) const;
	void HandleUserScrolled(float Offset);
	EActiveTimerReturnType HandleFrame(double CurrentTime, float DeltaTime);

	/** Notes where among the rows the keyboard is, before some of them go. */
	void NoteKeyboard();
	EActiveTimerReturnType HandleKeyboard(double CurrentTime, float DeltaTime);

	TSharedPtr<SScrollBox> ScrollBox;
	TArray<FNamedRow> Rows;

	/** What each row is in. */
	TMap<TSharedRef<SWidget>, TSharedPtr<SWidget>> Frames;
	float MostRowWidth = 0.0f;
	FKeptKeyboard Keyboard;
	bool bKeyboardTimerRuns = false;
	FSimpleDelegate OnKeyboardLost;
	FVector2f KnownSize = FVector2f::ZeroVector;
	/** The row that is brought to the top while the heights above it become known. */
	TWeakPtr<SWidget> ShownRow;
	int32 FramesToFollow = 0;
	bool bFollows = true;
	bool bTimerRuns = false;

	/** Whether the end was in view in the last frame: a row that opened may have moved it since it was followed. */
	bool bSeesEnd = true;
};
