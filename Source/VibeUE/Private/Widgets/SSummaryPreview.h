// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatSession.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Styling/SlateTypes.h"
#include "Types/SlateEnums.h"
#include "UObject/StrongObjectPtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SChatField;
class SChatTextBox;
class SPreviewMessageList;
class SShareChoice;

/**
 * A preview that decides: what goes, what stays, the new summary, and other strategies, targets and thresholds to try before anything is
 * applied. Each try that asks no model is made at once; a model is asked by a button that says what it costs.
 */
class SSummaryPreview : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SSummaryPreview)
	{
	}
	/** It was applied, or the user left it. */
	SLATE_EVENT(FSimpleDelegate, OnClosed)
	SLATE_END_ARGS()

	/** The parts of a preview, each a tab if there is no room for all. */
	enum class EPart : uint8
	{
		Goes,
		Stays,
		Summary,
	};

	void Construct(const FArguments& InArgs);
	virtual ~SSummaryPreview() override;

	/** Previews summaries of another session; leaves what is shown. */
	void SetSession(UChatSession* InSession);

	/** Opens it with the first try, which rules make: no model is asked before the user wants it. */
	void Open(const FVibeUEPreviewOptions& First);

	/** Applies what is shown, with the summary as it is written here; false if that cannot be, with the reason on the page. */
	bool Apply();

	/** Forgets what is shown. */
	void Close();

	/** Returns whether it can be closed without losing what the user wrote; if it cannot, it says so. */
	bool CanLeave();

	bool IsOpen() const
	{
		return bIsOpen;
	}

	/** Has the keyboard when it opens, for Escape. */
	virtual bool SupportsKeyboardFocus() const override
	{
		return true;
	}

private:
	void BindSession();
	void UnbindSession();
	TSharedRef<SWidget> MakeHeader();
	TSharedRef<SWidget> MakeNumbers();
	TSharedRef<SWidget> MakeStrategies();
	TSharedRef<SWidget> MakeTargets();
	TSharedRef<SWidget> MakeThresholds();
	TSharedRef<SWidget> MakeOriginals();
	FText GetPrice(EVibeUEPreviewStrategy Strategy) const;
	FText GetStrategyTip(EVibeUEPreviewStrategy Strategy) const;
	TSharedRef<SWidget> MakeInstructions();
	TSharedRef<SWidget> MakeTabs();
	TSharedRef<SWidget> MakePanes();
	TSharedRef<SWidget> MakePane(EPart Part, const TSharedRef<SWidget>& Content);
	TSharedRef<SWidget> MakeFoot();

	void HandlePreviewStarted();
	void HandlePreview(const FVibeUESummaryPreview& Preview);
	void HandlePreviewFailed(const FVibeUEError& Error);
	void HandleSummarizationEnded(const FVibeUESummarization& Summarization);
	void HandleSessionError(const FVibeUEError& Error);

	/** Has the wanted preview made; at once only if that asks no model. */
	void Try(bool bMayAsk);

	/** Shows the draft's messages. */
	void ShowRows();

	/** Shows in the rows which messages are to be kept. */
	void ShowKept();

	/** Keeps what the user wrote: another draft takes its place. */
	void SetTextAside();

	/** Keeps a text at a place among those that are set aside, unless it is one of them or has no words. */
	void KeepAside(const FString& Text, int32 Place);

	/** Makes a new draft, after the conversation became another one; what was written is kept separately. */
	void StartAgain();
	void SetProblem(const FVibeUEError& Error);

	/** Whether what is wanted is something else than what is shown. */
	bool IsStale() const;
	bool IsEdited() const;

	/** Who would write the wanted summary; rules if nothing is known yet. */
	FVibeUEPreviewOffer FindOffer(EVibeUEPreviewStrategy Strategy) const;

	void HandleStrategyChosen(ECheckBoxState State, EVibeUEPreviewStrategy Strategy);
	void HandleTargetChosen(double Target);
	void HandleThresholdChosen(double Threshold);
	void HandleNoShare(const FText& Words);
	void HandleOriginalsChanged(ECheckBoxState State);
	void HandleKept(int64 MessageId, bool bKept);
	void HandleInstructionsChanged(const FText& Text);
	void HandleTextChanged(const FText& Text);
	void HandlePartChosen(ECheckBoxState State, EPart Part);
	FReply HandleTryClicked();
	FReply HandleApplyClicked();
	FReply HandleCloseClicked();
	FReply HandleTextBackClicked();
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;

	bool HasRoomForAll() const;
	bool CanApply() const;
	bool CanUseOriginals() const;
	bool CanAim() const;

	double GetTargetAsSet() const
	{
		return TargetAsSet;
	}

	double GetThresholdAsSet() const
	{
		return ThresholdAsSet;
	}

	ECheckBoxState GetStrategyState(EVibeUEPreviewStrategy Strategy) const;
	ECheckBoxState GetOriginalsState() const;
	ECheckBoxState GetPartState(EPart Part) const;
	EVisibility GetOriginalsVisibility() const;
	EVisibility GetMadeFromVisibility() const;
	EVisibility GetPaneVisibility(EPart Part) const;
	EVisibility GetTabsVisibility() const;
	EVisibility GetTryVisibility() const;
	EVisibility GetTextBackVisibility() const;
	EVisibility GetNoteVisibility() const;
	FText GetNumbers() const;
	FText GetSums() const;
	FText GetNext() const;
	FText GetOrigin() const;
	FText GetTryText() const;
	FText GetTextBackText() const;
	FText GetApplyTip() const;
	FText GetMadeFrom() const;
	FText GetPartText(EPart Part) const;
	FText GetInstructionsHint() const;
	FText GetNote() const;

	TStrongObjectPtr<UChatSession> Session;
	FSimpleDelegate OnClosed;

	/** What the user chose. */
	FVibeUEPreviewOptions Wanted;

	/** What is shown. */
	FVibeUESummaryPreview Draft;

	/** The same with the numbers of the text as it is written now. */
	FVibeUESummaryPreview Shown;
	TSharedPtr<SPreviewMessageList> GoesList;
	TSharedPtr<SPreviewMessageList> StaysList;
	TSharedPtr<SChatTextBox> TextBox;
	TSharedPtr<SChatField> InstructionsBox;

	TSharedPtr<SShareChoice> Targets;
	TSharedPtr<SShareChoice> Thresholds;

	/** How many tokens a request might take when the draft was made. */
	int64 Available = 0;

	/** The shares of the last draft for which none was tried; 0 before there is one. */
	double TargetAsSet = 0.0;
	double ThresholdAsSet = 0.0;

	/** What the user wrote in the summary before other drafts came, the newest last. */
	TArray<FString> SetAside;
	FText Problem;
	EPart ShownPart = EPart::Goes;
	bool bIsOpen = false;
	bool bHasDraft = false;
	bool bIsWorking = false;
	bool bIsApplying = false;
};
