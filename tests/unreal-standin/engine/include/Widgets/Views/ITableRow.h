#pragma once

#include "Templates/SharedPointer.h"

class SWidget;

// What OnGenerateRow gives. CX SCortexQADetailPanel.h; CES CesiumIonPanel.h
class ITableRow
{
public:
	virtual ~ITableRow() = default;
	virtual TSharedRef<SWidget> AsWidget() = 0;
};
