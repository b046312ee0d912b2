// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEPreview.h"
#include "CoreMinimal.h"
#include "Styling/SlateTypes.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"
#include "Widgets/Views/SListView.h"

/** The user wants a message kept, by its id, or no longer. */
DECLARE_DELEGATE_TwoParams(FOnVibeUEPreviewKept, int64, bool);

/** Messages of a preview, with a box on each that can be kept. Only the rows in view are made. */
class SPreviewMessageList : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SPreviewMessageList)
	{
	}
	/** The text if there are none. */
	SLATE_ARGUMENT(FText, Empty)
	/** The user wants one kept, or no longer. */
	SLATE_EVENT(FOnVibeUEPreviewKept, OnKept)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows these messages; Left is how many there are besides. */
	void SetMessages(TArray<FVibeUEPreviewMessage> Messages, int64 Left);

	/** Shows that these are to be kept. */
	void SetKept(const TArray<int64>& MessageIds);

private:
	using FItem = TSharedPtr<FVibeUEPreviewMessage>;

	TSharedRef<ITableRow> MakeRow(FItem Message, const TSharedRef<STableViewBase>& Table);
	TSharedRef<SWidget> MakeBox(const FVibeUEPreviewMessage& Message);
	ECheckBoxState GetBoxState(int64 MessageId) const;
	void HandleBoxChanged(ECheckBoxState State, int64 MessageId);
	EVisibility GetNoteVisibility() const;
	FText GetNote() const;

	FOnVibeUEPreviewKept OnKept;
	FText Empty;
	int64 LeftOut = 0;
	TArray<FItem> Items;
	TArray<int64> Kept;
	TSharedPtr<SListView<FItem>> List;
};
