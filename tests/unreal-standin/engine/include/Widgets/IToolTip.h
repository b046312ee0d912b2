#pragma once

#include "Internationalization/Text.h"
#include "Templates/SharedPointer.h"

class SWidget;

// What SetToolTip takes. HO SHoudiniToolsPanel.cpp (an SToolTip is one)
class IToolTip
{
public:
	virtual ~IToolTip() = default;
	virtual TSharedRef<SWidget> AsWidget() = 0;
	virtual FText StandInToolTipContent() const = 0;
};
