// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUEContext.h"
#include "CoreMinimal.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SHorizontalBox;
class SVerticalBox;

/** The next request by kinds: a stacked bar with the line at which a summary starts, and what each part of it is. */
class SContextBar : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SContextBar)
	{
	}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** Shows these numbers from now on. */
	void SetReport(const FVibeUEContextReport& Report);

private:
	void AddSegments(const FVibeUEContextReport& Report);
	void AddLine(const FVibeUEContextReport& Report);
	void AddLegend(const FVibeUEContextReport& Report);
	void AddLegendRow(const TSharedRef<SWidget>& Mark, const FText& Name, int64 Tokens, double Percent);
	static TSharedRef<SWidget> MakeMark(EVibeUEContextKind Kind, bool bHasLetter);

	TSharedPtr<SHorizontalBox> Segments;
	TSharedPtr<SHorizontalBox> Line;
	TSharedPtr<SVerticalBox> Legend;
};
