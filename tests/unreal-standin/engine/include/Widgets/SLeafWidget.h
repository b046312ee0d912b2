#pragma once

#include "Layout/SlateRect.h"
#include "Styling/WidgetStyle.h"
#include "Widgets/DeclarativeSyntaxSupport.h"

class FSlateWindowElementList;

// PX SPCGExDotComparisonPreview.h
class FPaintArgs
{
};

// A widget without children. PX SPCGExEdgeNeighborsCountPreview.h; RV SRiveLeafWidget.h
class SLeafWidget : public SWidget
{
	STANDIN_WIDGET(SLeafWidget, SWidget)

public:
	virtual FChildren* GetChildren() override;
	// Called only for pictures; the engine asks every leaf for its own. PX SPCGExDotComparisonPreview.h
	virtual int32 OnPaint(const FPaintArgs& Args, const FGeometry& AllottedGeometry, const FSlateRect& MyCullingRect,
		FSlateWindowElementList& OutDrawElements, int32 LayerId, const FWidgetStyle& InWidgetStyle, bool bParentEnabled) const;
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const override;
};
