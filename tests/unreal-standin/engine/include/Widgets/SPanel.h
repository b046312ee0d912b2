#pragma once

#include "Widgets/DeclarativeSyntaxSupport.h"

// A widget with slots. Epic: Slate/SBox (derives from it)
class SPanel : public SWidget
{
	STANDIN_WIDGET(SPanel, SWidget)

public:
	virtual FChildren* GetChildren() override
	{
		return &Slots;
	}

protected:
	StandIn::FSlotList Slots;
};
