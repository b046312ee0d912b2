#pragma once

#include "Widgets/SPanel.h"

// One of several widgets. SEN SentrySettingsCustomization.cpp; CX SCortexAnalysisTab.cpp; GL SLaunchBar.cpp
class SWidgetSwitcher : public SPanel
{
	STANDIN_WIDGET(SWidgetSwitcher, SPanel)

public:
	struct FSlot
	{
		struct FSlotArguments : StandIn::TSlotCalls<FSlotArguments>
		{
		};
	};
	using FScopedWidgetSlotArguments = StandIn::TScopedSlot<FSlot::FSlotArguments>;

	SLATE_BEGIN_ARGS(SWidgetSwitcher)
		: _WidgetIndex(0)
	{
		_Visibility = EVisibility::SelfHitTestInvisible;
	}
	STANDIN_SLOTS(FSlot::FSlotArguments)
	SLATE_ATTRIBUTE(int32, WidgetIndex)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs)
	{
		WidgetIndex = InArgs._WidgetIndex;
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
	int32 RemoveSlot(TSharedRef<SWidget> Widget)
	{
		return Slots.Remove(Widget);
	}
	void SetActiveWidgetIndex(int32 Index)
	{
		StandIn::RequireGameThread("SWidgetSwitcher::SetActiveWidgetIndex");
		WidgetIndex = Index;
	}
	int32 GetActiveWidgetIndex() const
	{
		return WidgetIndex.Get();
	}
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

private:
	TAttribute<int32> WidgetIndex;
};
