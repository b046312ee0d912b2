// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ConversationListing.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Templates/UniquePtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SScrollBox;

/** A person chose a conversation, by its id. */
DECLARE_DELEGATE_OneParam(FOnVibeUEConversationChosen, const FString&);

/** The conversations of this project, to open or to delete. */
class SConversationList : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SConversationList)
	{
	}
	/** The id of the one that is open. */
	SLATE_ATTRIBUTE(FString, Current)
	/** A person wants one opened. */
	SLATE_EVENT(FOnVibeUEConversationChosen, OnOpened)
	/** A person wants one deleted, and said so twice. */
	SLATE_EVENT(FOnVibeUEConversationChosen, OnDeleted)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Reads the list again. */
	void Refresh();

	/** Cancels what is under way. */
	void Cancel();

private:
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	void HandleSearchChanged(const FText& Words);
	void ShowEntries();
	TSharedRef<SWidget> MakeRow(const FConversationEntry& Entry);
	TSharedRef<SWidget> MakeQuestion(const FConversationEntry& Entry);
	FReply HandleOpenClicked(FString Id);
	FReply HandleDeleteClicked(FString Id);
	FReply HandleDeleteConfirmed(FString Id);
	FReply HandleDeleteRefused();

	TAttribute<FString> Current;
	FOnVibeUEConversationChosen OnOpened;
	FOnVibeUEConversationChosen OnDeleted;
	TUniquePtr<FConversationListing> Listing;
	TArray<FConversationEntry> Entries;
	TSharedPtr<SScrollBox> Rows;
	FString Search;
	FString AskedToDelete;
	bool bTimerRuns = false;
	bool bIsKnown = false;
};
