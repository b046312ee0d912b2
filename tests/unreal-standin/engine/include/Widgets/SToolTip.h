#pragma once

#include "Widgets/SCompoundWidget.h"

// HO SHoudiniToolsPanel.cpp; FG SFlowGraphNode_SubGraph.cpp
class SToolTip : public SCompoundWidget, public IToolTip
{
	STANDIN_WIDGET(SToolTip, SCompoundWidget)

public:
	SLATE_BEGIN_ARGS(SToolTip)
	{
	}
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_ATTRIBUTE(FText, Text)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	virtual TSharedRef<SWidget> AsWidget() override
	{
		return AsShared();
	}
	virtual FText StandInToolTipContent() const override;

private:
	TAttribute<FText> TextContent;
};
