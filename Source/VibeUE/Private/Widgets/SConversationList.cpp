// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SConversationList.h"

#include "ConversationFiles.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SSearchBox.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SConversationList"

namespace SConversationListPrivate
{
/** The most rows that are shown; the search finds the others. */
static constexpr int32 MostShown = 100;

static FText TitleOf(const FConversationEntry& Entry)
{
	return Entry.Title.IsEmpty() ? LOCTEXT("NoTitle", "New conversation") : FText::FromString(Entry.Title);
}

/** How long ago it was: no clock of another time zone has to be read. */
static FText AgeOf(const FDateTime& Changed)
{
	const double Minutes = (FDateTime::UtcNow() - Changed).GetTotalMinutes();
	if (Minutes < 1.0)
	{
		return LOCTEXT("JustNow", "just now");
	}
	if (Minutes < 60.0)
	{
		return FText::Format(LOCTEXT("MinutesAgo", "{0} min ago"), FText::AsNumber(FMath::FloorToInt(Minutes)));
	}
	if (Minutes < 24.0 * 60.0)
	{
		return FText::Format(LOCTEXT("HoursAgo", "{0} h ago"), FText::AsNumber(FMath::FloorToInt(Minutes / 60.0)));
	}
	const int64 Days = FMath::FloorToInt(Minutes / (24.0 * 60.0));
	if (Days < 14)
	{
		return Days == 1 ? LOCTEXT("Yesterday", "1 day ago") : FText::Format(LOCTEXT("DaysAgo", "{0} days ago"), FText::AsNumber(Days));
	}
	return FText::FromString(Changed.ToString(TEXT("%Y-%m-%d")));
}
} // namespace SConversationListPrivate

void SConversationList::Construct(const FArguments& InArgs)
{
	Current = InArgs._Current;
	OnOpened = InArgs._OnOpened;
	OnDeleted = InArgs._OnDeleted;
	ChildSlot
	.Padding(8.0f)
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 0.0f, 0.0f, 6.0f)
		[
			SNew(SSearchBox)
			.HintText(LOCTEXT("Search", "Search conversations"))
			.OnTextChanged(this, &SConversationList::HandleSearchChanged)
		]
		+ SVerticalBox::Slot()
		.FillHeight(1.0f)
		[
			SAssignNew(Rows, SScrollBox)
			.Orientation(Orient_Vertical)
		]
	];
}

void SConversationList::Refresh()
{
	AskedToDelete.Reset();
	Listing = MakeUnique<FConversationListing>(FConversationFiles::GetFolder());
	if (!bTimerRuns)
	{
		bTimerRuns = true;
		RegisterActiveTimer(0.05f, FWidgetActiveTimerDelegate::CreateSP(this, &SConversationList::HandleTime));
	}
}

void SConversationList::Cancel()
{
	Listing.Reset();
}

EActiveTimerReturnType SConversationList::HandleTime(double, float)
{
	if (Listing.IsValid() && !Listing->IsFinished())
	{
		return EActiveTimerReturnType::Continue;
	}
	bTimerRuns = false;
	if (Listing.IsValid())
	{
		Entries = Listing->GetEntries();
		Listing.Reset();
		bIsKnown = true;
		ShowEntries();
	}
	return EActiveTimerReturnType::Stop;
}

void SConversationList::HandleSearchChanged(const FText& Words)
{
	Search = Words.ToString().TrimStartAndEnd();
	ShowEntries();
}

void SConversationList::ShowEntries()
{
	Rows->ClearChildren();
	int32 Count = 0;
	for (const FConversationEntry& Entry : Entries)
	{
		if (Count >= SConversationListPrivate::MostShown)
		{
			break;
		}
		if (Search.IsEmpty() || Entry.Title.Contains(Search))
		{
			++Count;
			Rows->AddSlot()
			.Padding(0.0f, 2.0f)
			[
				Entry.Id == AskedToDelete ? MakeQuestion(Entry) : MakeRow(Entry)
			];
		}
	}
	if (Count == 0 && bIsKnown)
	{
		Rows->AddSlot()
		.Padding(8.0f)
		[
			SNew(STextBlock)
			.Text(Search.IsEmpty() ? LOCTEXT("None", "There are no conversations yet.") : LOCTEXT("NotFound", "No conversation's name contains these words."))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.AutoWrapText(true)
		];
	}
}

TSharedRef<SWidget> SConversationList::MakeRow(const FConversationEntry& Entry)
{
	const bool bIsCurrent = Entry.Id == Current.Get();
	const bool bIsBroken = Entry.Problem.Kind != EVibeUEFailure::None;
	const FText Facts = bIsBroken
		? FText::FromString(Entry.Problem.Message)
		: FText::Format(LOCTEXT("Facts", "{0} messages, {1}"), FText::AsNumber(Entry.Messages), SConversationListPrivate::AgeOf(Entry.Changed));
	const FText OpenTip = FText::Format(LOCTEXT("OpenTip", "Open this conversation. It was last changed on {0} UTC."),
		FText::FromString(Entry.Changed.ToString(TEXT("%Y-%m-%d %H:%M"))));
	return SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush(bIsCurrent ? "VibeUE.Box.Asking" : "VibeUE.Box.Card"))
		.Padding(FMargin(2.0f))
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			[
				SNew(SButton)
				.ButtonStyle(FAppStyle::Get(), "SimpleButton")
				.ContentPadding(FMargin(8.0f, 5.0f))
				.ToolTipText(bIsBroken ? FText::FromString(Entry.Problem.Hint) : OpenTip)
				.OnClicked(this, &SConversationList::HandleOpenClicked, Entry.Id)
				[
					SNew(SVerticalBox)
					+ SVerticalBox::Slot()
					.AutoHeight()
					[
						SNew(STextBlock)
						.Text(SConversationListPrivate::TitleOf(Entry))
						.TextStyle(FVibeUEStyle::GetText("VibeUE.Text"))
						.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
						.Clipping(EWidgetClipping::ClipToBounds)
					]
					+ SVerticalBox::Slot()
					.AutoHeight()
					.Padding(0.0f, 2.0f, 0.0f, 0.0f)
					[
						SNew(STextBlock)
						.Text(Facts)
						.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
						.ColorAndOpacity(bIsBroken ? FStyleColors::Error : FSlateColor::UseSubduedForeground())
						.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
						.Clipping(EWidgetClipping::ClipToBounds)
					]
				]
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(2.0f, 0.0f)
			[
				SNew(SChatIconButton)
				.Icon("VibeUE.Delete")
				.IconColor(FSlateColor::UseSubduedForeground())
				.ToolTipText(LOCTEXT("DeleteTip", "Delete this conversation; you are asked first."))
				.OnClicked(this, &SConversationList::HandleDeleteClicked, Entry.Id)
			]
		];
}

TSharedRef<SWidget> SConversationList::MakeQuestion(const FConversationEntry& Entry)
{
	return SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Error"))
		.Padding(FMargin(10.0f, 7.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(STextBlock)
				.Text(FText::Format(LOCTEXT("Sure", "Delete \"{0}\" for good? Its file is removed, originals and summaries included."),
					SConversationListPrivate::TitleOf(Entry)))
				.TextStyle(FVibeUEStyle::GetText("VibeUE.Text"))
				.AutoWrapText(true)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(0.0f, 6.0f, 0.0f, 0.0f)
			[
				SNew(SHorizontalBox)
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.Padding(0.0f, 0.0f, 6.0f, 0.0f)
				[
					SNew(SButton)
					.ContentPadding(FMargin(10.0f, 3.0f))
					.Text(LOCTEXT("Delete", "Delete"))
					.ForegroundColor(FStyleColors::Error)
					.OnClicked(this, &SConversationList::HandleDeleteConfirmed, Entry.Id)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				[
					SNew(SButton)
					.ContentPadding(FMargin(10.0f, 3.0f))
					.Text(LOCTEXT("Keep", "Keep"))
					.OnClicked(this, &SConversationList::HandleDeleteRefused)
				]
			]
		];
}

FReply SConversationList::HandleOpenClicked(FString Id)
{
	OnOpened.ExecuteIfBound(Id);
	return FReply::Handled();
}

FReply SConversationList::HandleDeleteClicked(FString Id)
{
	AskedToDelete = Id;
	ShowEntries();
	return FReply::Handled();
}

FReply SConversationList::HandleDeleteConfirmed(FString Id)
{
	OnDeleted.ExecuteIfBound(Id);
	Refresh();
	return FReply::Handled();
}

FReply SConversationList::HandleDeleteRefused()
{
	AskedToDelete.Reset();
	ShowEntries();
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
