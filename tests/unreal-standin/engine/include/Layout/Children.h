#pragma once

#include "Templates/SharedPointer.h"

class SWidget;

// A widget's children. AX SAutonomixChatView.cpp; AA SChatComposer.cpp; Epic: Runtime/SlateCore
class FChildren
{
public:
	virtual ~FChildren() = default;
	virtual int32 Num() const = 0;
	virtual TSharedRef<SWidget> GetChildAt(int32 Index) = 0;
	virtual TSharedRef<const SWidget> GetChildAt(int32 Index) const = 0;
};
