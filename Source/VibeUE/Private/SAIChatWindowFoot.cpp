// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What is between the messages and the field, and how much room it has.

#include "SAIChatWindow.h"

#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SFindBar.h"
#include "Widgets/SModelPicker.h"
#include "Widgets/SServedTools.h"
#include "Widgets/SStatusLine.h"
#include "Widgets/SSummaryBadge.h"
#include "Widgets/STokenBar.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

namespace SAIChatWindowFootPrivate
{
/** Slate units of the edges around what is below the messages, and between its parts. */
static constexpr float Edges = 22.0f;

/** The height that the messages keep if there is room for it. */
static constexpr float LeastTalk = 80.0f;

/** What the parts above the field keep: a line of them, to be scrolled. */
static constexpr float LeastTop = 28.0f;

/** The height of the line of the status: that of the badge, which comes and goes. */
static constexpr float StatusHeight = 20.0f;

/** In a narrower dock the badge is an icon: its words would leave the status no room. */
static constexpr float LeastForBadge = 440.0f;

static float HeightOf(const SWidget& Widget)
{
	return Widget.GetVisibility().IsVisible() ? static_cast<float>(Widget.GetDesiredSize().Y) : 0.0f;
}
} // namespace SAIChatWindowFootPrivate

TSharedRef<SWidget> SAIChatWindow::MakeFootTop()
{
	// In a low dock it scrolls.
	return SNew(SBox)
		.MaxDesiredHeight(this, &SAIChatWindow::GetFootRoom)
		[
			SNew(SScrollBox)
			.Orientation(Orient_Vertical)
			.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
			+ SScrollBox::Slot()
			[
				MakeFootParts()
			]
		];
}

TSharedRef<SWidget> SAIChatWindow::MakeFootParts()
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SServedTools)
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeServers()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 0.0f, 0.0f, 4.0f)
		[
			MakeAgent()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(2.0f, 0.0f, 0.0f, 4.0f)
		[
			// In a row of its own: next to the controls a narrow dock would break it letter by letter.
			MakeStatus()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeFootLevers()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			MakeQueue()
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.Padding(0.0f, 2.0f, 0.0f, 4.0f)
		[
			MakeEditBar()
		];
}

TSharedRef<SWidget> SAIChatWindow::MakeStatus()
{
	// One line for both, as high with the badge as without: the messages keep their room, and what the user has opened there its place.
	return SNew(SBox)
		.MinDesiredHeight(SAIChatWindowFootPrivate::StatusHeight)
		.VAlign(VAlign_Center)
		.Visibility(this, &SAIChatWindow::GetStatusVisibility)
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.FillWidth(1.0f)
			.VAlign(VAlign_Center)
			.Padding(0.0f, 0.0f, 6.0f, 0.0f)
			[
				// Takes its room also without a status, so that the badge is always at the end.
				SNew(SBox)
				[
					SAssignNew(StatusLine, SStatusLine)
					.OnCancelled(this, &SAIChatWindow::HandleSummaryCancelled)
					.IsAsking(this, &SAIChatWindow::IsAsking)
				]
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SAssignNew(Badge, SSummaryBadge)
				.IsShort(this, &SAIChatWindow::IsBadgeShort)
			]
		];
}

EVisibility SAIChatWindow::GetStatusVisibility() const
{
	return StatusLine->HasStatus() || Badge->IsShown() ? EVisibility::Visible : EVisibility::Collapsed;
}

bool SAIChatWindow::IsBadgeShort() const
{
	return Talk.IsValid() && static_cast<float>(Talk->GetCachedGeometry().GetLocalSize().X) < SAIChatWindowFootPrivate::LeastForBadge;
}

TSharedRef<SWidget> SAIChatWindow::MakeFootLevers()
{
	// In as many lines as large letters in a narrow dock need.
	return SNew(SWrapBox)
		.UseAllottedSize(true)
		+ SWrapBox::Slot()
		.Padding(0.0f, 0.0f, 6.0f, 4.0f)
		[
			SNew(SChatButton)
			.Visibility(this, &SAIChatWindow::GetRestoreVisibility)
			.ContentPadding(FMargin(6.0f, 1.0f))
			.Text(LOCTEXT("Restore", "Undo edits"))
			.ToolTipText(this, &SAIChatWindow::GetRestoreTip)
			.OnClicked(this, &SAIChatWindow::HandleRestoreAsked)
		]
		+ SWrapBox::Slot()
		.Padding(0.0f, 0.0f, 6.0f, 4.0f)
		[
			MakeServersButton()
		]
		+ SWrapBox::Slot()
		.Padding(0.0f, 0.0f, 6.0f, 4.0f)
		[
			MakeAgentPicker()
		]
		+ SWrapBox::Slot()
		.Padding(0.0f, 0.0f, 6.0f, 4.0f)
		[
			MakeModes()
		]
		+ SWrapBox::Slot()
		.Padding(0.0f, 0.0f, 6.0f, 4.0f)
		[
			MakeQuestionButtons()
		];
}

float SAIChatWindow::GetFieldRoom() const
{
	const float Height = Talk.IsValid() ? static_cast<float>(Talk->GetCachedGeometry().GetLocalSize().Y) : 0.0f;
	if (Height <= 0.0f)
	{
		return 0.0f;
	}
	const float Taken = SAIChatWindowFootPrivate::HeightOf(*TokenBar) + SAIChatWindowFootPrivate::Edges;
	return FMath::Max(Height - Taken, 1.0f);
}

float SAIChatWindow::GetInputRoom() const
{
	const float Room = GetFieldRoom();
	return Room > 0.0f ? FMath::Max(Room - SAIChatWindowFootPrivate::LeastTop, 1.0f) : 0.0f;
}

float SAIChatWindow::GetRoomBesideField() const
{
	const float Room = GetFieldRoom();
	const float Taken = SAIChatWindowFootPrivate::HeightOf(*FindBar) + SAIChatWindowFootPrivate::HeightOf(*Input);
	return Room > 0.0f ? FMath::Max(Room - Taken, 1.0f) : 0.0f;
}

FOptionalSize SAIChatWindow::GetModelsRoom() const
{
	const float Room = GetRoomBesideField();
	return Room > 0.0f ? FOptionalSize(Room) : FOptionalSize();
}

FOptionalSize SAIChatWindow::GetFootRoom() const
{
	const float Room = GetRoomBesideField();
	if (Room <= 0.0f)
	{
		return FOptionalSize();
	}
	const float Left = FMath::Max(Room - FMath::Min(SAIChatWindowFootPrivate::HeightOf(*Models), Room), 0.0f);
	const float Least = FMath::Min(SAIChatWindowFootPrivate::LeastTop, Left);
	return FMath::Max(Left - SAIChatWindowFootPrivate::LeastTalk, Least);
}

#undef LOCTEXT_NAMESPACE
