// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEBranch.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/** The user wants to see a branch, by its number, or to change a message, by its id. */
DECLARE_DELEGATE_OneParam(FOnVibeUEChatNumberAsked, int64);

/** Which wording of a message is in view, between arrows to the previous and the next one. */
class SChatWordings : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatWordings)
	{
	}
	/** The wording in view. */
	SLATE_ARGUMENT(FVibeUEWording, Wording)
	/** The user wants to see the branch of another one. */
	SLATE_EVENT(FOnVibeUEChatNumberAsked, OnBranchAsked)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	TSharedRef<SWidget> MakeArrow(const FName& Icon, const FText& ToolTip, int64 Branch);
	FReply HandleClicked(int64 Branch);

	FOnVibeUEChatNumberAsked OnBranchAsked;
};
