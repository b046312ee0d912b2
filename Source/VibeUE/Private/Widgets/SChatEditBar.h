// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** Says above the field that what is written there takes the place of an earlier message. */
class SChatEditBar : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatEditBar)
	{
	}
	/** The user leaves the message as it was. */
	SLATE_EVENT(FSimpleDelegate, OnCancelled)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	FReply HandleCancelClicked();

	FSimpleDelegate OnCancelled;
};
