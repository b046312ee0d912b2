// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEFoundMessage.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Styling/SlateTypes.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SChatField;

/** Words to search for; the second parameter says whether upper and lower case matter. */
DECLARE_DELEGATE_RetVal_TwoParams(TArray<FVibeUEFoundMessage>, FOnVibeUEWordsSought, const FString&, bool);

/** A message that was found is to be shown; 0 to show none any more. */
DECLARE_DELEGATE_OneParam(FOnVibeUEFoundShown, int64);

/** Finds words in the conversation: from the newest message that has them to the older ones, and around. */
class SFindBar : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SFindBar)
	{
	}
	/** Looks for words. */
	SLATE_EVENT(FOnVibeUEWordsSought, OnSought)
	/** Shows a message. */
	SLATE_EVENT(FOnVibeUEFoundShown, OnShown)
	/** The user closed it. */
	SLATE_EVENT(FSimpleDelegate, OnClosed)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows the bar with these words, or with those of the last search, and lets the user write into it. */
	void Open(const FText& Words = FText());

	/** Hides it, and removes the marks. */
	void Close();

	/** Returns whether it is shown. */
	bool IsOpen() const
	{
		return bIsOpen;
	}

private:
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	EActiveTimerReturnType HandleFocus(double CurrentTime, float DeltaTime);
	EActiveTimerReturnType HandlePause(double CurrentTime, float DeltaTime);
	void HandleTextChanged(const FText& Text);
	void HandleCaseChanged(ECheckBoxState State);
	FReply HandleOlderClicked();
	FReply HandleNewerClicked();
	FReply HandleCloseClicked();

	/** Looks again, and shows the newest message that is found. */
	void Seek();

	/** Looks for what is written if that was not done yet; else goes this many messages on. */
	void SeekOrStep(int32 By);

	/** Goes this many messages on, around the ends. */
	void Step(int32 By);

	FText GetPlace() const;
	FText GetExcerpt() const;
	EVisibility GetExcerptVisibility() const;
	bool CanStep() const;

	FOnVibeUEWordsSought OnSought;
	FOnVibeUEFoundShown OnShown;
	FSimpleDelegate OnClosed;
	TSharedPtr<SChatField> Box;
	TArray<FVibeUEFoundMessage> Found;
	int32 Current = INDEX_NONE;
	FText Place;
	FText Excerpt;

	/** When to look for what is written. */
	double SeekAt = 0.0;
	bool bSeeksSoon = false;
	bool bTimerRuns = false;
	bool bHasWords = false;
	bool bMatchCase = false;
	bool bIsOpen = false;
};
