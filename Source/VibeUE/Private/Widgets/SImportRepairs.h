// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** What else was repaired in a file that became a conversation: a line that opens the list of all repairs but the first, which is said above it. */
class SImportRepairs : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SImportRepairs)
	{
	}
	/** All repairs, in the words of the user's language. */
	SLATE_ARGUMENT(TArray<FString>, Repairs)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	FReply HandleClicked();
	FText GetTip() const;
	bool IsOpen() const;
	EVisibility GetListVisibility() const;

	bool bIsOpen = false;
};
