#pragma once

#include "Widgets/DeclarativeSyntaxSupport.h"

// A widget without children. PX SPCGExEdgeNeighborsCountPreview.h; RV SRiveLeafWidget.h
class SLeafWidget : public SWidget
{
	STANDIN_WIDGET(SLeafWidget, SWidget)

public:
	virtual FChildren* GetChildren() override;
};
