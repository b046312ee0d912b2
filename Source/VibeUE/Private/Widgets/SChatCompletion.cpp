// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatCompletion.h"

#include "Layout/Margin.h"
#include "VibeUEStyle.h"
#include "Widgets/ChoiceRow.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SChatCompletion"

namespace SChatCompletionPrivate
{
/** More rows than these would push the conversation away. */
static constexpr int32 MostRows = 8;

/** Slate units of a row, of what is around the rows, and of the detail below them. */
static constexpr float RowHeight = 24.0f;
static constexpr float Around = 34.0f;
static constexpr float DetailHeight = 36.0f;

/** The share of the list that the name of a row may take. */
static constexpr float ShareOfLabel = 0.55f;

/** Returns the word for what a row stands for; a command needs none because of its slash. */
static FText NameOf(ETextCompletionKind Kind)
{
	switch (Kind)
	{
	case ETextCompletionKind::File:
		return LOCTEXT("KindFile", "File");
	case ETextCompletionKind::Conversation:
		return LOCTEXT("KindConversation", "Conversation");
	case ETextCompletionKind::Asset:
		return LOCTEXT("KindAsset", "Asset");
	case ETextCompletionKind::Actor:
		return LOCTEXT("KindActor", "Actor");
	case ETextCompletionKind::Command:
		break;
	}
	return FText::GetEmpty();
}
} // namespace SChatCompletionPrivate

void SChatCompletion::Construct(const FArguments& InArgs)
{
	OnChosen = InArgs._OnChosen;
	SetVisibility(TAttribute<EVisibility>::CreateSP(this, &SChatCompletion::GetListVisibility));
	ChildSlot
	.Padding(0.0f, 0.0f, 0.0f, 6.0f)
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Card"))
		.Padding(FMargin(4.0f, 4.0f, 4.0f, 6.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SAssignNew(Box, SVerticalBox)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(8.0f, 6.0f, 8.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(this, &SChatCompletion::GetDetail)
				.Visibility(this, &SChatCompletion::GetDetailVisibility)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(8.0f, 3.0f, 8.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(this, &SChatCompletion::GetCount)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
				.ColorAndOpacity_Static(&FWordColors::GetQuiet)
				.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			]
		]
	];
}

void SChatCompletion::Show(const TArray<FTextCompletionRow>& InRows)
{
	bool bIsSame = Rows.Num() == InRows.Num();
	for (int32 Index = 0; bIsSame && Index < Rows.Num(); ++Index)
	{
		bIsSame = Rows[Index].Words.Equals(InRows[Index].Words);
	}
	if (bIsSame)
	{
		// What the user chose stays chosen.
		return;
	}
	Rows = InRows;
	Selected = 0;
	First = 0;
	Refresh();
}

void SChatCompletion::Hide()
{
	Show(TArray<FTextCompletionRow>());
}

void SChatCompletion::Move(int32 By)
{
	if (Rows.Num() > 0)
	{
		Selected = (Selected + By + Rows.Num()) % Rows.Num();
		First = FMath::Clamp(First, Selected - CountShown() + 1, Selected);
		Refresh();
	}
}

void SChatCompletion::Refresh()
{
	Box->ClearChildren();
	const int32 End = FMath::Min(First + CountShown(), Rows.Num());
	for (int32 Index = First; Index < End; ++Index)
	{
		Box->AddSlot()
		.AutoHeight()
		[
			MakeRow(Index)
		];
	}
}

TSharedRef<SWidget> SChatCompletion::MakeRow(int32 Index)
{
	const FTextCompletionRow& Row = Rows[Index];
	const FText Detail = FText::FromString(Row.Detail);
	const FText Kind = SChatCompletionPrivate::NameOf(Row.Kind);
	const FText All = Kind.IsEmpty() ? FText::Format(LOCTEXT("RowName", "{0}: {1}"), FText::FromString(Row.Label), Detail)
									 : FText::Format(LOCTEXT("KindRowName", "{0} {1}: {2}"), Kind, FText::FromString(Row.Label), Detail);
	const TSharedRef<SHorizontalBox> Content = SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SBox)
			.MaxDesiredWidth(this, &SChatCompletion::GetLabelWidth)
			[
				SNew(STextBlock)
				.Text(FText::FromString(Row.Label))
				// A path, or a command.
				.TextFlowDirection(ETextFlowDirection::LeftToRight)
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
				.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
				.Clipping(EWidgetClipping::ClipToBounds)
			]
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		.Padding(10.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(Detail)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(10.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(Kind)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
		];
	return FChoiceRow::Make(All, Index == Selected, 8.0f, FOnClicked::CreateSP(this, &SChatCompletion::HandleClicked, Index), Content);
}

FReply SChatCompletion::HandleClicked(int32 Index)
{
	if (Rows.IsValidIndex(Index))
	{
		// Choosing may change the rows.
		const FTextCompletionRow Row = Rows[Index];
		OnChosen.ExecuteIfBound(Row);
	}
	return FReply::Handled();
}

FOptionalSize SChatCompletion::GetLabelWidth() const
{
	const float Width = GetCachedGeometry().GetLocalSize().X;
	return Width > 0.0f ? FOptionalSize(SChatCompletionPrivate::ShareOfLabel * Width) : FOptionalSize();
}

EVisibility SChatCompletion::GetListVisibility() const
{
	return IsShown() ? EVisibility::Visible : EVisibility::Collapsed;
}

bool SChatCompletion::HasRoomForDetail() const
{
	static constexpr float Least = SChatCompletionPrivate::Around + SChatCompletionPrivate::DetailHeight + SChatCompletionPrivate::RowHeight;
	return Room.Get(0.0f) <= 0.0f || Room.Get() >= Least;
}

int32 SChatCompletion::CountShown() const
{
	if (Room.Get(0.0f) <= 0.0f)
	{
		return SChatCompletionPrivate::MostRows;
	}
	const float Rest = Room.Get() - SChatCompletionPrivate::Around - (HasRoomForDetail() ? SChatCompletionPrivate::DetailHeight : 0.0f);
	return FMath::Clamp(static_cast<int32>(Rest / SChatCompletionPrivate::RowHeight), 1, SChatCompletionPrivate::MostRows);
}

EVisibility SChatCompletion::GetDetailVisibility() const
{
	return HasRoomForDetail() ? EVisibility::SelfHitTestInvisible : EVisibility::Collapsed;
}

FText SChatCompletion::GetDetail() const
{
	return IsShown() ? FText::FromString(GetSelected().Detail) : FText::GetEmpty();
}

FText SChatCompletion::GetCount() const
{
	return FText::Format(LOCTEXT("Count", "{0} of {1}   \u2191\u2193 choose   Tab completes   Esc closes"), FText::AsNumber(Selected + 1),
		FText::AsNumber(Rows.Num()));
}

#undef LOCTEXT_NAMESPACE
