// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SThoughtRow.h"

#include "HAL/PlatformTime.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUEStyle.h"
#include "Widgets/AccessibleWords.h"
#include "Widgets/ChatExcerpt.h"
#include "Widgets/FoldKeys.h"
#include "Widgets/Layout/SExpandableArea.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SThoughtRow"

namespace SThoughtRowPrivate
{
/** Laying out more than this would hold up the frame; thoughts are that long if a model goes around in circles. */
static constexpr int32 MostCharacters = 20000;

static FText TitleFor(double Seconds)
{
	const int32 Whole = static_cast<int32>(FMath::RoundToInt(Seconds));
	return Whole < 1 ? LOCTEXT("ThoughtBriefly", "Thought for a moment") : FText::Format(LOCTEXT("Thought", "Thought for {0} s"), FText::AsNumber(Whole));
}
} // namespace SThoughtRowPrivate

void SThoughtRow::Construct(const FArguments& InArgs)
{
	Begin = FPlatformTime::Seconds();
	Title = LOCTEXT("Thinking", "Thinking\u2026");
	if (!InArgs._Thought.IsEmpty())
	{
		Thought = InArgs._Thought;
		ShowThought();
		// What an earlier version kept has no time.
		Title = LOCTEXT("ThoughtBefore", "Thought before answering");
		bIsFinished = true;
		Finish(InArgs._Milliseconds);
	}
	ChildSlot
	.Padding(18.0f, 1.0f, 14.0f, 1.0f)
	[
		SAssignNew(Area, SExpandableArea)
		.InitiallyCollapsed(true)
		.BorderImage(FAppStyle::GetBrush("NoBorder"))
		.Padding(FMargin(20.0f, 2.0f, 4.0f, 4.0f))
		.HeaderContent()
		[
			SNew(STextBlock)
			.Text(this, &SThoughtRow::GetTitle)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Subdued"))
			.ColorAndOpacity_Static(&FWordColors::GetQuiet)
		]
		.BodyContent()
		[
			SNew(SMultiLineEditableText)
			.Text(this, &SThoughtRow::GetText)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Thought"))
			.TextFlowDirection(ETextFlowDirection::Auto)
			.IsReadOnly(true)
			.AutoWrapText(true)
		]
	];
	FAccessibleWords::Give(*this, TAttribute<FText>::CreateSP(this, &SThoughtRow::GetSpoken));
}

void SThoughtRow::AppendText(const FString& Words)
{
	Thought += Words;
	if (!bTimerRuns)
	{
		// Once a frame, however many pieces come in it.
		bTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SThoughtRow::HandleFrame));
	}
}

EActiveTimerReturnType SThoughtRow::HandleFrame(double, float)
{
	bTimerRuns = false;
	ShowThought();
	return EActiveTimerReturnType::Stop;
}

void SThoughtRow::ShowThought()
{
	const FString Shown = FChatExcerpt::Begin(Thought, SThoughtRowPrivate::MostCharacters);
	const int32 Hidden = Thought.Len() - Shown.Len();
	Text = Hidden == 0 ? FText::FromString(Shown)
					   : FText::Format(LOCTEXT("Cut", "{0}\n\u2026 characters not shown: {1}"), FText::FromString(Shown), FText::AsNumber(Hidden));
}

void SThoughtRow::Finish(int64 Milliseconds)
{
	if (Milliseconds >= 0)
	{
		Title = SThoughtRowPrivate::TitleFor(static_cast<double>(Milliseconds) / 1000.0);
	}
	else if (!bIsFinished)
	{
		Title = SThoughtRowPrivate::TitleFor(FPlatformTime::Seconds() - Begin);
	}
	bIsFinished = true;
}

bool SThoughtRow::IsOpen() const
{
	return Area->IsExpanded();
}

void SThoughtRow::Unfold()
{
	Area->SetExpanded(true);
}

FText SThoughtRow::GetText() const
{
	return Text;
}

FText SThoughtRow::GetTitle() const
{
	return Title;
}

FText SThoughtRow::GetSpoken() const
{
	return FFoldKeys::Describe(Title, *Area);
}

FReply SThoughtRow::OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	const FReply Pressed = FFoldKeys::Press(*this, *Area, InKeyEvent);
	return Pressed.IsEventHandled() ? Pressed : SCompoundWidget::OnKeyDown(MyGeometry, InKeyEvent);
}

#undef LOCTEXT_NAMESPACE
