#pragma once

#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SWidget.h"

// The one slot of a compound widget. CES CesiumIonPanel.cpp; AA UnrealAiChatMarkdown.cpp; CX SCortexDependencyPanel.cpp (content is replaced)
class FCompoundWidgetOneChildSlot final : public FChildren, public StandIn::TSlotCalls<FCompoundWidgetOneChildSlot>
{
public:
	virtual int32 Num() const override
	{
		return 1;
	}
	virtual TSharedRef<SWidget> GetChildAt(int32) override
	{
		return StandInData.Widget;
	}
	virtual TSharedRef<const SWidget> GetChildAt(int32) const override
	{
		return StandInData.Widget;
	}
	TSharedRef<SWidget> GetWidget() const
	{
		return StandInData.Widget;
	}
	void DetachWidget()
	{
		StandInData.Widget = SNullWidget::NullWidget;
	}
};

// A widget made of others. AX SAutonomixHistoryPanel.h; UC SClaudeToolbar.h
class SCompoundWidget : public SWidget
{
	STANDIN_WIDGET(SCompoundWidget, SWidget)

public:
	virtual FChildren* GetChildren() override
	{
		return &ChildSlot;
	}
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const override;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;

protected:
	SCompoundWidget() = default;
	virtual void StandInArrangeChildren(const FGeometry& Geometry) override;

	FCompoundWidgetOneChildSlot ChildSlot;
};
