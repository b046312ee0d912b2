// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/KeyKeeping.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Templates/UniquePtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** Moves the key of the settings into the system's credential store, uses one that is there, or removes it; and shows the outcome. */
class SKeyKeeper : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SKeyKeeper)
	{
	}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	FReply HandleClicked();
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	/** Changes the settings by what was done; a key leaves them only when the store has given the same back. */
	void Finish();
	FKeyKeeping::EErrand GetErrand() const;
	FText GetLabel() const;
	FText GetToolTip() const;
	bool CanBegin() const;
	FText GetNote() const;
	FSlateColor GetNoteColor() const;

	TUniquePtr<FKeyKeeping> Keeping;
	/** What is in progress. */
	FKeyKeeping::EErrand Errand = FKeyKeeping::EErrand::Find;
	/** The key that is being kept. */
	FString Key;
	/** The server that it is for. */
	FString Provider;
	FString BaseUrl;
	FText Note;
	bool bFailed = false;
};
