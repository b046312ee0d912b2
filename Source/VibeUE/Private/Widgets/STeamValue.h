// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class FSettingNotes;

/** Below a setting for which the user has another value than the project shares: says the project's, and a button goes back to it. */
class STeamValue : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(STeamValue)
	{
	}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs, const TSharedRef<FSettingNotes>& InNotes, FName InProperty);

private:
	FText GetText() const;
	FReply HandleClicked();

	TSharedPtr<FSettingNotes> Notes;
	FName Property;
};
