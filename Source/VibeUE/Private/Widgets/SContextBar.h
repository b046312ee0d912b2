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
	/** A part as it is shown; what is free, or too much, is the last one. */
	struct FPart
	{
		EVibeUEContextKind Kind = EVibeUEContextKind::Overhead;
		int64 Tokens = 0;
		FText Name;
		FText Number;
		FText Percent;
		FText Tip;
		bool bHasLetter = false;
		bool bIsRest = false;
	};

	/** Reads what is shown of a report. */
	void Read(const FVibeUEContextReport& Report);

	/** Tells which widgets there are: as long as that stays, they stay and ask for the numbers. */
	FString DescribeShape() const;
	void AddPart(const FPart& Part, int32 Index);
	void AddLine();
	void AddLegendRow(const FPart& Part, int32 Index);
	static TSharedRef<SWidget> MakeMark(EVibeUEContextKind Kind, bool bHasLetter);
	float GetShare(int32 Index) const;
	FText GetTip(int32 Index) const;
	FText GetNumber(int32 Index) const;
	FText GetPercent(int32 Index) const;
	float GetShareBeforeLine() const;
	float GetShareBehindLine() const;
	FText GetLineTip() const;

	/** Returns what is read out for the bar: its parts, and where the next summary starts. */
	FText GetSpoken() const;

	TArray<FPart> Parts;
	FString Shape;
	FText LineTip;
	int64 Line = 0;
	int64 Whole = 0;
	TSharedPtr<SHorizontalBox> Segments;
	TSharedPtr<SHorizontalBox> LineBox;
	TSharedPtr<SVerticalBox> Legend;
};
