#pragma once

#include "Layout/Children.h"
#include "Misc/Attribute.h"
#include "StandIn/Report.h"
#include "Widgets/SNullWidget.h"

#include <deque>

// Slots: one record for all panels, and for each panel the calls that the engine's slot has.
namespace StandIn
{
struct FSlotData
{
	TSharedRef<SWidget> Widget = SNullWidget::NullWidget;
	TAttribute<FMargin> Padding;
	EHorizontalAlignment Horizontal = HAlign_Fill;
	EVerticalAlignment Vertical = VAlign_Fill;
	bool bFill = false;
	TAttribute<float> FillFactor = 1.0f;
	TAttribute<float> Max = 0.0f; // none when zero
	int32 ZOrder = 0;
	int32 Column = 0;
	int32 Row = 0;
};

// Padding, alignment and content; `Self` is the panel's own slot class.
template <typename Self>
struct TSlotCalls
{
	FSlotData StandInData;

	Self& operator[](const TSharedRef<SWidget>& Widget)
	{
		RequireGameThread("filling a slot");
		StandInData.Widget = Widget;
		return Me();
	}
	Self& Padding(TAttribute<FMargin> Value)
	{
		StandInData.Padding = MoveTemp(Value);
		return Me();
	}
	Self& Padding(float Horizontal, float Vertical)
	{
		return Padding(FMargin(Horizontal, Vertical));
	}
	Self& Padding(float Left, float Top, float Right, float Bottom)
	{
		return Padding(FMargin(Left, Top, Right, Bottom));
	}
	template <typename C, typename M>
		requires std::is_member_function_pointer_v<M>
	Self& Padding(C* Object, M Method)
	{
		return Padding(TAttribute<FMargin>::CreateSP(Object, Method));
	}
	template <typename F>
	Self& Padding_Lambda(F&& Body)
	{
		return Padding(TAttribute<FMargin>::CreateLambda(std::forward<F>(Body)));
	}
	Self& HAlign(EHorizontalAlignment Value)
	{
		StandInData.Horizontal = Value;
		return Me();
	}
	Self& VAlign(EVerticalAlignment Value)
	{
		StandInData.Vertical = Value;
		return Me();
	}
	Self& Expose(Self*& Out)
	{
		Out = &Me();
		return Me();
	}

protected:
	Self& Me()
	{
		return static_cast<Self&>(*this);
	}
};

// A panel's slots in their order.
class FSlotList final : public FChildren
{
public:
	virtual int32 Num() const override
	{
		return static_cast<int32>(Slots.size());
	}
	virtual TSharedRef<SWidget> GetChildAt(int32 Index) override
	{
		return At(Index).Widget;
	}
	virtual TSharedRef<const SWidget> GetChildAt(int32 Index) const override
	{
		return const_cast<FSlotList*>(this)->At(Index).Widget;
	}
	FSlotData& At(int32 Index)
	{
		checkf(Index >= 0 && Index < Num(), TEXT("child %d of %d"), Index, Num());
		return Slots[static_cast<std::size_t>(Index)];
	}
	void Add(const FSlotData& Slot)
	{
		RequireGameThread("adding a slot to a panel");
		Slots.push_back(Slot);
	}
	void Insert(int32 Index, const FSlotData& Slot)
	{
		RequireGameThread("adding a slot to a panel");
		Slots.insert(Slots.begin() + Index, Slot);
	}
	int32 Remove(const TSharedRef<SWidget>& Widget)
	{
		RequireGameThread("taking a slot from a panel");
		for (std::size_t Index = 0; Index < Slots.size(); ++Index)
		{
			if (Slots[Index].Widget == Widget)
			{
				Slots.erase(Slots.begin() + static_cast<std::ptrdiff_t>(Index));
				return static_cast<int32>(Index);
			}
		}
		return INDEX_NONE;
	}
	void Empty()
	{
		RequireGameThread("emptying a panel");
		Slots.clear();
	}
	const std::deque<FSlotData>& All() const
	{
		return Slots;
	}

private:
	std::deque<FSlotData> Slots;
};

// What AddSlot gives: the slot comes into being when the expression ends. Epic: SScrollBox (FScopedWidgetSlotArguments)
template <typename SlotArguments>
struct TScopedSlot : SlotArguments
{
	TScopedSlot(SWidget& InPanel, FSlotList& InList, int32 InIndex = INDEX_NONE)
		: Panel(InPanel.AsShared())
		, List(InList)
		, Index(InIndex)
	{
	}
	~TScopedSlot()
	{
		if (Index == INDEX_NONE || Index > List.Num())
		{
			List.Add(this->StandInData);
		}
		else
		{
			List.Insert(Index, this->StandInData);
		}
	}
	TScopedSlot(const TScopedSlot&) = delete;
	TScopedSlot& operator=(const TScopedSlot&) = delete;

private:
	TSharedRef<SWidget> Panel;
	FSlotList& List;
	int32 Index;
};

struct FPlace
{
	float Offset;
	float Size;
};
// Where something of `Desired` size lies within `Available` when aligned so (0 fill, 1 start, 2 centre, 3 end).
FPlace Align(int32 Alignment, float Available, float Desired);
// Places one child inside an area with padding and alignment.
void ArrangeIn(const FSlotData& Slot, const FGeometry& Area);
FVector2D SizeWithPadding(const FSlotData& Slot);
} // namespace StandIn
