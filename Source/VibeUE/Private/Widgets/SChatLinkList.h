// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Events.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SVerticalBox;

/** What a text links to, as buttons: a link in a text is followed by the mouse only. Folded away until its button is pressed. */
class SChatLinkList : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatLinkList)
	{
	}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	//~ Begin SWidget Interface
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;
	//~ End SWidget Interface

	/** Makes the button that opens and folds the list, with words next to its icon if there are any; it is shown while there are links. */
	TSharedRef<SWidget> MakeButton(const FText& Label = FText());

	/** Lists these from now on; the buttons of links that stay are not changed. */
	void SetLinks(const TArray<FString>& InLinks);

	/** Returns whether the links are shown. */
	bool IsOpen() const
	{
		return bIsOpen;
	}

private:
	void AddEntries();
	TSharedRef<SWidget> MakeEntry(int32 Index);
	void Fold();
	FReply HandleButtonClicked();
	FReply HandleEntryClicked(int32 Index);
	EActiveTimerReturnType HandleFocus(double CurrentTime, float DeltaTime);
	void HandleRowClosed();
	void CloseRow();
	FText GetButtonTip() const;
	EVisibility GetButtonVisibility() const;
	EVisibility GetListVisibility() const;

	TArray<FString> Links;
	TArray<TSharedRef<SWidget>> Entries;
	TSharedPtr<SVerticalBox> Box;

	/** What is asked or said about the last link that was followed. */
	TSharedPtr<SWidget> Row;
	/** The link below which it is. */
	int32 RowPlace = INDEX_NONE;
	bool bIsOpen = false;
};
