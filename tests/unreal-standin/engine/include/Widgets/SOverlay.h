#pragma once

#include "Widgets/SPanel.h"

// Widgets on top of each other, the last one uppermost. AX SAutonomixInputArea.cpp; UC SClaudeInputArea.cpp; EF SExtendedAtlassianWorkspace.cpp
class SOverlay : public SPanel
{
	STANDIN_WIDGET(SOverlay, SPanel)

public:
	struct FOverlaySlot
	{
		struct FSlotArguments : StandIn::TSlotCalls<FSlotArguments>
		{
		};
	};
	using FScopedWidgetSlotArguments = StandIn::TScopedSlot<FOverlaySlot::FSlotArguments>;

	SLATE_BEGIN_ARGS(SOverlay)
	{
		_Visibility = EVisibility::SelfHitTestInvisible;
	}
	STANDIN_SLOTS(FOverlaySlot::FSlotArguments)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs)
	{
		for (const FOverlaySlot::FSlotArguments& Slot : InArgs._Slots)
		{
			Slots.Add(Slot.StandInData);
		}
	}
	static FOverlaySlot::FSlotArguments Slot()
	{
		return FOverlaySlot::FSlotArguments();
	}
	FScopedWidgetSlotArguments AddSlot()
	{
		return FScopedWidgetSlotArguments(*this, Slots);
	}
	bool RemoveSlot(TSharedRef<SWidget> Widget)
	{
		return Slots.Remove(Widget) != INDEX_NONE;
	}
	void ClearChildren()
	{
		StandIn::RequireGameThread("SOverlay::ClearChildren");
		Slots.Empty();
	}
	int32 GetNumWidgets() const
	{
		return Slots.Num();
	}
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;
};
