#include "StandIn/Slate/Slots.h"

#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SSplitter.h"
#include "Widgets/Layout/SWidgetSwitcher.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SOverlay.h"

#include <algorithm>
#include <vector>

namespace StandIn
{
FPlace Align(int32 Alignment, float Available, float Desired)
{
	const float Size = std::min(Desired, Available);
	switch (Alignment)
	{
	case 1:
		return {0.0f, Size};
	case 2:
		return {(Available - Size) / 2.0f, Size};
	case 3:
		return {Available - Size, Size};
	default:
		return {0.0f, Available};
	}
}
void ArrangeIn(const FSlotData& Slot, const FGeometry& Area)
{
	if (!Slot.Widget->StandInTakesRoom())
	{
		return;
	}
	const FMargin Padding = Slot.Padding.Get();
	const FVector2D Desired = Slot.Widget->GetDesiredSize();
	const FVector2f Size = Area.GetLocalSize();
	const float Width = std::max(0.0f, Size.X - Padding.Left - Padding.Right);
	const float Height = std::max(0.0f, Size.Y - Padding.Top - Padding.Bottom);
	const FPlace Across = Align(Slot.Horizontal, Width, static_cast<float>(Desired.X));
	const FPlace Down = Align(Slot.Vertical, Height, static_cast<float>(Desired.Y));
	Slot.Widget->StandInArrange(
		Area.StandInChild(FVector2f(Padding.Left + Across.Offset, Padding.Top + Down.Offset), FVector2f(Across.Size, Down.Size)));
}
FVector2D SizeWithPadding(const FSlotData& Slot)
{
	if (!Slot.Widget->StandInTakesRoom())
	{
		return FVector2D();
	}
	const FMargin Padding = Slot.Padding.Get();
	const FVector2D Desired = Slot.Widget->GetDesiredSize();
	return FVector2D(Desired.X + static_cast<double>(Padding.Left + Padding.Right), Desired.Y + static_cast<double>(Padding.Top + Padding.Bottom));
}

namespace
{
// Shares a length among slots: those of their own size first, the others by their factors.
std::vector<float> Share(const std::deque<FSlotData>& Slots, bool bDown, float Available, float Handle)
{
	std::vector<float> Lengths(Slots.size(), 0.0f);
	float Factors = 0.0f;
	float Taken = Slots.empty() ? 0.0f : Handle * static_cast<float>(Slots.size() - 1);
	for (std::size_t Index = 0; Index < Slots.size(); ++Index)
	{
		const FSlotData& Slot = Slots[Index];
		if (!Slot.Widget->StandInTakesRoom())
		{
			continue;
		}
		if (Slot.bFill)
		{
			Factors += std::max(0.0f, Slot.FillFactor.Get());
			continue;
		}
		const FVector2D Size = SizeWithPadding(Slot);
		Lengths[Index] = static_cast<float>(bDown ? Size.Y : Size.X);
		if (Slot.Max.Get() > 0.0f)
		{
			const FMargin Padding = Slot.Padding.Get();
			Lengths[Index] = std::min(Lengths[Index], Slot.Max.Get() + (bDown ? Padding.Top + Padding.Bottom : Padding.Left + Padding.Right));
		}
		Taken += Lengths[Index];
	}
	const float Left = std::max(0.0f, Available - Taken);
	for (std::size_t Index = 0; Index < Slots.size(); ++Index)
	{
		const FSlotData& Slot = Slots[Index];
		if (Slot.bFill && Factors > 0.0f && Slot.Widget->StandInTakesRoom())
		{
			Lengths[Index] = Left * std::max(0.0f, Slot.FillFactor.Get()) / Factors;
			if (Slot.Max.Get() > 0.0f)
			{
				Lengths[Index] = std::min(Lengths[Index], Slot.Max.Get());
			}
		}
	}
	return Lengths;
}
void ArrangeInLine(const std::deque<FSlotData>& Slots, bool bDown, float Handle, const FGeometry& Geometry)
{
	const FVector2f Size = Geometry.GetLocalSize();
	const std::vector<float> Lengths = Share(Slots, bDown, bDown ? Size.Y : Size.X, Handle);
	float At = 0.0f;
	for (std::size_t Index = 0; Index < Slots.size(); ++Index)
	{
		if (!Slots[Index].Widget->StandInTakesRoom())
		{
			continue;
		}
		const FVector2f Corner = bDown ? FVector2f(0.0f, At) : FVector2f(At, 0.0f);
		ArrangeIn(Slots[Index], Geometry.StandInChild(Corner, bDown ? FVector2f(Size.X, Lengths[Index]) : FVector2f(Lengths[Index], Size.Y)));
		At += Lengths[Index] + Handle;
	}
}
FVector2D SizeInLine(const std::deque<FSlotData>& Slots, bool bDown, float Handle)
{
	double Along = Slots.empty() ? 0.0 : static_cast<double>(Handle) * static_cast<double>(Slots.size() - 1);
	double Across = 0.0;
	for (const FSlotData& Slot : Slots)
	{
		if (!Slot.Widget->StandInTakesRoom())
		{
			continue;
		}
		const FVector2D Size = SizeWithPadding(Slot);
		double Length = bDown ? Size.Y : Size.X;
		if (Slot.Max.Get() > 0.0f)
		{
			Length = std::min(Length, static_cast<double>(Slot.Max.Get()));
		}
		Along += Length;
		Across = std::max(Across, bDown ? Size.X : Size.Y);
	}
	return bDown ? FVector2D(Across, Along) : FVector2D(Along, Across);
}
double Bounded(double Value, const FOptionalSize& Override, const FOptionalSize& Min, const FOptionalSize& Max)
{
	if (Override.IsSet())
	{
		return static_cast<double>(Override.Get());
	}
	if (Max.IsSet())
	{
		Value = std::min(Value, static_cast<double>(Max.Get()));
	}
	if (Min.IsSet())
	{
		Value = std::max(Value, static_cast<double>(Min.Get()));
	}
	return Value;
}
} // namespace
} // namespace StandIn

FVector2D SBoxPanel::ComputeDesiredSize(float) const
{
	return StandIn::SizeInLine(Slots.All(), Orientation == Orient_Vertical, 0.0f);
}
void SBoxPanel::StandInArrangeChildren(const FGeometry& Geometry)
{
	StandIn::ArrangeInLine(Slots.All(), Orientation == Orient_Vertical, 0.0f, Geometry);
}

void SSplitter::Construct(const FArguments& InArgs)
{
	Orientation = InArgs._Orientation;
	HandleSize = InArgs._PhysicalSplitterHandleSize;
	for (const FSlot::FSlotArguments& Slot : InArgs._Slots)
	{
		Slots.Add(Slot.StandInData);
	}
}
FVector2D SSplitter::ComputeDesiredSize(float) const
{
	return StandIn::SizeInLine(Slots.All(), Orientation == Orient_Vertical, HandleSize);
}
void SSplitter::StandInArrangeChildren(const FGeometry& Geometry)
{
	StandIn::ArrangeInLine(Slots.All(), Orientation == Orient_Vertical, HandleSize, Geometry);
}

FVector2D SOverlay::ComputeDesiredSize(float) const
{
	FVector2D Whole;
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		const FVector2D Size = StandIn::SizeWithPadding(Slot);
		Whole = FVector2D(std::max(Whole.X, Size.X), std::max(Whole.Y, Size.Y));
	}
	return Whole;
}
void SOverlay::StandInArrangeChildren(const FGeometry& Geometry)
{
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		StandIn::ArrangeIn(Slot, Geometry);
	}
}

void SBox::Construct(const FArguments& InArgs)
{
	WidthOverride = InArgs._WidthOverride;
	HeightOverride = InArgs._HeightOverride;
	MinDesiredWidth = InArgs._MinDesiredWidth;
	MinDesiredHeight = InArgs._MinDesiredHeight;
	MaxDesiredWidth = InArgs._MaxDesiredWidth;
	MaxDesiredHeight = InArgs._MaxDesiredHeight;
	StandIn::FSlotData Slot;
	Slot.Widget = InArgs._Content.Widget;
	Slot.Padding = InArgs._Padding;
	Slot.Horizontal = InArgs._HAlign;
	Slot.Vertical = InArgs._VAlign;
	Slots.Add(Slot);
}
FVector2D SBox::ComputeDesiredSize(float) const
{
	const StandIn::FSlotData& Slot = Slots.All().front();
	if (!Slot.Widget->StandInTakesRoom())
	{
		return FVector2D();
	}
	const FVector2D Size = StandIn::SizeWithPadding(Slot);
	return FVector2D(StandIn::Bounded(Size.X, WidthOverride.Get(), MinDesiredWidth.Get(), MaxDesiredWidth.Get()),
		StandIn::Bounded(Size.Y, HeightOverride.Get(), MinDesiredHeight.Get(), MaxDesiredHeight.Get()));
}
void SBox::StandInArrangeChildren(const FGeometry& Geometry)
{
	StandIn::ArrangeIn(Slots.All().front(), Geometry);
}

FVector2D SWidgetSwitcher::ComputeDesiredSize(float) const
{
	const int32 Index = WidgetIndex.Get();
	return Index >= 0 && Index < Slots.Num() ? StandIn::SizeWithPadding(Slots.All()[static_cast<std::size_t>(Index)]) : FVector2D();
}
void SWidgetSwitcher::StandInArrangeChildren(const FGeometry& Geometry)
{
	const int32 Index = WidgetIndex.Get();
	if (Index >= 0 && Index < Slots.Num())
	{
		StandIn::ArrangeIn(Slots.All()[static_cast<std::size_t>(Index)], Geometry);
	}
}

void SWrapBox::Construct(const FArguments& InArgs)
{
	bUseAllottedSize = InArgs._UseAllottedSize;
	PreferredSize = InArgs._PreferredSize;
	InnerPadding = InArgs._InnerSlotPadding;
	for (const FSlot::FSlotArguments& Slot : InArgs._Slots)
	{
		Slots.Add(Slot.StandInData);
	}
}
float SWrapBox::LineWidth() const
{
	return bUseAllottedSize ? (AllottedWidth > 0.0f ? AllottedWidth : 1.0e6f) : PreferredSize.Get();
}
FVector2D SWrapBox::ComputeDesiredSize(float) const
{
	double X = 0.0;
	double LineHeight = 0.0;
	FVector2D Whole;
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		const FVector2D Size = StandIn::SizeWithPadding(Slot);
		if (X > 0.0 && X + Size.X > static_cast<double>(LineWidth()))
		{
			Whole.Y += LineHeight + InnerPadding.Y;
			X = 0.0;
			LineHeight = 0.0;
		}
		X += Size.X + (X > 0.0 ? InnerPadding.X : 0.0);
		LineHeight = std::max(LineHeight, Size.Y);
		Whole.X = std::max(Whole.X, X);
	}
	Whole.Y += LineHeight;
	return Whole;
}
void SWrapBox::StandInArrangeChildren(const FGeometry& Geometry)
{
	AllottedWidth = FVector2f(Geometry.GetLocalSize()).X;
	float X = 0.0f;
	float Y = 0.0f;
	float LineHeight = 0.0f;
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		if (!Slot.Widget->StandInTakesRoom())
		{
			continue;
		}
		const FVector2D Size = StandIn::SizeWithPadding(Slot);
		const float Width = static_cast<float>(Size.X);
		if (X > 0.0f && X + Width > LineWidth())
		{
			Y += LineHeight + static_cast<float>(InnerPadding.Y);
			X = 0.0f;
			LineHeight = 0.0f;
		}
		StandIn::ArrangeIn(Slot, Geometry.StandInChild(FVector2f(X, Y), FVector2f(Width, static_cast<float>(Size.Y))));
		X += Width + static_cast<float>(InnerPadding.X);
		LineHeight = std::max(LineHeight, static_cast<float>(Size.Y));
	}
}
