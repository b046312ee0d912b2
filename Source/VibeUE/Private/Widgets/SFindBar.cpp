// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SFindBar.h"

#include "Framework/Application/SlateApplication.h"
#include "HAL/PlatformTime.h"
#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/Announcements.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatField.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SFindBar"

namespace SFindBarPrivate
{
/** Seconds without typing before the search starts: it may scroll the conversation to another place, whose rows are made then. */
static constexpr double Pause = 0.3;

/** Says what was found at once, in the place of what was found before. */
static void Say(const FText& Words)
{
	FAnnouncements::CutOff();
	FAnnouncements::Say(Words, EAnnouncement::Note);
}
} // namespace SFindBarPrivate

// Long because it lists its buttons.
void SFindBar::Construct(const FArguments& InArgs)
{
	OnSought = InArgs._OnSought;
	OnShown = InArgs._OnShown;
	OnClosed = InArgs._OnClosed;
	SetVisibility(EVisibility::Collapsed);
	const auto MakeStep = [this](const FText& Label, const FText& Tip, FReply (SFindBar::*Handle)())
	{
		return SNew(SChatButton)
			.ContentPadding(FMargin(6.0f, 1.0f))
			.IsEnabled(this, &SFindBar::CanStep)
			.Text(Label)
			.ToolTipText(Tip)
			// A screen reader would only name the arrow.
			.AccessibleText(Tip)
			.OnClicked(this, Handle);
	};
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("Brushes.Header"))
		.Padding(FMargin(8.0f, 5.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SHorizontalBox)
				+ SHorizontalBox::Slot()
				.FillWidth(1.0f)
				.VAlign(VAlign_Center)
				[
					SAssignNew(Box, SChatField)
					.HintText(LOCTEXT("Hint", "Find in this conversation"))
					.bSelectAllWhenFocused(true)
					.OnTextChanged(this, &SFindBar::HandleTextChanged)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(VAlign_Center)
				.Padding(6.0f, 0.0f, 0.0f, 0.0f)
				[
					MakeStep(LOCTEXT("Older", "\u2191"), LOCTEXT("OlderTip", "Previous (older) match (Enter, F3)."), &SFindBar::HandleOlderClicked)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(VAlign_Center)
				.Padding(2.0f, 0.0f, 0.0f, 0.0f)
				[
					MakeStep(LOCTEXT("Newer", "\u2193"), LOCTEXT("NewerTip", "Next (newer) match (Shift+Enter, Shift+F3)."), &SFindBar::HandleNewerClicked)
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(VAlign_Center)
				.Padding(8.0f, 0.0f, 0.0f, 0.0f)
				[
					SNew(SCheckBox)
					.OnCheckStateChanged(this, &SFindBar::HandleCaseChanged)
					.ToolTipText(LOCTEXT("CaseTip", "Match case."))
					.AccessibleText(LOCTEXT("CaseTip", "Match case."))
					[
						SNew(STextBlock)
						.Text(LOCTEXT("Case", "Aa"))
						.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
					]
				]
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.VAlign(VAlign_Center)
				.Padding(6.0f, 0.0f, 0.0f, 0.0f)
				[
					SChatIconButton::MakeClose(LOCTEXT("CloseTip", "Close the search (Esc)."), FOnClicked::CreateSP(this, &SFindBar::HandleCloseClicked))
				]
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(2.0f, 4.0f, 0.0f, 0.0f)
			[
				SNew(SHorizontalBox)
				.Visibility(this, &SFindBar::GetExcerptVisibility)
				+ SHorizontalBox::Slot()
				.AutoWidth()
				.Padding(0.0f, 0.0f, 8.0f, 0.0f)
				[
					SNew(STextBlock)
					.Text(this, &SFindBar::GetPlace)
					.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
				]
				+ SHorizontalBox::Slot()
				.FillWidth(1.0f)
				[
					SNew(STextBlock)
					.Text(this, &SFindBar::GetExcerpt)
					.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
					.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
				]
			]
		]
	];
}

void SFindBar::Open(const FText& Words)
{
	const bool bWasOpen = bIsOpen;
	bIsOpen = true;
	SetVisibility(EVisibility::Visible);
	// What cannot be seen yet cannot have the focus.
	RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SFindBar::HandleFocus));
	const bool bHasNewWords = !Words.IsEmpty();
	if (bHasNewWords)
	{
		Box->SetText(Words);
	}
	if (bHasNewWords || !bWasOpen)
	{
		Seek();
	}
}

void SFindBar::Close()
{
	bIsOpen = false;
	bSeeksSoon = false;
	Found.Empty();
	Current = INDEX_NONE;
	SetVisibility(EVisibility::Collapsed);
	OnShown.ExecuteIfBound(0);
}

EActiveTimerReturnType SFindBar::HandleFocus(double, float)
{
	if (bIsOpen && FSlateApplication::IsInitialized())
	{
		FSlateApplication::Get().SetKeyboardFocus(Box->GetTextBox());
	}
	return EActiveTimerReturnType::Stop;
}

FReply SFindBar::OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	const FKey Key = InKeyEvent.GetKey();
	// Enter on a button presses that.
	if (Key == EKeys::F3 || (Key == EKeys::Enter && Box->HasKeyboard()))
	{
		SeekOrStep(InKeyEvent.IsShiftDown() ? 1 : -1);
		return FReply::Handled();
	}
	if (Key == EKeys::Escape)
	{
		return HandleCloseClicked();
	}
	return SCompoundWidget::OnPreviewKeyDown(MyGeometry, InKeyEvent);
}

void SFindBar::HandleTextChanged(const FText&)
{
	bSeeksSoon = true;
	SeekAt = FPlatformTime::Seconds() + SFindBarPrivate::Pause;
	if (!bTimerRuns)
	{
		bTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SFindBar::HandlePause));
	}
}

EActiveTimerReturnType SFindBar::HandlePause(double, float)
{
	if (bSeeksSoon && FPlatformTime::Seconds() >= SeekAt)
	{
		Seek();
	}
	bTimerRuns = bSeeksSoon;
	return bTimerRuns ? EActiveTimerReturnType::Continue : EActiveTimerReturnType::Stop;
}

void SFindBar::HandleCaseChanged(ECheckBoxState State)
{
	bMatchCase = State == ECheckBoxState::Checked;
	Seek();
}

FReply SFindBar::HandleOlderClicked()
{
	SeekOrStep(-1);
	return FReply::Handled();
}

FReply SFindBar::HandleNewerClicked()
{
	SeekOrStep(1);
	return FReply::Handled();
}

FReply SFindBar::HandleCloseClicked()
{
	Close();
	OnClosed.ExecuteIfBound();
	return FReply::Handled();
}

void SFindBar::Seek()
{
	bSeeksSoon = false;
	const FString Words = Box->GetText().ToString();
	bHasWords = !Words.TrimStartAndEnd().IsEmpty();
	Found = OnSought.IsBound() && bHasWords ? OnSought.Execute(Words, bMatchCase) : TArray<FVibeUEFoundMessage>();
	Current = INDEX_NONE;
	Step(-1);
}

void SFindBar::SeekOrStep(int32 By)
{
	if (bSeeksSoon)
	{
		// The results of other words cannot be continued.
		Seek();
	}
	else
	{
		Step(By);
	}
}

void SFindBar::Step(int32 By)
{
	const int32 Count = Found.Num();
	if (Count == 0)
	{
		Place = LOCTEXT("None", "Not found");
		Excerpt = FText::GetEmpty();
		if (bHasWords)
		{
			SFindBarPrivate::Say(Place);
		}
		OnShown.ExecuteIfBound(0);
		return;
	}
	Current = Current == INDEX_NONE ? Count - 1 : (Current + By + Count) % Count;
	const FVibeUEFoundMessage& Message = Found[Current];
	Place = FText::Format(LOCTEXT("Place", "{0} of {1}"), FText::AsNumber(Current + 1), FText::AsNumber(Count));
	Excerpt = FText::FromString(Message.Before + Message.Found + Message.After);
	SFindBarPrivate::Say(FText::Format(LOCTEXT("Spoken", "{0}: {1}"), Place, Excerpt));
	OnShown.ExecuteIfBound(Message.Id);
}

FText SFindBar::GetPlace() const
{
	return Place;
}

FText SFindBar::GetExcerpt() const
{
	return Excerpt;
}

EVisibility SFindBar::GetExcerptVisibility() const
{
	return bHasWords ? EVisibility::Visible : EVisibility::Collapsed;
}

bool SFindBar::CanStep() const
{
	return Found.Num() > 0 || bSeeksSoon;
}

#undef LOCTEXT_NAMESPACE
