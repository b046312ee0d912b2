// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SToolPreview.h"

#include "Layout/Margin.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SToolPreview"

void SToolPreview::Construct(const FArguments& InArgs)
{
	bIsDiff = InArgs._bIsDiff;
	InArgs._Text.ParseIntoArrayLines(Lines, false);
	ChildSlot
	[
		SAssignNew(Groups, SVerticalBox)
	];
	Show(FirstLines);
}

void SToolPreview::Show(int32 Count)
{
	Groups->ClearChildren();
	const int32 Shown = FMath::Min(Count, Lines.Num());
	FString Group;
	TCHAR Sign = TEXT(' ');
	for (int32 Index = 0; Index < Shown; ++Index)
	{
		const bool bIsSigned = bIsDiff && !Lines[Index].IsEmpty() && (Lines[Index][0] == TEXT('+') || Lines[Index][0] == TEXT('-'));
		const TCHAR Own = bIsSigned ? Lines[Index][0] : TEXT(' ');
		if (Own != Sign && !Group.IsEmpty())
		{
			AddGroup(Group, Sign);
			Group.Empty();
		}
		Sign = Own;
		Group += (Group.IsEmpty() ? TEXT("") : TEXT("\n")) + Lines[Index];
	}
	if (!Group.IsEmpty())
	{
		AddGroup(Group, Sign);
	}
	const bool bCanShowMore = Shown < Lines.Num() && Shown < MostLines;
	if (Shown < Lines.Num())
	{
		Groups->AddSlot()
		.AutoHeight()
		.HAlign(HAlign_Left)
		.Padding(0.0f, 2.0f)
		[
			SNew(SButton)
			.ContentPadding(FMargin(6.0f, 1.0f))
			.IsEnabled(bCanShowMore)
			.Text(bCanShowMore ? FText::Format(LOCTEXT("ShowAll", "Show all {0} lines"), FText::AsNumber(Lines.Num()))
							   : FText::Format(LOCTEXT("TooMany", "{0} more lines are not shown"), FText::AsNumber(Lines.Num() - Shown)))
			.OnClicked(this, &SToolPreview::HandleAllAsked)
		];
	}
}

void SToolPreview::AddGroup(const FString& Group, TCHAR Sign)
{
	const FSlateColor Color = Sign == TEXT('+') ? FStyleColors::AccentGreen : Sign == TEXT('-') ? FStyleColors::Error : FStyleColors::Foreground;
	Groups->AddSlot()
	.AutoHeight()
	[
		SNew(STextBlock)
		.Text(FText::FromString(Group))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Code"))
		.ColorAndOpacity(Color)
		.AutoWrapText(true)
	];
}

FReply SToolPreview::HandleAllAsked()
{
	Show(MostLines);
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
