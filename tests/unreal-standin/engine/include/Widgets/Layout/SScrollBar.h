#pragma once

#include "Types/SlateEnums.h"
#include "Widgets/SLeafWidget.h"

// The bar of what scrolls; it takes no room here, because the browser draws its own. Epic:
// SMultiLineEditableText/GetVScrollBar, Slate/SScrollBar; rdeioris/LuaMachine LuaCodeCustomization.cpp
class SScrollBar : public SLeafWidget
{
	STANDIN_WIDGET(SScrollBar, SLeafWidget)

public:
	SLATE_BEGIN_ARGS(SScrollBar)
		: _Orientation(Orient_Vertical)
	{
	}
	SLATE_ARGUMENT(EOrientation, Orientation)
	SLATE_END_ARGS()

	void Construct(const FArguments&)
	{
	}
	virtual FVector2D ComputeDesiredSize(float) const override
	{
		return FVector2D();
	}
};
