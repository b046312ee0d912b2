// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"

class SVerticalBox;

/** What a call would do, in letters of one width: a script, a list, or changed lines with their signs and colours. */
class SToolPreview : public SCompoundWidget
{
public:
	SLATE_BEGIN_ARGS(SToolPreview)
		: _bIsDiff(false)
	{
	}
	/** The lines; nothing is shown where there are none. */
	SLATE_ARGUMENT(FString, Text)
	/** Lines that begin with + are added, those with - are removed. */
	SLATE_ARGUMENT(bool, bIsDiff)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);

	/** The most lines that are shown before somebody asks for all, and the most that are shown at all. */
	static constexpr int32 FirstLines = 24;
	static constexpr int32 MostLines = 2000;

private:
	/** Shows this many lines. */
	void Show(int32 Count);

	/** Adds lines of one kind as one text. */
	void AddGroup(const FString& Group, TCHAR Sign);
	FReply HandleAllAsked();

	TArray<FString> Lines;
	TSharedPtr<SVerticalBox> Groups;
	bool bIsDiff = false;
};
