// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** Writes the project's part of the settings into the project's file, for its team, and says what was written, or why nothing was. */
class STeamSharing : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(STeamSharing)
	{
	}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	FReply HandleClicked();
	FText GetNote() const;
	FSlateColor GetNoteColor() const;

	FText Note;
	bool bFailed = false;
};
