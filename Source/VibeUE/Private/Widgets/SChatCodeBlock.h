// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class FCodePainter;
class SMultiLineEditableText;

/** Code in a box, with the looks of its language and a button that copies it. */
class SChatCodeBlock : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SChatCodeBlock)
		: _WrapWidth(0.0f)
	{
	}
	/** The code. */
	SLATE_ARGUMENT(FString, Code)
	/** What it is written in; may be empty. */
	SLATE_ARGUMENT(FString, Language)
	/** How wide it is, in Slate units, so that its height is right before it is painted; 0 if nobody knows yet. */
	SLATE_ATTRIBUTE(float, WrapWidth)
	/** All of the code if only its beginning is shown, asked for when it is copied; else empty. */
	SLATE_ATTRIBUTE(FString, WholeText)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows other code. */
	void SetCode(const FString& InCode);

private:
	virtual void Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime) override;
	FReply HandleCopyClicked();
	FText PaintCode();
	float GetWrapWidth() const;

	FString Code;
	TAttribute<float> WrapWidth;
	TAttribute<FString> WholeText;
	TSharedPtr<FCodePainter> Painter;
	TSharedPtr<SMultiLineEditableText> Words;

	/** The theme for which the code was painted. */
	bool bPaintedLight = false;
};
