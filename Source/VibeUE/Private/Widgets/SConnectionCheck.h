// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "Bridge/ConnectionCheck.h"
#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Templates/UniquePtr.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SVerticalBox;

/** A button that tests the connection that the settings name, and what was found, step by step. */
class SConnectionCheck : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SConnectionCheck)
	{
	}
	/** The text that is shown above already. */
	SLATE_ARGUMENT(FString, ShownText)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

private:
	FReply HandleTestClicked();
	EActiveTimerReturnType HandleTime(double CurrentTime, float DeltaTime);
	void ShowResult();
	void AddLine(FConnectionStep::EOutcome Outcome, const FString& Title, const FString& Detail, const FString& Hint);
	EVisibility GetThrobberVisibility() const;
	bool CanTest() const;

	FString ShownText;
	TUniquePtr<FConnectionCheck> Check;
	TSharedPtr<SVerticalBox> Lines;
};
