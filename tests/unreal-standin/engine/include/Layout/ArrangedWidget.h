#pragma once

#include "Layout/Geometry.h"
#include "Templates/SharedPointer.h"

class SWidget;

// A widget and where it is. Epic: SlateCore/FArrangedWidget
class FArrangedWidget
{
public:
	FArrangedWidget(TSharedRef<SWidget> InWidget, const FGeometry& InGeometry)
		: Geometry(InGeometry)
		, Widget(MoveTemp(InWidget))
	{
	}
	FGeometry Geometry;
	TSharedRef<SWidget> Widget;
};
