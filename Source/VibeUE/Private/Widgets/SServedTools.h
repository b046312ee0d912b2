// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEChatTypes.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SVerticalBox;

/** What other programs are served: where, how they are let in, and what they ask for. Not there while nothing is served. */
class SServedTools : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SServedTools)
	{
	}
	SLATE_END_ARGS()

	virtual ~SServedTools() override;

	void Construct(const FArguments& InArgs);

private:
	void Refresh();
	TSharedRef<SWidget> MakeAddress();
	void AddWords(const FText& Words, bool bIsWrong);
	FReply HandleCopyClicked();
	void HandleAnswered(const FString& CallId, EVibeUEToolApproval Approval, const FString& Reason);

	TSharedPtr<SVerticalBox> Rows;
};
