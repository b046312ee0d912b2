// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatMentions.h"

#include "Layout/Margin.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatMentions"

namespace SChatMentionsPrivate
{
/** Slate units of the words of a box, if there is room, and in the narrowest dock. */
static constexpr float MostWidth = 420.0f;
static constexpr float LeastWidth = 40.0f;

/** Slate units that picture, button and edges take next to them. */
static constexpr float WidthBesideWords = 76.0f;
} // namespace SChatMentionsPrivate

void SChatMentions::Construct(const FArguments& InArgs)
{
	OnRemoved = InArgs._OnRemoved;
	SetVisibility(TAttribute<EVisibility>::CreateSP(this, &SChatMentions::GetShownVisibility));
	ChildSlot
	.Padding(0.0f, 0.0f, 0.0f, 4.0f)
	[
		SAssignNew(Box, SWrapBox)
		.UseAllottedSize(true)
	];
	Show(InArgs._Mentions);
}

void SChatMentions::Show(const TArray<FChatMention>& Mentions)
{
	Box->ClearChildren();
	bHasAny = Mentions.Num() > 0;
	for (const FChatMention& Mention : Mentions)
	{
		Box->AddSlot()
		.Padding(0.0f, 0.0f, 6.0f, 4.0f)
		[
			MakeBox(Mention)
		];
	}
}

TSharedRef<SWidget> SChatMentions::MakeBox(const FChatMention& Mention)
{
	const bool bIsRefused = !Mention.Problem.IsEmpty();
	const FText Label = FText::FromString(Mention.Label);
	const FText Words = bIsRefused ? FText::Format(LOCTEXT("Refused", "{0}: not attached, {1}"), Label, FText::FromString(Mention.Problem))
		: Mention.bIsPicture && Mention.bIsRead ? FText::Format(LOCTEXT("Picture", "{0} ({1})"), Label, FText::FromString(Mention.Detail)) : Label;
	const TSharedRef<SHorizontalBox> Row = SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SImage)
			.Image(FVibeUEStyle::GetBrush(bIsRefused ? "VibeUE.Warning.Small" : Mention.bIsPicture ? "VibeUE.Picture.Small" : "VibeUE.Copy.Small"))
			.ColorAndOpacity(bIsRefused ? FSlateColor(FStyleColors::Warning) : Mention.bIsRead ? FSlateColor(FStyleColors::AccentBlue) : FSlateColor::UseSubduedForeground())
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(6.0f, 2.0f, 4.0f, 2.0f)
		[
			SNew(SBox)
			.MaxDesiredWidth(this, &SChatMentions::GetWordsWidth)
			[
				SNew(STextBlock)
				.Text(Words)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
				.Clipping(EWidgetClipping::ClipToBounds)
			]
		];
	if (OnRemoved.IsBound() && Mention.bIsRead)
	{
		Row->AddSlot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SChatIconButton)
			.Icon("VibeUE.Close.Small")
			.IconColor(FSlateColor::UseSubduedForeground())
			.ToolTipText(FText::Format(LOCTEXT("RemoveTip", "Remove {0} from the message."), Label))
			.AccessibleText(FText::Format(LOCTEXT("RemoveTip", "Remove {0} from the message."), Label))
			.OnClicked(FOnClicked::CreateSP(this, &SChatMentions::HandleRemoved, Mention.Name))
		];
	}
	return SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush(bIsRefused ? "VibeUE.Box.Warning" : "VibeUE.Box.Code"))
		.ToolTipText(bIsRefused ? Words : FText::FromString(Mention.Detail))
		.Padding(FMargin(7.0f, 1.0f, 3.0f, 1.0f))
		[
			Row
		];
}

FReply SChatMentions::HandleRemoved(FString Name)
{
	OnRemoved.ExecuteIfBound(Name);
	return FReply::Handled();
}

FOptionalSize SChatMentions::GetWordsWidth() const
{
	using namespace SChatMentionsPrivate;
	const float Width = GetCachedGeometry().GetLocalSize().X;
	return Width > 0.0f ? FMath::Clamp(Width - WidthBesideWords, LeastWidth, MostWidth) : MostWidth;
}

EVisibility SChatMentions::GetShownVisibility() const
{
	return bHasAny ? EVisibility::Visible : EVisibility::Collapsed;
}

#undef LOCTEXT_NAMESPACE
