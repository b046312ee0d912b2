// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ConversationListing.h"
#include "Bridge/ConversationTransfer.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Templates/UniquePtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/KeptKeyboard.h"
#include "Widgets/SCompoundWidget.h"

class SChatField;
class SConversationImport;
class SConversationRow;
class SConversationTrash;
class SConversationUsage;
class SScrollBox;

/** The user chose a conversation, by its id. */
DECLARE_DELEGATE_OneParam(FOnVibeUEConversationChosen, const FString&);

/** The user wants something done to a conversation, by its id; returns why it could not be done. */
DECLARE_DELEGATE_RetVal_OneParam(FVibeUEError, FOnVibeUEConversationChanged, const FString&);

/** The user named a conversation, by its id; returns why it could not be done. */
DECLARE_DELEGATE_RetVal_TwoParams(FVibeUEError, FOnVibeUEConversationRenamed, const FString&, const FString&);

/** The user wants a conversation in a file: its id, its title and the form. */
DECLARE_DELEGATE_ThreeParams(FOnVibeUEConversationExported, const FString&, const FText&, EConversationForm);

/** The conversations of this project: to search, open, pin, tag, name, delete, restore, export and import. */
class SConversationList : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SConversationList)
	{
	}
	/** The id of the one that is open. */
	SLATE_ATTRIBUTE(FString, Current)
	/** The user wants one opened. */
	SLATE_EVENT(FOnVibeUEConversationChosen, OnOpened)
	/** The user wants one deleted; it can come back. */
	SLATE_EVENT(FOnVibeUEConversationChanged, OnDeleted)
	/** The user wants one back. */
	SLATE_EVENT(FOnVibeUEConversationChanged, OnRestored)
	/** The user named one. */
	SLATE_EVENT(FOnVibeUEConversationRenamed, OnRenamed)
	/** The user wants one in a file. */
	SLATE_EVENT(FOnVibeUEConversationExported, OnExported)
	/** The user wants the open conversation again. */
	SLATE_EVENT(FSimpleDelegate, OnClosed)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** The maximum number of rows that are shown; a search finds the others. */
	static constexpr int32 MostShown = 100;

	/** Shows the list as it is now; its search field takes the keyboard if the user opened it. */
	void Open(bool bTakesKeyboard);

	/** Returns what has the keyboard while the list is shown. */
	TSharedPtr<SWidget> GetSearchBox() const;

	/** Reads the list again. */
	void Refresh();

	/** Cancels listing; files that are being imported come nevertheless. */
	void Cancel();

	/** Says why something could not be done; takes that back if nothing is wrong. */
	void ShowProblem(const FVibeUEError& Problem);

	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;

private:
	TSharedRef<SWidget> MakeHeader();
	TSharedRef<SWidget> MakeUndoBar();
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	EActiveTimerReturnType HandleFocus(double CurrentTime, float DeltaTime);
	void HandleSearchChanged(const FText& Words);
	void HandleOpened(const FString& Id);
	void HandlePinned(const FString& Id, bool bPinned);
	bool HandleEdited(const FString& Id, const FString& Title, const FString& Tags);
	void HandleDeleted(const FString& Id);
	void HandleExported(const FString& Id, EConversationForm Form);
	void HandleTrashRestored(const FString& Id, const FVibeUEError& Problem);
	FReply HandleImportClicked();
	FReply HandleUndoClicked();
	FReply HandleCloseClicked();
	void ShowEntries();

	/** Shows how many conversations the trash has; there may be none left. */
	void ShowTrash();

	/** Returns the rows that are shown, for the keyboard to be in the same one when they are made again. */
	TArray<FNamedRow> NameRows() const;
	EActiveTimerReturnType HandleKeyboard(double CurrentTime, float DeltaTime);

	void ShowRow(const TSharedRef<SConversationRow>& Row);
	TSharedRef<SConversationRow> MakeRow(const FConversationEntry& Entry);
	FConversationEntry* Find(const FString& Id);

	/** Returns what is known of a conversation that has a row, also if the search does not find it; null if it has none. */
	const FConversationEntry* FindShown(const FString& Id) const;
	void FocusSearch() const;
	EVisibility GetRowsVisibility() const;
	EVisibility GetTrashVisibility() const;
	FText GetCountText() const;
	EVisibility GetCountVisibility() const;
	FText GetUndoText() const;
	EVisibility GetUndoVisibility() const;
	FText GetProblemText() const;
	EVisibility GetProblemVisibility() const;

	TAttribute<FString> Current;
	FOnVibeUEConversationChosen OnOpened;
	FOnVibeUEConversationChanged OnDeleted;
	FOnVibeUEConversationChanged OnRestored;
	FOnVibeUEConversationRenamed OnRenamed;
	FOnVibeUEConversationExported OnExported;
	FSimpleDelegate OnClosed;
	TUniquePtr<FConversationListing> Listing;
	FConversationTable Table;
	TSharedPtr<SChatField> SearchBox;
	TSharedPtr<SConversationImport> Import;
	TSharedPtr<SConversationUsage> Usage;
	TSharedPtr<SConversationTrash> Trash;
	TSharedPtr<SScrollBox> Rows;
	TArray<TSharedPtr<SConversationRow>> Shown;
	FKeptKeyboard Keyboard;
	FString Search;

	/** A name that was given just now: an open conversation's file has it a moment later. */
	struct FRenamed
	{
		FString Id;
		FString Title;
	};

	TArray<FRenamed> Renamed;

	/** What can be undone: the id and the name of what was deleted last. */
	FString DeletedId;
	FString DeletedTitle;

	/** Why something could not be done. */
	FText ProblemText;
	bool bTimerRuns = false;
	bool bIsKnown = false;
};
