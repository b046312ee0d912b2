// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SPanelGrip.h"

#include "Input/Events.h"
#include "InputCoreTypes.h"
#include "Layout/Margin.h"
#include "ReadingDirection.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "Widgets/AccessibleWords.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"

#define LOCTEXT_NAMESPACE "SPanelGrip"

namespace SPanelGripPrivate
{
/** The width of the edge, and how far a key moves it, in Slate units. */
static constexpr float Width = 5.0f;
static constexpr float Step = 20.0f;

/** 1 if the panel becomes wider by moving its edge to the left, -1 if the panel is at the left. */
static float GetSign()
{
	return FReadingDirection::IsRightToLeft() ? -1.0f : 1.0f;
}
} // namespace SPanelGripPrivate

void SPanelGrip::Construct(const FArguments& InArgs)
{
	PanelWidth = InArgs._PanelWidth;
	OnResized = InArgs._OnResized;
	OnReleased = InArgs._OnReleased;
	SetToolTipText(LOCTEXT("Tip", "Drag to resize the panel, or use the Left and Right arrow keys."));
	FAccessibleWords::Give(*this, TAttribute<FText>::CreateSP(this, &SPanelGrip::GetSpoken));
	ChildSlot
	[
		SNew(SBox)
		.WidthOverride(SPanelGripPrivate::Width)
		[
			SNew(SBorder)
			.BorderImage(FAppStyle::GetBrush("WhiteBrush"))
			.BorderBackgroundColor(this, &SPanelGrip::GetColor)
			.Padding(FMargin(0.0f))
		]
	];
}

FReply SPanelGrip::OnMouseButtonDown(const FGeometry&, const FPointerEvent& MouseEvent)
{
	if (MouseEvent.GetEffectingButton() != EKeys::LeftMouseButton)
	{
		return FReply::Unhandled();
	}
	bIsTaken = true;
	TakenAt = MouseEvent.GetScreenSpacePosition();
	TakenWidth = PanelWidth.Get();
	return FReply::Handled().CaptureMouse(SharedThis(this));
}

FReply SPanelGrip::OnMouseMove(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent)
{
	if (!bIsTaken)
	{
		return FReply::Unhandled();
	}
	if (!MouseEvent.IsMouseButtonDown(EKeys::LeftMouseButton))
	{
		// The button was released without an event.
		bIsTaken = false;
		OnReleased.ExecuteIfBound();
		return FReply::Unhandled();
	}
	// Both by the same geometry: the edge may have moved since it was laid out.
	const FVector2D From = MyGeometry.AbsoluteToLocal(TakenAt);
	const FVector2D To = MyGeometry.AbsoluteToLocal(MouseEvent.GetScreenSpacePosition());
	OnResized.ExecuteIfBound(TakenWidth + SPanelGripPrivate::GetSign() * static_cast<float>(From.X - To.X));
	return FReply::Handled();
}

FReply SPanelGrip::OnMouseButtonUp(const FGeometry&, const FPointerEvent&)
{
	if (!bIsTaken)
	{
		return FReply::Unhandled();
	}
	bIsTaken = false;
	OnReleased.ExecuteIfBound();
	return FReply::Handled().ReleaseMouseCapture();
}

FReply SPanelGrip::OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent)
{
	const bool bLeft = InKeyEvent.GetKey() == EKeys::Left;
	if (!bLeft && InKeyEvent.GetKey() != EKeys::Right)
	{
		return SCompoundWidget::OnKeyDown(MyGeometry, InKeyEvent);
	}
	OnResized.ExecuteIfBound(PanelWidth.Get() + SPanelGripPrivate::GetSign() * (bLeft ? SPanelGripPrivate::Step : -SPanelGripPrivate::Step));
	OnReleased.ExecuteIfBound();
	return FReply::Handled();
}

FText SPanelGrip::GetSpoken() const
{
	return FText::Format(LOCTEXT("Spoken", "Panel edge; the panel is {0} units wide. The Left and Right arrow keys move the edge"), FText::AsNumber(FMath::RoundToInt(PanelWidth.Get())));
}

FSlateColor SPanelGrip::GetColor() const
{
	return bIsTaken || IsHovered() || HasKeyboardFocus() ? FStyleColors::AccentBlue : FStyleColors::InputOutline;
}

#undef LOCTEXT_NAMESPACE
