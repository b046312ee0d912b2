// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ModelListing.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "UObject/StrongObjectPtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SChatField;
class SChatText;
class SVerticalBox;

/** The user chose the model that answers from now on, by its id. */
DECLARE_DELEGATE_OneParam(FOnVibeUEModelChosen, const FString&);

/**
 * The models that can answer: a field that narrows the list, and the rows; arrows choose, Enter switches, Escape
 * closes. The last row takes a name as it was typed, if no model has that name; whatever a server answers later, the
 * selected row stays selected.
 */
class SModelPicker : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SModelPicker)
	{
	}
	/** Another model was chosen than the one that answers; the list is closed already. */
	SLATE_EVENT(FOnVibeUEModelChosen, OnChosen)
	/** The list was closed, chosen or not. */
	SLATE_EVENT(FSimpleDelegate, OnClosed)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows the models for a conversation, and asks the server for them unless it was asked lately. */
	void Open(UChatSession& InSession);

	/** Hides the list. */
	void Close();

	/** Returns whether the list is shown. */
	bool IsOpen() const
	{
		return Session.IsValid();
	}

	/** Returns the field that narrows the list, for the keyboard focus. */
	TSharedPtr<SChatText> GetFilter() const;

private:
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	TSharedRef<SWidget> MakeHeader();
	TSharedRef<SWidget> MakeRow(int32 Index);
	TSharedRef<SWidget> MakeTypedRow();

	/** Returns what was typed; empty if a row has that very name. */
	FString GetTyped() const;

	/** Returns how many rows can be selected, the one for what was typed among them. */
	int32 CountRows() const;

	/** Returns the row of a name, or INDEX_NONE. */
	int32 FindRow(const FString& Id) const;
	void HandleFilterChanged(const FText& Text);
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	FReply HandleClicked(int32 Index);
	FReply HandleCloseClicked();

	/** Looks which models fit; the one that was selected stays so where asked for. */
	void Look(bool bKeepsSelected);
	void Move(int32 By);
	void Choose();
	void Refresh();
	EVisibility GetListVisibility() const;
	FText GetState() const;
	FText GetDetail() const;
	FText GetCount() const;
	FText GetProblem() const;
	EVisibility GetProblemVisibility() const;

	FOnVibeUEModelChosen OnChosen;
	FSimpleDelegate OnClosed;
	TSharedPtr<SChatField> Filter;
	TSharedPtr<SVerticalBox> Box;
	TStrongObjectPtr<UChatSession> Session;
	TSharedPtr<FModelListing> Listing;
	FModelTable Table;
	int32 Selected = 0;

	/** The first row that is shown. */
	int32 First = 0;

	/** What the server said is in the rows. */
	bool bHasAnswer = false;
	bool bTimerRuns = false;
	bool bFocuses = false;
};
