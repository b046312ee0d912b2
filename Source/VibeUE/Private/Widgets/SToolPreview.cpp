// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SToolPreview.h"

#include "Bridge/CodePainter.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "Framework/Text/RichTextLayoutMarshaller.h"
#include "Framework/Text/TextDecorators.h"
#include "Layout/Margin.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SToolPreview"

void SToolPreview::Construct(const FArguments& InArgs)
{
	bIsDiff = InArgs._Preview.bIsDiff;
	bWouldFail = InArgs._Preview.bWouldFail;
	Title = MakeHonest(InArgs._Preview.Title);
	Language = InArgs._Preview.Language;
	Take(MakeHonest(InArgs._Preview.Text));
	ChildSlot
	[
		SAssignNew(Groups, SVerticalBox)
	];
	Show(FirstLines);
}

void SToolPreview::Take(const FString& Text)
{
	TArray<FString> Whole;
	Text.ParseIntoArrayLines(Whole, false);
	while (Whole.Num() > 0 && Whole.Last().IsEmpty())
	{
		// The end of the last line is not another one.
		Whole.Pop();
	}
	for (const FString& Line : Whole)
	{
		int32 Taken = 0;
		do
		{
			const FString Piece = FChatExcerpt::Begin(Line.Mid(Taken, MostCharactersOfLine + 1), MostCharactersOfLine);
			Lines.Add(FLine{Piece, Taken > 0});
			Taken += Piece.Len();
		}
		while (Taken < Line.Len());
	}
}

void SToolPreview::Show(int32 Count)
{
	Groups->ClearChildren();
	if (bWouldFail)
	{
		AddWords(LOCTEXT("WouldFail", "Even if you allow it, it will be refused:"), true);
	}
	if (!Title.IsEmpty())
	{
		AddWords(FText::FromString(Title), false);
	}
	const int32 Shown = FMath::Min(Count, Lines.Num());
	if (Language.IsEmpty() || bIsDiff || bWouldFail)
	{
		AddLines(Shown);
	}
	else
	{
		AddCode(Shown);
	}
	const bool bHasTooMany = Lines.Num() > MostLines;
	const bool bCanShowMore = Shown < Lines.Num() && Shown < MostLines;
	if (Shown < Lines.Num())
	{
		Groups->AddSlot()
		.AutoHeight()
		.HAlign(HAlign_Left)
		.Padding(0.0f, 2.0f)
		[
			SNew(SChatButton)
			.ContentPadding(FMargin(6.0f, 1.0f))
			.IsEnabled(bCanShowMore)
			.Text(bCanShowMore ? FText::Format(bHasTooMany ? LOCTEXT("ShowFirst", "Show the first {0} lines") : LOCTEXT("ShowAll", "Show all {0} lines"),
									 FText::AsNumber(FMath::Min(Lines.Num(), MostLines)))
							   : FText::Format(LOCTEXT("TooMany", "Lines not shown: {0}"), FText::AsNumber(Lines.Num() - Shown)))
			.OnClicked(this, &SToolPreview::HandleAllAsked)
		];
	}
}

void SToolPreview::AddLines(int32 Shown)
{
	FString Group;
	TCHAR Sign = TEXT(' ');
	for (int32 Index = 0; Index < Shown; ++Index)
	{
		const FLine& Line = Lines[Index];
		const bool bIsSigned = bIsDiff && !Line.Text.IsEmpty() && (Line.Text[0] == TEXT('+') || Line.Text[0] == TEXT('-'));
		const TCHAR Own = Line.bContinues ? Sign : bIsSigned ? Line.Text[0] : TEXT(' ');
		if (Own != Sign && !Group.IsEmpty())
		{
			AddGroup(Group, Sign);
			Group.Empty();
		}
		Sign = Own;
		Group += (Group.IsEmpty() || Line.bContinues ? TEXT("") : TEXT("\n")) + Line.Text;
	}
	if (!Group.IsEmpty())
	{
		AddGroup(Group, Sign);
	}
}

void SToolPreview::AddCode(int32 Shown)
{
	if (Shown == 0)
	{
		return;
	}
	FString Code;
	for (int32 Index = 0; Index < Shown; ++Index)
	{
		Code += (Index == 0 || Lines[Index].bContinues ? TEXT("") : TEXT("\n")) + Lines[Index].Text;
	}
	Groups->AddSlot()
	.AutoHeight()
	.Padding(0.0f, 2.0f)
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Code"))
		.Padding(FMargin(8.0f, 6.0f))
		[
			SNew(SMultiLineEditableText)
			.Text(FText::FromString(FCodePainter(Language).Paint(Code)))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Code"))
			.Marshaller(FRichTextLayoutMarshaller::Create(TArray<TSharedRef<ITextDecorator>>(), &FVibeUEStyle::Get()))
			.TextFlowDirection(ETextFlowDirection::LeftToRight)
			.IsReadOnly(true)
			.AutoWrapText(true)
		]
	];
}

void SToolPreview::AddGroup(const FString& Group, TCHAR Sign)
{
	const bool bIsRemoved = Sign == TEXT('-');
	const FSlateColor Own = Sign == TEXT('+') ? FStyleColors::AccentGreen : FStyleColors::Foreground;
	Groups->AddSlot()
	.AutoHeight()
	[
		SNew(STextBlock)
		.Text(FText::FromString(Group))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Code"))
		.TextFlowDirection(ETextFlowDirection::LeftToRight)
		.ColorAndOpacity_Lambda([bIsRemoved, Own]() { return bIsRemoved ? FWordColors::GetError() : Own; })
		.AutoWrapText(true)
	];
}

void SToolPreview::AddWords(const FText& Words, bool bIsWarning)
{
	Groups->AddSlot()
	.AutoHeight()
	.Padding(0.0f, 0.0f, 0.0f, 2.0f)
	[
		SNew(STextBlock)
		.Text(Words)
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		.ColorAndOpacity(bIsWarning ? FSlateColor(FStyleColors::Warning) : FSlateColor(FStyleColors::Foreground))
		.AutoWrapText(true)
	];
}

FString SToolPreview::MakeHonest(const FString& Text)
{
	return VibeUE::IsCoreUsable() ? VibeUE::FromCore(vibeue::show_unseen(VibeUE::ToCore(Text))) : Text;
}

FReply SToolPreview::HandleAllAsked()
{
	Show(MostLines);
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
