#pragma once

#include "Widgets/SWidget.h"

// The empty child; never null. AX SAutonomixHistoryPanel.cpp; UC ClaudeEditorWidget.cpp
class SNullWidget
{
public:
	static TSharedRef<SWidget> NullWidget;
};
