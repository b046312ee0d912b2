// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ConversationTransfer.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Templates/UniquePtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"
#include "Widgets/SConversationRow.h"

class SVerticalBox;

/** Files that become conversations: which are read, and the outcome of each. Nothing until the user chose some. */
class SConversationImport : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SConversationImport)
	{
	}
	/** The list of conversations has more than before. */
	SLATE_EVENT(FSimpleDelegate, OnImported)
	/** The user wants one opened that came. */
	SLATE_EVENT(FOnVibeUERowChosen, OnOpened)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Lets the user choose files, unless some are being read. */
	void Ask();

	/** Returns whether files are being read. */
	bool IsReading() const
	{
		return Import.IsValid();
	}

private:
	TSharedRef<SWidget> MakeHead();
	TSharedRef<SWidget> MakeLine(const FImportedConversation& File);
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	FReply HandleStopClicked();
	FReply HandleCloseClicked();
	FReply HandleOpenClicked(FString Id);
	EVisibility GetShownVisibility() const;
	EVisibility GetStopVisibility() const;
	EVisibility GetCloseVisibility() const;
	FText GetHeadText() const;

	FSimpleDelegate OnImported;
	FOnVibeUERowChosen OnOpened;
	TUniquePtr<FConversationImport> Import;
	TSharedPtr<SVerticalBox> Lines;

	/** How many were chosen, and how many of these became conversations. */
	int32 Chosen = 0;
	int32 Taken = 0;
};
