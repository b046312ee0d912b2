// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/QuietWords.h"

#include "VibeUEStyle.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

TSharedRef<SWidget> FQuietWords::Make(const FText& Words, bool bIsWrong)
{
	return SNew(STextBlock)
		.Text(Words)
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
		.ColorAndOpacity_Lambda([bIsWrong]() { return bIsWrong ? FWordColors::GetError() : FWordColors::GetQuiet(); })
		.AutoWrapText(true);
}

void FQuietWords::AddLine(SVerticalBox& Lines, const FText& Words, bool bIsWrong)
{
	if (Words.IsEmpty())
	{
		return;
	}
	Lines.AddSlot()
	.AutoHeight()
	.Padding(0.0f, 1.0f)
	[
		Make(Words, bIsWrong)
	];
}

void FQuietWords::AddNote(SScrollBox& Rows, const FText& Words)
{
	Rows.AddSlot()
	.Padding(8.0f)
	[
		Make(Words, false)
	];
}
