// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "SampleChatSession.h"
#include "CoreMinimal.h"
#include "UObject/StrongObjectPtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class STextBlock;

/** Shows the newest line of a session. */
class SChatView : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatView)
		: _Session(nullptr)
	{
	}
	SLATE_ARGUMENT(UChatSession*, Session)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	virtual ~SChatView() override;

private:
	void HandleLineAdded(const FSampleChatLine& Line);

	TStrongObjectPtr<UChatSession> Session;
	TSharedPtr<STextBlock> Newest;
};
