#pragma once

#include "Widgets/SPanel.h"

// A row or a column. AX SAutonomixFileChangesPanel.cpp; CX SCortexQATab.cpp; UC ClaudeEditorWidget.cpp (AddSlot)
class SBoxPanel : public SPanel
{
	STANDIN_WIDGET(SBoxPanel, SPanel)

public:
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	void ClearChildren()
	{
		StandIn::RequireGameThread("SBoxPanel::ClearChildren");
		Slots.Empty();
	}
	// VIB SMarkdownTextBlock.cpp; CX SCortexGenPanel.cpp
	int32 RemoveSlot(const TSharedRef<SWidget>& SlotWidget)
	{
		return Slots.Remove(SlotWidget);
	}
	int32 NumSlots() const // UC ClaudeEditorWidget.cpp
	{
		return Slots.Num();
	}
	bool IsValidSlotIndex(int32 Index) const
	{
		return Index >= 0 && Index < Slots.Num();
	}
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	explicit SBoxPanel(EOrientation InOrientation)
		: Orientation(InOrientation)
	{
	}
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

private:
	const EOrientation Orientation;
};

class SHorizontalBox : public SBoxPanel
{
	STANDIN_WIDGET(SHorizontalBox, SBoxPanel)

public:
	struct FSlot
	{
		struct FSlotArguments : StandIn::TSlotCalls<FSlotArguments>
		{
			FSlotArguments()
			{
				StandInData.bFill = true;
			}
			FSlotArguments& AutoWidth()
			{
				StandInData.bFill = false;
				return *this;
			}
			FSlotArguments& FillWidth(TAttribute<float> Factor)
			{
				StandInData.bFill = true;
				StandInData.FillFactor = MoveTemp(Factor);
				return *this;
			}
			FSlotArguments& MaxWidth(TAttribute<float> Max) // CES SelectCesiumIonToken.cpp
			{
				StandInData.Max = MoveTemp(Max);
				return *this;
			}
		};
	};
	using FScopedWidgetSlotArguments = StandIn::TScopedSlot<FSlot::FSlotArguments>;

	SLATE_BEGIN_ARGS(SHorizontalBox)
	{
		_Visibility = EVisibility::SelfHitTestInvisible;
	}
	STANDIN_SLOTS(FSlot::FSlotArguments)
	SLATE_END_ARGS()

	SHorizontalBox()
		: SBoxPanel(Orient_Horizontal)
	{
	}
	void Construct(const FArguments& InArgs)
	{
		for (const FSlot::FSlotArguments& Slot : InArgs._Slots)
		{
			Slots.Add(Slot.StandInData);
		}
	}
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
};

class SVerticalBox : public SBoxPanel
{
	STANDIN_WIDGET(SVerticalBox, SBoxPanel)

public:
	struct FSlot
	{
		struct FSlotArguments : StandIn::TSlotCalls<FSlotArguments>
		{
			FSlotArguments()
			{
				StandInData.bFill = true;
			}
			FSlotArguments& AutoHeight()
			{
				StandInData.bFill = false;
				return *this;
			}
			FSlotArguments& FillHeight(TAttribute<float> Factor)
			{
				StandInData.bFill = true;
				StandInData.FillFactor = MoveTemp(Factor);
				return *this;
			}
			FSlotArguments& MaxHeight(TAttribute<float> Max) // AX SAutonomixTodoList.cpp
			{
				StandInData.Max = MoveTemp(Max);
				return *this;
			}
		};
	};
	using FScopedWidgetSlotArguments = StandIn::TScopedSlot<FSlot::FSlotArguments>;

	SLATE_BEGIN_ARGS(SVerticalBox)
	{
		_Visibility = EVisibility::SelfHitTestInvisible;
	}
	STANDIN_SLOTS(FSlot::FSlotArguments)
	SLATE_END_ARGS()

	SVerticalBox()
		: SBoxPanel(Orient_Vertical)
	{
	}
	void Construct(const FArguments& InArgs)
	{
		for (const FSlot::FSlotArguments& Slot : InArgs._Slots)
		{
			Slots.Add(Slot.StandInData);
		}
	}
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
};
