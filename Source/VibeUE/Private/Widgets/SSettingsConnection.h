// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SSetupOffers;

/** The connection on the settings page: a test of it, and what this machine offers instead, looked for when the user asks. */
class SSettingsConnection : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SSettingsConnection)
	{
	}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	FReply HandleLookClicked();
	void HandleAgentChosen(const FString& Command);
	EVisibility GetOffersVisibility() const;
	EVisibility GetLookVisibility() const;

	TSharedPtr<SSetupOffers> Offers;
};
