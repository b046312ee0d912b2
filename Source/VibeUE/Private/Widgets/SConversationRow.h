// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ConversationListing.h"
#include "Bridge/ConversationTransfer.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Types/SlateEnums.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SChatField;

/** The user wants something done to the conversation of a row, by its id. */
DECLARE_DELEGATE_OneParam(FOnVibeUERowChosen, const FString&);

/** The user pinned the conversation of a row, or released it. */
DECLARE_DELEGATE_TwoParams(FOnVibeUERowPinned, const FString&, bool);

/** The user named the conversation of a row, and set its tags. */
DECLARE_DELEGATE_RetVal_ThreeParams(bool, FOnVibeUERowEdited, const FString&, const FString&, const FString&);

/** The user wants the conversation of a row in a file. */
DECLARE_DELEGATE_TwoParams(FOnVibeUERowExported, const FString&, EConversationForm);

/** One conversation in the list of them: its name, what is known of it, and the search results in it. */
class SConversationRow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SConversationRow)
		: _IsCurrent(false)
	{
	}
	/** The conversation. */
	SLATE_ARGUMENT(FConversationEntry, Entry)
	/** It is the one that is open. */
	SLATE_ARGUMENT(bool, IsCurrent)
	/** The user wants it opened. */
	SLATE_EVENT(FOnVibeUERowChosen, OnOpened)
	/** The user pinned it, or released it. */
	SLATE_EVENT(FOnVibeUERowPinned, OnPinned)
	/** The user named it, and set its tags. */
	SLATE_EVENT(FOnVibeUERowEdited, OnEdited)
	/** The user wants it in a file. */
	SLATE_EVENT(FOnVibeUERowExported, OnExported)
	/** The user wants it deleted. */
	SLATE_EVENT(FOnVibeUERowChosen, OnDeleted)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Returns whether it asks something: its name and tags, or what it is to be written as. */
	bool HasForm() const
	{
		return bIsEditing || bIsExporting;
	}

	/** Closes what it asks, and shows the conversation again. */
	void GiveUp();

	/** Knows this of the conversation from now on; what the user is writing in a form stays. */
	void Update(const FConversationEntry& InEntry, bool bInIsCurrent);

	/** Returns the id of the conversation. */
	const FString& GetId() const
	{
		return Entry.Id;
	}

	/** Returns what is known of the conversation. */
	const FConversationEntry& GetEntry() const
	{
		return Entry;
	}

	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;

private:
	void Show();
	TSharedRef<SWidget> MakeShown();
	TSharedRef<SWidget> MakeWords();
	TSharedRef<SWidget> MakeFound(const FFoundPlace& Message) const;
	TSharedRef<SWidget> MakeForm();
	TSharedRef<SWidget> MakeFormButtons();
	TSharedRef<SWidget> MakeExportForm();
	TSharedRef<SWidget> MakeFormButton(const FText& Label, const FText& Tip, EConversationForm Form);
	EActiveTimerReturnType HandleFocus(double CurrentTime, float DeltaTime);
	FReply HandleOpenClicked();
	FReply HandlePinClicked();
	FReply HandleEditClicked();
	FReply HandleExportClicked();
	FReply HandleFormClicked(EConversationForm Form);
	FReply HandleDeleteClicked();
	FReply HandleSaveClicked();
	FReply HandleCancelClicked();
	void HandleCommitted(const FText& Text, ETextCommit::Type How);
	void Save();

	FConversationEntry Entry;
	bool bIsCurrent = false;
	bool bIsEditing = false;
	bool bIsExporting = false;
	FOnVibeUERowChosen OnOpened;
	FOnVibeUERowPinned OnPinned;
	FOnVibeUERowEdited OnEdited;
	FOnVibeUERowExported OnExported;
	FOnVibeUERowChosen OnDeleted;
	TSharedPtr<SChatField> NameBox;
	TSharedPtr<SChatField> TagsBox;

	/** What has the keyboard first in the form that is shown. */
	TSharedPtr<SWidget> First;
};
