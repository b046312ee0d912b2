// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// How long a call has been running, what is known when it has ended, and what is heard of it.

#include "Widgets/SToolCallRow.h"

#include "Widgets/CallFigures.h"
#include "Widgets/FoldKeys.h"
#include "Widgets/SToolPreview.h"

#define LOCTEXT_NAMESPACE "SToolCallRow"

namespace SToolCallRowFiguresPrivate
{
/** Seconds between two looks at the time of a call: each second is seen in good time. */
static constexpr float LookAfter = 0.25f;
} // namespace SToolCallRowFiguresPrivate

void SToolCallRow::WatchTime()
{
	if (!bTimerRuns && State == EToolCallState::Running && OnTimed.IsBound())
	{
		bTimerRuns = true;
		RegisterActiveTimer(SToolCallRowFiguresPrivate::LookAfter, FWidgetActiveTimerDelegate::CreateSP(this, &SToolCallRow::HandleTime));
	}
}

EActiveTimerReturnType SToolCallRow::HandleTime(double, float)
{
	if (State != EToolCallState::Running)
	{
		bTimerRuns = false;
		return EActiveTimerReturnType::Stop;
	}
	const int64 Milliseconds = OnTimed.IsBound() ? OnTimed.Execute(Call.CallId) : -1;
	// A text that is the same is not set again: nothing is drawn between two seconds.
	if (Milliseconds >= 0 && Milliseconds / 1000 != ShownSeconds)
	{
		ShownSeconds = Milliseconds / 1000;
		Figures = FCallFigures::Elapsed(Milliseconds);
	}
	return EActiveTimerReturnType::Continue;
}

FText SToolCallRow::GetFigures() const
{
	return Figures;
}

FText SToolCallRow::GetStateLine() const
{
	return Figures.IsEmpty() ? GetStateText() : FText::Format(LOCTEXT("StateLine", "{0} \u00b7 {1}"), GetStateText(), Figures);
}

FText SToolCallRow::GetSpoken() const
{
	const FText Words = FText::Format(LOCTEXT("Spoken", "Call to {0}: {1}"), FText::FromString(SToolPreview::MakeHonest(Call.Name)), GetStateLine());
	const FText Numbers = GetNumbers();
	return FFoldKeys::Describe(Numbers.IsEmpty() ? Words : FText::Format(LOCTEXT("SpokenNumbers", "{0}, {1}"), Words, Numbers), *Details);
}

FText SToolCallRow::GetNumbers() const
{
	TArray<FText> Numbers;
	for (const int64 Number : {CallNumber, ResultNumber})
	{
		if (Number != 0)
		{
			Numbers.Add(FText::FromString(FString::Printf(TEXT("m%lld"), Number)));
		}
	}
	return FText::Join(LOCTEXT("NumbersComma", ", "), Numbers);
}

FText SToolCallRow::GetNumbersTip() const
{
	const FText Numbers = GetNumbers();
	if (Numbers.IsEmpty())
	{
		return Numbers;
	}
	return FText::Format(CallNumber != 0 && ResultNumber != 0 ? LOCTEXT("NumbersTip", "In summaries, this call and its result are {0}.")
							 : CallNumber != 0				  ? LOCTEXT("CallNumberTip", "In summaries, this call is {0}.")
															  : LOCTEXT("ResultNumberTip", "In summaries, this call's result is {0}."), Numbers);
}

FReply SToolCallRow::OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	const FReply Pressed = FFoldKeys::Press(*this, *Details, InKeyEvent);
	return Pressed.IsEventHandled() ? Pressed : SCompoundWidget::OnKeyDown(MyGeometry, InKeyEvent);
}

EVisibility SToolCallRow::GetFiguresVisibility() const
{
	// Visible to the pointer, too: it has a tool tip.
	return Figures.IsEmpty() || IsNarrow() ? EVisibility::Collapsed : EVisibility::Visible;
}

#undef LOCTEXT_NAMESPACE
