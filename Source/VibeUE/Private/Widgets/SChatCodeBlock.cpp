// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatCodeBlock.h"

#include "Bridge/CodePainter.h"
#include "Framework/Text/RichTextLayoutMarshaller.h"
#include "Framework/Text/TextDecorators.h"
#include "HAL/PlatformApplicationMisc.h"
#include "Layout/Margin.h"
#include "ThemeColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SChatCard.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SChatCodeBlock"

void SChatCodeBlock::Construct(const FArguments& InArgs)
{
	Code = InArgs._Code;
	WrapWidth = InArgs._WrapWidth;
	WholeText = InArgs._WholeText;
	bPaintedLight = FThemeColors::Follow();
	Painter = MakeShared<FCodePainter>(InArgs._Language);
	// Code is written from left to right in every language, and its card is of a piece.
	SetFlowDirectionPreference(EFlowDirectionPreference::LeftToRight);
	ChildSlot
	[
		SNew(SChatCard)
		.Box("VibeUE.Box.Code")
		.Padding(FMargin(10.0f, 3.0f, 4.0f, 8.0f))
		.Icon("VibeUE.Copy.Small")
		.IconTip(LOCTEXT("CopyTip", "Copy this code."))
		.OnIconClicked(this, &SChatCodeBlock::HandleCopyClicked)
		.Head()
		[
			SNew(STextBlock)
			.Text(FText::FromString(InArgs._Language))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
		]
		[
			SNew(SBox)
			.Padding(FMargin(0.0f, 0.0f, 6.0f, 0.0f))
			[
				// Long lines are broken: a box that scrolls sideways would catch the wheel that scrolls the talk.
				SAssignNew(Words, SMultiLineEditableText)
				.Text(PaintCode())
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Code"))
				.Marshaller(FRichTextLayoutMarshaller::Create(TArray<TSharedRef<ITextDecorator>>(), &FVibeUEStyle::Get()))
				.IsReadOnly(true)
				.TextFlowDirection(ETextFlowDirection::LeftToRight)
				.WrapTextAt(this, &SChatCodeBlock::GetWrapWidth)
				.AutoWrapText(true)
			]
		]
	];
}

float SChatCodeBlock::GetWrapWidth() const
{
	// The edges of the box, and what keeps its words from the button.
	static constexpr float Edges = 20.0f;
	return WrapWidth.Get() > 0.0f ? FMath::Max(WrapWidth.Get() - Edges, 1.0f) : 0.0f;
}

void SChatCodeBlock::SetCode(const FString& InCode)
{
	Code = InCode;
	Words->SetText(PaintCode());
}

void SChatCodeBlock::Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime)
{
	SCompoundWidget::Tick(AllottedGeometry, InCurrentTime, InDeltaTime);
	const bool bIsLight = FThemeColors::Follow();
	if (bIsLight != bPaintedLight)
	{
		// A text keeps the looks that it was made with.
		bPaintedLight = bIsLight;
		Words->SetText(FText::GetEmpty());
		Words->SetText(PaintCode());
	}
}

FText SChatCodeBlock::PaintCode()
{
	return FText::FromString(Painter->Paint(Code));
}

FReply SChatCodeBlock::HandleCopyClicked()
{
	const FString Whole = WholeText.Get();
	FPlatformApplicationMisc::ClipboardCopy(Whole.IsEmpty() ? *Code : *Whole);
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
