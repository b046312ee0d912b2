// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ConversationListing.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Templates/UniquePtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/KeptKeyboard.h"
#include "Widgets/SCompoundWidget.h"

class SFoldLine;
class SScrollBox;

/** The user restored a conversation from the trash, or could not: its id, and why not. */
DECLARE_DELEGATE_TwoParams(FOnVibeUETrashRestored, const FString&, const FVibeUEError&);

/** The deleted conversations of this project that are still kept, each with a button that restores it. Its line, which opens it, is elsewhere. */
class SConversationTrash : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SConversationTrash)
	{
	}
	/** The user restored one, or could not. */
	SLATE_EVENT(FOnVibeUETrashRestored, OnRestored)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** The maximum number of rows that are shown. */
	static constexpr int32 MostShown = 100;

	/** Makes the line that says how many there are, and opens and closes this. There is none if the trash is empty. */
	TSharedRef<SWidget> MakeLine();

	/** Says how many there are now; an open one reads them again, and closes if none is left. */
	void SetCount(int64 InCount);

	bool IsOpen() const
	{
		return bIsOpen;
	}

	/** Shows the history instead. */
	void Close();

	/** Gives the keyboard to its line. */
	void FocusLine() const;

	/** Returns whether its line or one of its rows has the keyboard, or had it until its row was gone. */
	bool HasKeyboard() const;

private:
	void Read();
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	EActiveTimerReturnType HandleKeyboard(double CurrentTime, float DeltaTime);
	void ShowEntries();
	TSharedRef<SWidget> MakeRow(const FConversationEntry& Entry);
	TSharedRef<SWidget> MakeWords(const FConversationEntry& Entry) const;
	FReply HandleLineClicked();
	FReply HandleRestoreClicked(FString Id, int64 DeletedMs);
	FText GetLineText() const;
	FText GetLineTip() const;
	EVisibility GetLineVisibility() const;

	FOnVibeUETrashRestored OnRestored;
	TUniquePtr<FConversationListing> Listing;
	FConversationTable Table;
	TSharedPtr<SFoldLine> Line;
	TSharedPtr<SScrollBox> Rows;

	/** The rows that are shown, by when each was deleted and its id. */
	TArray<FNamedRow> Shown;
	FKeptKeyboard Keyboard;
	int64 Count = 0;
	bool bIsOpen = false;
	bool bTimerRuns = false;
};
