#include "Widgets/Layout/SScrollBox.h"

#include "Layout/WidgetPath.h"

#include <algorithm>

void SScrollBox::Construct(const FArguments& InArgs)
{
	Orientation = InArgs._Orientation;
	ConsumeMouseWheel = InArgs._ConsumeMouseWheel;
	ScrollWhenFocusChanges = InArgs._ScrollWhenFocusChanges;
	OnUserScrolled = InArgs._OnUserScrolled;
	for (const FSlot::FSlotArguments& Slot : InArgs._Slots)
	{
		Slots.Add(Slot.StandInData);
	}
}
void SScrollBox::ScrollToEnd()
{
	StandIn::RequireGameThread("SScrollBox::ScrollToEnd");
	Goal = EGoal::End;
}
void SScrollBox::ScrollToStart()
{
	StandIn::RequireGameThread("SScrollBox::ScrollToStart");
	Goal = EGoal::Start;
}
void SScrollBox::SetScrollOffset(float NewScrollOffset)
{
	StandIn::RequireGameThread("SScrollBox::SetScrollOffset");
	Goal = EGoal::Offset;
	GoalOffset = NewScrollOffset;
}
void SScrollBox::ScrollDescendantIntoView(const TSharedPtr<SWidget>& Widget, bool, EDescendantScrollDestination Destination, float)
{
	StandIn::RequireGameThread("SScrollBox::ScrollDescendantIntoView");
	Goal = EGoal::Widget;
	GoalWidget = Widget;
	GoalDestination = Destination;
}
void SScrollBox::OnFocusChanging(const FWeakWidgetPath&, const FWidgetPath& NewWidgetPath, const FFocusEvent&)
{
	if (ScrollWhenFocusChanges != EScrollWhenFocusChanges::NoScroll && NewWidgetPath.IsValid() && NewWidgetPath.ContainsWidget(this))
	{
		ScrollDescendantIntoView(NewWidgetPath.GetLastWidget(), false);
	}
}
FVector2D SScrollBox::ComputeDesiredSize(float) const
{
	FVector2D Whole;
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		const FVector2D Size = StandIn::SizeWithPadding(Slot);
		Whole = Orientation == Orient_Vertical ? FVector2D(std::max(Whole.X, Size.X), Whole.Y + Size.Y) : FVector2D(Whole.X + Size.X, std::max(Whole.Y, Size.Y));
	}
	return Whole;
}
void SScrollBox::StandInArrangeChildren(const FGeometry& Geometry)
{
	const bool bDown = Orientation == Orient_Vertical;
	const FVector2f Size = Geometry.GetLocalSize();
	const float View = bDown ? Size.Y : Size.X;
	float Content = 0.0f;
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		const FVector2D Each = StandIn::SizeWithPadding(Slot);
		Content += static_cast<float>(bDown ? Each.Y : Each.X);
	}
	OffsetOfEnd = std::max(0.0f, Content - View);
	if (Goal == EGoal::End)
	{
		Offset = OffsetOfEnd;
	}
	else if (Goal == EGoal::Start)
	{
		Offset = 0.0f;
	}
	else if (Goal == EGoal::Offset)
	{
		Offset = GoalOffset;
	}
	const auto Place = [&]() {
		Offset = std::clamp(Offset, 0.0f, OffsetOfEnd);
		float At = -Offset;
		for (const StandIn::FSlotData& Slot : Slots.All())
		{
			const FVector2D Each = StandIn::SizeWithPadding(Slot);
			const float Length = static_cast<float>(bDown ? Each.Y : Each.X);
			const FVector2f Corner = bDown ? FVector2f(0.0f, At) : FVector2f(At, 0.0f);
			StandIn::ArrangeIn(Slot, Geometry.StandInChild(Corner, bDown ? FVector2f(Size.X, Length) : FVector2f(Length, Size.Y)));
			At += Length;
		}
	};
	Place();
	const TSharedPtr<SWidget> Wanted = Goal == EGoal::Widget ? GoalWidget.Pin() : nullptr;
	if (Wanted.IsValid() && Wanted->StandInWasArranged())
	{
		const FVector2f Corner = Geometry.AbsoluteToLocal(FVector2f(Wanted->StandInGeometry().GetAbsolutePosition()));
		const FVector2f Extent = Wanted->StandInGeometry().GetLocalSize();
		const float Begin = bDown ? Corner.Y : Corner.X;
		const float Length = bDown ? Extent.Y : Extent.X;
		switch (GoalDestination)
		{
		case EDescendantScrollDestination::TopOrLeft:
			Offset += Begin;
			break;
		case EDescendantScrollDestination::Center:
			Offset += Begin + Length / 2.0f - View / 2.0f;
			break;
		case EDescendantScrollDestination::BottomOrRight:
			Offset += Begin + Length - View;
			break;
		default:
			Offset += Begin < 0.0f ? Begin : std::max(0.0f, std::min(Begin, Begin + Length - View));
			break;
		}
		Place();
	}
	Goal = EGoal::None;
}
void SScrollBox::StandInUserScroll(float NewOffset)
{
	Offset = std::clamp(NewOffset, 0.0f, OffsetOfEnd);
	OnUserScrolled.ExecuteIfBound(Offset);
}
FReply SScrollBox::OnMouseWheel(const FGeometry&, const FPointerEvent& MouseEvent)
{
	if (ConsumeMouseWheel == EConsumeMouseWheel::Never || (OffsetOfEnd <= 0.0f && ConsumeMouseWheel != EConsumeMouseWheel::Always))
	{
		return FReply::Unhandled();
	}
	StandInUserScroll(Offset - MouseEvent.GetWheelDelta() * 48.0f);
	return FReply::Handled();
}
