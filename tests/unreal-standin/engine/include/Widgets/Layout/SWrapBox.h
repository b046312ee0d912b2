#pragma once

#include "Widgets/SPanel.h"

// Widgets in lines. AX SAutonomixFollowUpBar.cpp; CX SCortexGenImageSession.cpp
class SWrapBox : public SPanel
{
	STANDIN_WIDGET(SWrapBox, SPanel)

public:
	struct FSlot
	{
		struct FSlotArguments : StandIn::TSlotCalls<FSlotArguments>
		{
		};
	};
	using FScopedWidgetSlotArguments = StandIn::TScopedSlot<FSlot::FSlotArguments>;

	SLATE_BEGIN_ARGS(SWrapBox)
		: _UseAllottedSize(false)
		, _PreferredSize(100.0f)
	{
		_Visibility = EVisibility::SelfHitTestInvisible;
	}
	STANDIN_SLOTS(FSlot::FSlotArguments)
	SLATE_ARGUMENT(bool, UseAllottedSize)
	SLATE_ATTRIBUTE(float, PreferredSize)
	SLATE_ARGUMENT(FVector2D, InnerSlotPadding)
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
	int32 RemoveSlot(const TSharedRef<SWidget>& Widget)
	{
		return Slots.Remove(Widget);
	}
	void ClearChildren()
	{
		StandIn::RequireGameThread("SWrapBox::ClearChildren");
		Slots.Empty();
	}
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

private:
	float LineWidth() const;
	bool bUseAllottedSize = false;
	TAttribute<float> PreferredSize;
	FVector2D InnerPadding;
	float AllottedWidth = 0.0f;
};
