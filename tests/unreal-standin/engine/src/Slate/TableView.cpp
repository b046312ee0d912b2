#include "Widgets/Views/STableViewBase.h"

#include "Widgets/Views/STableRow.h"

#include <algorithm>

void STableViewBase::ScrollToBottom()
{
	StandIn::RequireGameThread("STableViewBase::ScrollToBottom");
	bToBottom = true;
}
void STableViewBase::SetScrollOffset(const float InOffset)
{
	StandIn::RequireGameThread("STableViewBase::SetScrollOffset");
	Offset = InOffset;
}
void STableViewBase::AddScrollOffset(const float InOffset, bool)
{
	StandIn::RequireGameThread("STableViewBase::AddScrollOffset");
	Offset += InOffset;
}
void STableViewBase::BringIntoView(int32 Index)
{
	WantedItem = Index;
}
FVector2D STableViewBase::ComputeDesiredSize(float) const
{
	FVector2D Whole;
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		const FVector2D Size = StandIn::SizeWithPadding(Slot);
		Whole = FVector2D(std::max(Whole.X, Size.X), Whole.Y + Size.Y);
	}
	return Whole;
}
float STableViewBase::RowHeight(int32 Index)
{
	const TSharedRef<SWidget> Row = RowFor(Index);
	Row->SlatePrepass();
	return static_cast<float>(StandIn::DesiredSizeOf(*Row).Y);
}
// Long because each step measures the rows that the one before made.
void STableViewBase::StandInArrangeChildren(const FGeometry& Geometry)
{
	CheckItems(bRefreshRequested);
	if (bRebuildRequested)
	{
		DropRows();
	}
	bRefreshRequested = bRebuildRequested = false;
	const FVector2f Size = Geometry.GetLocalSize();
	ViewHeight = Size.Y;
	const int32 Count = ItemCount();
	if (WantedItem >= 0 && WantedItem < Count)
	{
		// Upwards it becomes the first row; downwards the last one.
		if (static_cast<float>(WantedItem) < Offset)
		{
			Offset = static_cast<float>(WantedItem);
		}
		else
		{
			float Above = ViewHeight - RowHeight(WantedItem);
			int32 First = WantedItem;
			while (First > 0 && Above > 0.0f)
			{
				const float Height = RowHeight(First - 1);
				if (Height > Above)
				{
					break;
				}
				Above -= Height;
				--First;
			}
			Offset = std::max(Offset, static_cast<float>(First));
		}
	}
	WantedItem = INDEX_NONE;
	// The last rows just fill the view. Only asked for when it matters: it makes rows.
	const auto FurthestOffset = [this, Count]() {
		float Room = ViewHeight;
		for (int32 Index = Count - 1; Index >= 0; --Index)
		{
			const float Height = RowHeight(Index);
			if (Height > Room)
			{
				return static_cast<float>(Index) + 1.0f - Room / Height;
			}
			Room -= Height;
		}
		return 0.0f;
	};
	const auto Place = [this, Count, &Geometry, &Size]() {
		Slots.Empty();
		const int32 First = std::min(Count, static_cast<int32>(Offset));
		float At = 0.0f;
		int32 Last = First - 1;
		for (int32 Index = First; Index < Count && At < Size.Y; ++Index)
		{
			StandIn::FSlotData Slot;
			Slot.Widget = RowFor(Index);
			const float Height = RowHeight(Index);
			if (Index == First)
			{
				At = -(Offset - static_cast<float>(First)) * Height;
			}
			Slots.Add(Slot);
			StandIn::ArrangeIn(Slot, Geometry.StandInChild(FVector2f(0.0f, At), FVector2f(Size.X, Height)));
			At += Height;
			Last = Index;
		}
		KeepRows(First, Last);
		return At;
	};
	Offset = std::clamp(bToBottom ? FurthestOffset() : Offset, 0.0f, static_cast<float>(Count));
	bToBottom = false;
	if (Place() < Size.Y && Offset > 0.0f)
	{
		Offset = std::min(Offset, FurthestOffset());
		Place();
	}
}
FReply STableViewBase::OnMouseWheel(const FGeometry&, const FPointerEvent& MouseEvent)
{
	AddScrollOffset(-MouseEvent.GetWheelDelta());
	return FReply::Handled();
}

namespace StandIn
{
void STableRowBase::Place(
	const TSharedRef<STableViewBase>& InOwner, const TSharedRef<SWidget>& Content, const TAttribute<FMargin>& Padding, bool bInShowSelection)
{
	OwnerTable = InOwner;
	bShowSelection = bInShowSelection;
	ChildSlot.Padding(Padding)[Content];
}
FReply STableRowBase::OnMouseButtonDown(const FGeometry&, const FPointerEvent& MouseEvent)
{
	const TSharedPtr<STableViewBase> Owner = OwnerTable.Pin();
	if (!Owner.IsValid() || !(MouseEvent.GetEffectingButton() == EKeys::LeftMouseButton))
	{
		return FReply::Unhandled();
	}
	Owner->StandInRowClicked(*this, MouseEvent);
	return FReply::Handled();
}
FReply STableRowBase::OnMouseButtonUp(const FGeometry&, const FPointerEvent&)
{
	return FReply::Unhandled();
}
bool STableRowBase::IsSelected() const
{
	const TSharedPtr<STableViewBase> Owner = OwnerTable.Pin();
	return Owner.IsValid() && Owner->StandInRowSelected(*this);
}
} // namespace StandIn
