// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/FocusOutline.h"
#include "Widgets/SCompoundWidget.h"
#include "Widgets/SSummarySources.h"

class SBox;
class SButton;
class SChatLinkList;
class SChatTextBox;
class SExpandableArea;

/** Rewrites a summary, which its message's id names; false when it was not taken. */
DECLARE_DELEGATE_RetVal_TwoParams(bool, FOnVibeUEChatSummaryEdited, int64, const FString&);

/** Takes the summarization with this number back; false when that could not be asked for. */
DECLARE_DELEGATE_RetVal_OneParam(bool, FOnVibeUEChatSummaryUndone, int64);

/** Finds the messages behind the lines of a summary, which its message's id names. */
DECLARE_DELEGATE_RetVal_OneParam(TArray<FVibeUESourcedLine>, FOnVibeUESourcesAsked, int64);

/** Finds the messages that a summary, which its message's id names, has no line for. */
DECLARE_DELEGATE_RetVal_OneParam(FVibeUEMessagesWithoutLine, FOnVibeUEWithoutLineAsked, int64);

/** Where the conversation was summarized: what the model reads instead of the messages above, to look at and to correct. */
class SChatSummaryRow : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatSummaryRow)
		: _bOpen(false)
		, _TalkWidth(0.0f)
	{
	}
	/** Which summarization it is. */
	SLATE_ARGUMENT(FVibeUESummaryRow, Summary)
	/** What the model reads. */
	SLATE_ARGUMENT(FString, Text)
	/** Whether it can be read at once. */
	SLATE_ARGUMENT(bool, bOpen)
	/** How wide the talk is, in Slate units; 0 if the row measures it when it is painted. */
	SLATE_ATTRIBUTE(float, TalkWidth)
	/** The user corrected it. */
	SLATE_EVENT(FOnVibeUEChatSummaryEdited, OnEdited)
	/** The user takes it back. */
	SLATE_EVENT(FOnVibeUEChatSummaryUndone, OnUndone)
	/** The user wants to know where its lines come from. */
	SLATE_EVENT(FOnVibeUESourcesAsked, OnSourcesAsked)
	/** It is opened: which messages has it no line for? */
	SLATE_EVENT(FOnVibeUEWithoutLineAsked, OnWithoutLineAsked)
	/** The user wants to see one of the messages behind a line. */
	SLATE_EVENT(FOnVibeUESourceShown, OnSourceShown)
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

	/** Returns what hovering says: what the summarization kept and what it took, in numbers. */
	static FText Describe(const FVibeUESummaryRow& Row);

	/** Returns whether the user has opened it. */
	bool IsOpen() const;

	/**
	 * Returns whether the row stays as it is now that the model reads this text: it does while it is edited, unless the
	 * correction was saved.
	 */
	bool IsStillEditing(int64 MessageId, const FString& TextNow) const;

	/** Returns whether the row stays as it is now that the model reads this text: it does while it shows where its lines come from. */
	bool IsShowingSources(int64 MessageId, const FString& TextNow) const;

	/** Opens it as it was left: with its text, its sources, or what is being written. */
	void Unfold();

	/** Opens it, and shows the messages behind its lines unless a correction is being written; returns what has the keyboard then. */
	TSharedRef<SWidget> ShowSources();

	/** Opens it to be corrected; what is being written already stays. Returns the field. */
	TSharedRef<SWidget> Edit();

	/** Opens it with a correction that was begun before; the keyboard stays where it is. */
	void Resume(const FString& Correction);

	/** Returns the summary's message. */
	int64 GetMessageId() const
	{
		return Summary.MessageId;
	}

	/** Returns what was written; empty if it is the summary's own text. */
	FString GetCorrection() const;

private:
	TSharedRef<SWidget> MakeHeader();
	TSharedRef<SWidget> MakeReader();
	TSharedRef<SWidget> MakeReaderLevers();
	TSharedRef<SWidget> MakeAccount();
	TSharedRef<SWidget> MakeEditor();
	FText GetWhat() const;
	FText GetSpoken() const;
	EActiveTimerReturnType HandleFocus(double CurrentTime, float DeltaTime);
	void HandleExpanded(bool bExpanded);
	FReply HandleEditClicked();
	FReply HandleSourcesClicked();
	FReply HandleUndoClicked();
	FReply HandleSaveClicked();
	FReply HandleDiscardClicked();
	FOptionalSize GetWidth() const;
	EVisibility GetReaderVisibility() const;
	EVisibility GetEditorVisibility() const;
	EVisibility GetTextVisibility() const;
	FText GetSourcesLabel() const;
	FText GetWithoutLine() const;
	EVisibility GetWithoutLineVisibility() const;

	FVibeUESummaryRow Summary;
	FString Text;
	TAttribute<float> TalkWidth;
	FOnVibeUEChatSummaryEdited OnEdited;
	FOnVibeUEChatSummaryUndone OnUndone;
	FOnVibeUESourcesAsked OnSourcesAsked;
	FOnVibeUEWithoutLineAsked OnWithoutLineAsked;
	FOnVibeUESourceShown OnSourceShown;
	TSharedPtr<SExpandableArea> Area;
	TSharedPtr<SChatTextBox> TextBox;
	/** Where the messages behind its lines are shown. */
	TSharedPtr<SBox> SourcesBox;
	TSharedPtr<SSummarySources> Sources;
	TSharedPtr<SButton> SourcesButton;
	TSharedPtr<SChatLinkList> LinkList;
	/** The messages that it has no line for, once it was opened: a folded row asks for nothing. */
	FVibeUEMessagesWithoutLine WithoutLine;
	bool bKnowsWithoutLine = false;
	bool bShowsSources = false;
	bool bIsEditing = false;
	bool bIsSaved = false;
};
