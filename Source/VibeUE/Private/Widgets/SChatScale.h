// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

/**
 * Shows the chat at the size that the user chose: texts, and with them lines, icons and paddings. Ctrl with plus, minus
 * and zero changes it from within; Project Settings has the same number.
 */
class SChatScale : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatScale)
	{
	}
	/** What is shown. */
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Returns the next size up (By above 0) or down from one in percent; the size itself at the end. */
	static int32 Step(int32 Percent, int32 By);

private:
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent) override;

	/** Returns by how much everything is enlarged: 1 for the size of the editor. */
	float GetScale() const;
};
