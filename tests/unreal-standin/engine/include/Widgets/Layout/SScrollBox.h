#pragma once

#include "Styling/SlateTypes.h"
#include "Widgets/SPanel.h"

// Epic: Slate/SScrollBox; VIB SAIChatWindow.cpp; AX SAutonomixChatView.cpp; AA SChatMessageList.cpp
DECLARE_DELEGATE_OneParam(FOnUserScrolled, float);

// Epic: Slate/EDescendantScrollDestination
enum class EDescendantScrollDestination : uint8
{
	IntoView,
	TopOrLeft,
	Center,
	BottomOrRight,
};

// Epic: SScrollBox/GetAllowOverscroll
enum class EAllowOverscroll : uint8
{
	Yes,
	No,
};

// What happens when something in the box gets the focus. Epic: Slate/EScrollWhenFocusChanges; a public editor panel whose scroll box has
// the tag Jev.Review.Scroll (InstantScroll); ExploredUIWidgets (AnimatedScroll)
enum class EScrollWhenFocusChanges : uint8
{
	NoScroll,
	InstantScroll,
	AnimatedScroll,
};

// More content than there is room, moved by the wheel. Epic: Slate/SScrollBox/FArguments; the two sources of each member are listed in the
// evidence of VIB, AX, AA, UC and CX above it.
class SScrollBox : public SPanel
{
	STANDIN_WIDGET(SScrollBox, SPanel)

public:
	struct FSlot
	{
		// Not AutoHeight: Epic: Slate/SScrollBox/FSlot/FSlotArguments
		struct FSlotArguments : StandIn::TSlotCalls<FSlotArguments>
		{
			FSlotArguments& AutoSize()
			{
				StandInData.bFill = false;
				return *this;
			}
			FSlotArguments& FillSize(TAttribute<float> Factor)
			{
				StandInData.bFill = true;
				StandInData.FillFactor = MoveTemp(Factor);
				return *this;
			}
			FSlotArguments& MaxSize(TAttribute<float> Max)
			{
				StandInData.Max = MoveTemp(Max);
				return *this;
			}
		};
	};
	using FScopedWidgetSlotArguments = StandIn::TScopedSlot<FSlot::FSlotArguments>;

	SLATE_BEGIN_ARGS(SScrollBox)
		: _Orientation(Orient_Vertical)
		, _ScrollBarVisibility(EVisibility::Visible)
		, _ScrollBarAlwaysVisible(false)
		, _AllowOverscroll(EAllowOverscroll::Yes)
		, _AnimateWheelScrolling(false)
		, _ConsumeMouseWheel(EConsumeMouseWheel::WhenScrollingPossible)
		, _ScrollWhenFocusChanges(EScrollWhenFocusChanges::NoScroll)
	{
	}
	STANDIN_SLOTS(FSlot::FSlotArguments)
	SLATE_STYLE_ARGUMENT(FScrollBoxStyle, Style)
	SLATE_STYLE_ARGUMENT(FScrollBarStyle, ScrollBarStyle)
	SLATE_ARGUMENT(EOrientation, Orientation)
	SLATE_ARGUMENT(EVisibility, ScrollBarVisibility)
	SLATE_ARGUMENT(bool, ScrollBarAlwaysVisible)
	SLATE_ARGUMENT(EAllowOverscroll, AllowOverscroll)
	SLATE_ARGUMENT(bool, AnimateWheelScrolling)
	SLATE_ARGUMENT(EConsumeMouseWheel, ConsumeMouseWheel)
	SLATE_ARGUMENT(EScrollWhenFocusChanges, ScrollWhenFocusChanges)
	SLATE_EVENT(FOnUserScrolled, OnUserScrolled)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	static FSlot::FSlotArguments Slot()
	{
		return FSlot::FSlotArguments();
	}
	FScopedWidgetSlotArguments AddSlot()
	{
		return FScopedWidgetSlotArguments(*this, Slots);
	}
	FScopedWidgetSlotArguments InsertSlot(int32 Index)
	{
		return FScopedWidgetSlotArguments(*this, Slots, Index);
	}
	void RemoveSlot(const TSharedRef<SWidget>& Widget)
	{
		StandIn::RequireGameThread("SScrollBox::RemoveSlot");
		Slots.Remove(Widget);
	}
	void ClearChildren()
	{
		StandIn::RequireGameThread("SScrollBox::ClearChildren");
		Slots.Empty();
	}
	// These take effect at the next layout pass. Epic: SScrollBox/ScrollToEnd, ScrollToStart
	void ScrollToEnd();
	void ScrollToStart();
	void SetScrollOffset(float NewScrollOffset);
	void ScrollDescendantIntoView(const TSharedPtr<SWidget>& Widget, bool bAnimate = true,
		EDescendantScrollDestination Destination = EDescendantScrollDestination::IntoView, float Padding = 0.0f);
	// As of the last layout pass.
	float GetScrollOffset() const
	{
		return Offset;
	}
	float GetScrollOffsetOfEnd() const // Epic: SScrollBox/GetScrollOffsetOfEnd
	{
		return OffsetOfEnd;
	}
	void EndInertialScrolling()
	{
	}
	virtual void OnFocusChanging(const FWeakWidgetPath& PreviousFocusPath, const FWidgetPath& NewWidgetPath, const FFocusEvent& InFocusEvent) override;
	virtual FReply OnMouseWheel(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent) override;
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual bool StandInClipsChildren() const override
	{
		return true;
	}
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;
	// What the user does with wheel or bar: moves and notifies.
	void StandInUserScroll(float NewOffset);

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

private:
	enum class EGoal : uint8
	{
		None,
		Start,
		End,
		Offset,
		Widget,
	};
	EOrientation Orientation = Orient_Vertical;
	EConsumeMouseWheel ConsumeMouseWheel = EConsumeMouseWheel::WhenScrollingPossible;
	EScrollWhenFocusChanges ScrollWhenFocusChanges = EScrollWhenFocusChanges::NoScroll;
	FOnUserScrolled OnUserScrolled;
	float Offset = 0.0f;
	float OffsetOfEnd = 0.0f;
	EGoal Goal = EGoal::None;
	float GoalOffset = 0.0f;
	TWeakPtr<SWidget> GoalWidget;
	EDescendantScrollDestination GoalDestination = EDescendantScrollDestination::IntoView;
};
