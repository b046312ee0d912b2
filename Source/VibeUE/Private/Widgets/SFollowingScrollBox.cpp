// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SFollowingScrollBox.h"

#include "Input/Events.h"
#include "Layout/WidgetPath.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"

namespace SFollowingScrollBoxPrivate
{
/** Slate units from the end within which the user counts as being at the end. */
static constexpr float EndTolerance = 20.0f;

/** Frames until the height of new rows is known. */
static constexpr int32 FramesToSettle = 3;
} // namespace SFollowingScrollBoxPrivate

void SFollowingScrollBox::Construct(const FArguments& InArgs)
{
	OnKeyboardLost = InArgs._OnKeyboardLost;
	MostRowWidth = InArgs._MostRowWidth;
	ChildSlot
	[
		SAssignNew(ScrollBox, SScrollBox)
		.Orientation(Orient_Vertical)
		.OnUserScrolled(this, &SFollowingScrollBox::HandleUserScrolled)
	];
}

void SFollowingScrollBox::AddRow(const TSharedRef<SWidget>& Row, const FMargin& Padding, const FString& Name, const TAttribute<bool>& IsWide)
{
	const TSharedRef<SWidget> Frame = SNew(SBox)
		.WidthOverride_Lambda([this, IsWide]() { return GetWidthOfRow(IsWide.Get(false)); })
		[
			Row
		];
	Rows.Add(FNamedRow{Name, Row});
	Frames.Add(Row, Frame);
	ScrollBox->AddSlot()
	.HAlign(MostRowWidth > 0.0f ? HAlign_Center : HAlign_Fill)
	.Padding(Padding)
	[
		Frame
	];
	FollowEnd();
}

void SFollowingScrollBox::RemoveRow(const TSharedRef<SWidget>& Row)
{
	NoteKeyboard();
	Rows.RemoveAll([&Row](const FNamedRow& Each) { return Each.Widget == Row; });
	if (const TSharedPtr<SWidget> Frame = Frames.FindRef(Row))
	{
		ScrollBox->RemoveSlot(Frame.ToSharedRef());
		Frames.Remove(Row);
	}
}

void SFollowingScrollBox::Clear()
{
	NoteKeyboard();
	Rows.Empty();
	ScrollBox->ClearChildren();
	Frames.Empty();
}

void SFollowingScrollBox::NoteKeyboard()
{
	Keyboard.Note(Rows);
	if (Keyboard.IsNoted() && !bKeyboardTimerRuns)
	{
		// What comes in their place can have it once it was laid out.
		bKeyboardTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SFollowingScrollBox::HandleKeyboard));
	}
}

EActiveTimerReturnType SFollowingScrollBox::HandleKeyboard(double, float)
{
	bKeyboardTimerRuns = false;
	if (!Keyboard.GiveBack(Rows, SharedThis(this)))
	{
		OnKeyboardLost.ExecuteIfBound();
	}
	return EActiveTimerReturnType::Stop;
}

void SFollowingScrollBox::StartFollowing()
{
	bFollows = true;
}

void SFollowingScrollBox::FollowEnd()
{
	if (!bFollows)
	{
		return;
	}
	ScrollBox->ScrollToEnd();
	ShownRow.Reset();
	StartTimer();
}

void SFollowingScrollBox::ShowRow(const TSharedRef<SWidget>& Row)
{
	bFollows = false;
	ShownRow = Row;
	StartTimer();
}

TMap<TSharedRef<SWidget>, FArrangedWidget> SFollowingScrollBox::FindPlaces(const TSet<TSharedRef<SWidget>>& Sought) const
{
	TMap<TSharedRef<SWidget>, FArrangedWidget> Places;
	ScrollBox->FindChildGeometries(ScrollBox->GetCachedGeometry(), Sought, Places);
	return Places;
}

float SFollowingScrollBox::GetViewWidth() const
{
	return static_cast<float>(ScrollBox->GetCachedGeometry().GetLocalSize().X);
}

float SFollowingScrollBox::GetRowWidth() const
{
	return MostRowWidth > 0.0f ? FMath::Min(GetViewWidth(), MostRowWidth) : GetViewWidth();
}

FOptionalSize SFollowingScrollBox::GetWidthOfRow(bool bIsWide) const
{
	// Before the view is painted, and in the frame in which it becomes narrower, alignment keeps the row within it.
	const float View = GetViewWidth();
	const float Most = View > 0.0f ? GetRowWidth() : MostRowWidth;
	const float Width = bIsWide ? View : Most;
	return Width > 0.0f ? FOptionalSize(Width) : FOptionalSize();
}

void SFollowingScrollBox::ScrollByViews(float Views)
{
	const float View = static_cast<float>(ScrollBox->GetCachedGeometry().GetLocalSize().Y);
	const float Offset = FMath::Clamp(ScrollBox->GetScrollOffset() + Views * View, 0.0f, ScrollBox->GetScrollOffsetOfEnd());
	ShownRow.Reset();
	ScrollBox->SetScrollOffset(Offset);
	HandleUserScrolled(Offset);
}

void SFollowingScrollBox::StartTimer()
{
	// New text knows its height only after it was laid out once: the end moves for some frames.
	FramesToFollow = SFollowingScrollBoxPrivate::FramesToSettle;
	if (!bTimerRuns)
	{
		bTimerRuns = true;
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SFollowingScrollBox::HandleFrame));
	}
}

bool SFollowingScrollBox::IsAtEnd(float Offset) const
{
	return ScrollBox->GetScrollOffsetOfEnd() - Offset <= SFollowingScrollBoxPrivate::EndTolerance;
}

void SFollowingScrollBox::HandleUserScrolled(float Offset)
{
	// What the user did last decides, before anything is added: a row that is new is always beyond the end.
	bFollows = IsAtEnd(Offset);
	ShownRow.Reset();
	if (!bFollows)
	{
		// Text that came in this frame has asked for the end, which would undo what the user did.
		ScrollBox->SetScrollOffset(Offset);
	}
}

void SFollowingScrollBox::Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime)
{
	SCompoundWidget::Tick(AllottedGeometry, InCurrentTime, InDeltaTime);
	const FVector2f Size = AllottedGeometry.GetLocalSize();
	if (Size != KnownSize)
	{
		// Another width breaks the lines elsewhere: who was at the end stays there. What the user has opened there stays in view.
		KnownSize = Size;
		if (bSeesEnd || bTimerRuns)
		{
			FollowEnd();
		}
	}
	bSeesEnd = IsAtEnd(ScrollBox->GetScrollOffset());
}

void SFollowingScrollBox::OnFocusChanging(const FWeakWidgetPath& PreviousFocusPath, const FWidgetPath& NewWidgetPath, const FFocusEvent& InFocusEvent)
{
	SCompoundWidget::OnFocusChanging(PreviousFocusPath, NewWidgetPath, InFocusEvent);
	// Users see what they click: only what the keyboard reaches is brought into view.
	if (InFocusEvent.GetCause() != EFocusCause::Navigation || !NewWidgetPath.IsValid() || !NewWidgetPath.ContainsWidget(this))
	{
		return;
	}
	// What comes at the end meanwhile would take it out of view again. The next message of the user is followed.
	bFollows = false;
	ShownRow.Reset();
	ScrollBox->ScrollDescendantIntoView(NewWidgetPath.GetLastWidget(), false, EDescendantScrollDestination::IntoView);
}

EActiveTimerReturnType SFollowingScrollBox::HandleFrame(double, float)
{
	if (bFollows && FramesToFollow > 0)
	{
		--FramesToFollow;
		ScrollBox->ScrollToEnd();
		return EActiveTimerReturnType::Continue;
	}
	const TSharedPtr<SWidget> Row = ShownRow.Pin();
	if (Row.IsValid() && FramesToFollow > 0)
	{
		--FramesToFollow;
		ScrollBox->ScrollDescendantIntoView(Row, false, EDescendantScrollDestination::TopOrLeft);
		return EActiveTimerReturnType::Continue;
	}
	ShownRow.Reset();
	bTimerRuns = false;
	return EActiveTimerReturnType::Stop;
}
