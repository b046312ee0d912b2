// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/TextCompletion.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Types/SlateStructs.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SVerticalBox;

/** The user chose a row of a completion. */
DECLARE_DELEGATE_OneParam(FOnVibeUECompletionChosen, const FTextCompletionRow&);

/** What the word that is being typed may become: a short list above the field, which keeps the keyboard. */
class SChatCompletion : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatCompletion)
	{
	}
	/** A row was clicked. */
	SLATE_EVENT(FOnVibeUECompletionChosen, OnChosen)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows these rows, the first one selected unless they are shown already; none hide the list. */
	void Show(const TArray<FTextCompletionRow>& InRows);

	/** Hides the list. */
	void Hide();

	/** Says how high the list may be, in Slate units; 0 while that is not known. */
	void SetRoom(const TAttribute<float>& InRoom)
	{
		Room = InRoom;
	}

	/** Returns whether there is something to choose. */
	bool IsShown() const
	{
		return Rows.Num() > 0;
	}

	/** Selects the next row (1) or the one before (-1), round and round. */
	void Move(int32 By);

	/** Returns the row that is selected; there is one while the list is shown. */
	const FTextCompletionRow& GetSelected() const
	{
		return Rows[Selected];
	}

private:
	void Refresh();
	TSharedRef<SWidget> MakeRow(int32 Index);
	FReply HandleClicked(int32 Index);

	/** Returns how wide the name of a row may be, so that what it stands for is seen, too. */
	FOptionalSize GetLabelWidth() const;
	EVisibility GetListVisibility() const;

	/** Returns how many rows are shown at once. */
	int32 CountShown() const;

	/** What the selected row stands for is shown below the list, if there is room. */
	bool HasRoomForDetail() const;
	EVisibility GetDetailVisibility() const;
	FText GetDetail() const;
	FText GetCount() const;

	FOnVibeUECompletionChosen OnChosen;
	TAttribute<float> Room;
	TSharedPtr<SVerticalBox> Box;
	TArray<FTextCompletionRow> Rows;
	int32 Selected = 0;

	/** The first row that is shown. */
	int32 First = 0;
};
