// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEAgent.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** The agent that answers a conversation: what it does, what is different with it, and the lever to allow it. */
class SAgentBar : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SAgentBar)
	{
	}
	/** The user allows the agent as it is shown. */
	SLATE_EVENT(FSimpleDelegate, OnAllowed)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows this agent; nothing if a model answers. */
	void SetAgent(const FVibeUEAgent& Agent);

private:
	TSharedRef<SWidget> MakeCard(const FVibeUEAgent& Agent);
	TSharedRef<SWidget> MakeHeader(const FVibeUEAgent& Agent);
	FReply HandleAllowClicked();

	FSimpleDelegate OnAllowed;
};
